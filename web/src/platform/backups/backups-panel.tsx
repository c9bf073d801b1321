import { Group, Paper, SimpleGrid, Text, Title } from '@mantine/core'
import type { BackupReport } from '@mostrador/client'
import { useQuery } from '@tanstack/react-query'
import { answer, api } from '../../api/client.ts'
import { useProblemWords } from '../../problems/problem-words.ts'
import { formatDateTime } from '../../ui/format/dates.ts'
import type { Tone } from '../../ui/illustrations/picture.tsx'
import { ErrorState } from '../../ui/parts/states.tsx'
import { StatusChip } from '../../ui/parts/status-chip.tsx'
import { useWords } from '../../ui/words/words.ts'
import { backupState, megabytes } from './backup-state.ts'
import { backupTexts } from './texts.ts'

const tones: Record<ReturnType<typeof backupState>, Tone> = {
  off: 'idle',
  good: 'good',
  missing: 'bad',
  old: 'bad',
  behind: 'bad',
}

/** How old the last good backup is, and up to when everything can be restored. */
export function BackupsPanel() {
  const t = useWords(backupTexts)
  const words = useProblemWords()
  const query = useQuery({
    queryKey: ['backups'],
    queryFn: ({ signal }) => answer(api.GET('/platform/backups', { signal })),
    refetchInterval: 60_000,
  })
  if (query.error !== null && query.data === undefined)
    return <ErrorState {...words(query.error)} onRetry={() => query.refetch()} />
  if (query.data === undefined) return null
  const state = backupState(query.data, Date.now())
  return (
    <Paper withBorder p="md" component="section" aria-label={t('title')}>
      <Group mb="xs">
        <Title order={3}>{t('title')}</Title>
        <StatusChip tone={tones[state]}>{t(`state.${state}`)}</StatusChip>
      </Group>
      <Text size="sm" c="dimmed">
        {t(`hint.${state}`)}
      </Text>
      {query.data.isConfigured && <Figures report={query.data} />}
    </Paper>
  )
}

function Figures({ report }: { report: BackupReport }) {
  const t = useWords(backupTexts)
  const { lastBackupAt, lastBackupBytes, archivedUntil, waitingBytes } = report
  const figures = [
    [t('last'), lastBackupAt === null ? '—' : formatDateTime(lastBackupAt)],
    [t('size'), lastBackupBytes === null ? '—' : megabytes(lastBackupBytes)],
    [t('until'), archivedUntil === null ? '—' : formatDateTime(archivedUntil)],
    [t('waiting'), megabytes(waitingBytes)],
  ] as const
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }} mt="sm">
      {figures.map(([label, value]) => (
        <div key={label}>
          <Text size="sm" c="dimmed">
            {label}
          </Text>
          <Text className="figures">{value}</Text>
        </div>
      ))}
    </SimpleGrid>
  )
}
