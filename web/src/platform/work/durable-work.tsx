import { Alert, Code, Group, Loader, Paper, Stack, Table, Text } from '@mantine/core'
import type { Workflow } from '@mostrador/client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { answer, api } from '../../api/client.ts'
import { useProblemWords } from '../../problems/problem-words.ts'
import { formatDateTime } from '../../ui/format/dates.ts'
import type { Tone } from '../../ui/illustrations/picture.tsx'
import { ErrorState, RowSkeletons } from '../../ui/parts/states.tsx'
import { StatusChip } from '../../ui/parts/status-chip.tsx'
import { useWords } from '../../ui/words/words.ts'
import { workTexts } from './texts.ts'
import { isOver, lookEveryMs, workQuery } from './work-queries.ts'

type Status = Workflow['status']

const tones: Record<Status, Tone> = {
  QUEUED: 'wait',
  RUNNING: 'wait',
  SUCCEEDED: 'good',
  FAILED: 'bad',
  CANCELLED: 'idle',
}

/** A workflow while it runs and afterwards: progress, steps and errors. */
export function DurableWorkPanel({ id }: { id: string }) {
  const t = useWords(workTexts)
  const words = useProblemWords()
  const queryClient = useQueryClient()
  const work = useQuery(workQuery(id))
  const hasEnded = isOver(work.data)
  useEffect(() => {
    // Reload what the work may have changed on the page.
    if (hasEnded) void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'work' })
  }, [hasEnded, queryClient])
  if (work.data === undefined) {
    return work.error === null ? (
      <RowSkeletons rows={2} />
    ) : (
      <ErrorState {...words(work.error)} onRetry={() => work.refetch()} />
    )
  }
  const { status, progress, error, name, attempts, startedAt, finishedAt } = work.data
  return (
    <Paper withBorder p="md" aria-live="polite">
      <Stack>
        <Group>
          <StatusChip tone={tones[status]}>{t(`status.${status}`)}</StatusChip>
          <Code>{name}</Code>
          {!hasEnded && <Loader size="sm" />}
          {progress !== null && (
            <Text className="figures">
              {progress.total === null
                ? progress.done
                : t('progress', { done: progress.done, total: progress.total })}
            </Text>
          )}
        </Group>
        <Text c="dimmed" size="sm">
          {t('attempts', { attempts })}
          {startedAt !== null && ` · ${t('startedAt', { when: formatDateTime(startedAt) })}`}
          {finishedAt !== null && ` · ${t('finishedAt', { when: formatDateTime(finishedAt) })}`}
        </Text>
        {error !== null && (
          <Alert color="red" role="alert">
            {error}
          </Alert>
        )}
        <Steps id={id} isOver={hasEnded} />
      </Stack>
    </Paper>
  )
}

function Steps({ id, isOver: isWorkOver }: { id: string; isOver: boolean }) {
  const t = useWords(workTexts)
  const steps = useQuery({
    // Read the steps once more after the end, because the last ones arrive with it.
    queryKey: ['work', id, 'steps', isWorkOver],
    queryFn: ({ signal }) => answer(api.GET('/workflows/{id}/steps', { params: { path: { id } }, signal })),
    refetchInterval: isWorkOver ? false : lookEveryMs,
  })
  const items = steps.data?.items ?? []
  if (items.length === 0) return <Text c="dimmed">{t('noSteps')}</Text>
  return (
    <Table.ScrollContainer minWidth={420}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('step')}</Table.Th>
            <Table.Th>{t('started')}</Table.Th>
            <Table.Th>{t('outcome')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {items.map(({ no, name, startedAt, finishedAt, error }) => (
            <Table.Tr key={no}>
              <Table.Td>{name}</Table.Td>
              <Table.Td>{startedAt === null ? '—' : formatDateTime(startedAt)}</Table.Td>
              <Table.Td>{error ?? (finishedAt === null ? t('running') : t('done'))}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}
