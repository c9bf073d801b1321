import { Alert, Button, Code, Group, List, Paper, Stack, Text, TextInput } from '@mantine/core'
import type { GivenUpWork } from '@mostrador/client'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { answer, api } from '../../api/client.ts'
import { formatDateTime } from '../../ui/format/dates.ts'
import type { Tone } from '../../ui/illustrations/picture.tsx'
import { StatusChip } from '../../ui/parts/status-chip.tsx'
import { useWords } from '../../ui/words/words.ts'
import { BackupsPanel } from '../backups/backups-panel.tsx'
import { DurableWorkPanel } from '../work/durable-work.tsx'
import { type CaseFace, Queue } from './queue.tsx'
import { givenUpWork, stalledWork } from './queue-queries.ts'
import { queueTexts } from './texts.ts'

type Status = GivenUpWork['status']

const tones: Record<Status, Tone> = { OPEN: 'bad', RETRIED: 'good', DISMISSED: 'idle' }

export function WorkflowQueue() {
  const t = useWords(queueTexts)
  const [status, setStatus] = useState<Status>('OPEN')
  const faceOf = useFace()
  return (
    <Stack gap="xl">
      <StalledWork />
      <BackupsPanel />
      <Queue<GivenUpWork, Status>
        label={t('tab.procesos')}
        hint={t('work.hint')}
        filter={{
          value: status,
          onChange: setStatus,
          options: (Object.keys(tones) as Status[]).map((value) => ({
            value,
            label: t(`work.many.${value}`),
          })),
        }}
        listing={useInfiniteQuery(givenUpWork(status))}
        idOf={({ id }) => id}
        empty={{ title: t('work.empty'), hint: t('work.emptyHint') }}
        faceOf={faceOf}
        columns={[
          { accessor: 'name', title: t('work.name'), render: ({ name }) => <Code>{name}</Code> },
          { accessor: 'merchant', title: t('merchant'), render: ({ merchant }) => merchant?.name ?? '—' },
          { accessor: 'attempts', title: t('work.attempts'), textAlign: 'right' },
          {
            accessor: 'lastError',
            title: t('work.lastError'),
            render: ({ lastError }) => (
              <Text truncate maw={320}>
                {lastError}
              </Text>
            ),
          },
          {
            accessor: 'gaveUpAt',
            title: t('work.gaveUp'),
            render: ({ gaveUpAt }) => formatDateTime(gaveUpAt),
          },
        ]}
      />
      <WorkById />
    </Stack>
  )
}

/** Warns when workflows are stuck, either without a running worker or without progress. */
function StalledWork() {
  const t = useWords(queueTexts)
  const { data } = useQuery(stalledWork())
  if (data === undefined || data.length === 0) return null
  return (
    <Alert color="red" title={t('work.stalled')}>
      <Text size="sm">{t('work.stalledHint')}</Text>
      <List size="sm" mt="xs">
        {data.map(({ workflowId, name, since }) => (
          <List.Item key={workflowId}>
            <Code>{name}</Code> · <Code>{workflowId}</Code> · {formatDateTime(since)}
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}

/** Finds any workflow by its id, for example one from an answer or a log. */
function WorkById() {
  const t = useWords(queueTexts)
  const [typed, setTyped] = useState('')
  const [id, setId] = useState<string | null>(null)
  return (
    <Paper withBorder p="md">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          setId(typed.trim() === '' ? null : typed.trim())
        }}
      >
        <Group align="flex-end" mb={id === null ? 0 : 'md'}>
          <TextInput
            label={t('work.anyLabel')}
            description={t('work.anyHint')}
            maxLength={200}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            style={{ flex: 1 }}
          />
          <Button type="submit" variant="default">
            {t('work.anyShow')}
          </Button>
        </Group>
      </form>
      {id !== null && <DurableWorkPanel key={id} id={id} />}
    </Paper>
  )
}

function useFace(): (work: GivenUpWork) => CaseFace {
  const t = useWords(queueTexts)
  return (work) => {
    const path = { id: work.id }
    return {
      title: work.name,
      chip: <StatusChip tone={tones[work.status]}>{t(`work.one.${work.status}`)}</StatusChip>,
      facts: [
        [t('merchant'), work.merchant?.name],
        [t('work.id'), <Code key="id">{work.workflowId}</Code>],
        [t('work.firstFailed'), formatDateTime(work.firstFailedAt)],
        [t('work.attempts'), work.attempts],
        [t('work.lastError'), work.lastError],
        [t('work.gaveUp'), formatDateTime(work.gaveUpAt)],
        [t('decidedAt'), work.decidedAt && formatDateTime(work.decidedAt)],
        [t('work.retryId'), work.retryWorkflowId && <Code key="retry">{work.retryWorkflowId}</Code>],
        [t('reason'), work.reason],
      ],
      body: <DurableWorkPanel id={work.retryWorkflowId ?? work.workflowId} />,
      acts:
        work.status === 'OPEN'
          ? [
              {
                key: 'retry',
                label: t('work.retry'),
                title: t('work.retryTitle'),
                hint: t('work.retryHint'),
                run: async () => {
                  await answer(api.POST('/platform/workflows/{id}/retry', { params: { path } }))
                  return t('work.told.RETRIED')
                },
              },
              {
                key: 'dismiss',
                label: t('work.dismiss'),
                title: t('work.dismissTitle'),
                hint: t('work.dismissHint'),
                isDanger: true,
                reason: { label: t('reason'), isRequired: true, minLength: 3 },
                run: async ({ reason }) => {
                  await answer(
                    api.POST('/platform/workflows/{id}/dismiss', { params: { path }, body: { reason } }),
                  )
                  return t('work.told.DISMISSED')
                },
              },
            ]
          : [],
    }
  }
}
