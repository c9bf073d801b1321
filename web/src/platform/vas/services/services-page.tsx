import { Group, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { answer, api } from '../../../api/client.ts'
import { useProblemWords } from '../../../problems/problem-words.ts'
import { daysAgo } from '../../../ui/format/calendar-days.ts'
import { AllowedButton } from '../../../ui/parts/allowed-button.tsx'
import { PageHeader } from '../../../ui/parts/page-header.tsx'
import { ErrorState, RowSkeletons } from '../../../ui/parts/states.tsx'
import { StatusChip } from '../../../ui/parts/status-chip.tsx'
import { useWords } from '../../../ui/words/words.ts'
import { useMissingOversight } from '../../assignments/oversight.ts'
import { DurableWorkPanel } from '../../work/durable-work.tsx'
import { workTexts } from '../../work/texts.ts'
import { TermsCard } from '../terms/terms-card.tsx'
import { ProviderHealth } from './provider-health.tsx'

/** The platform's value-added services: their health and their catalog. */
export function ServicesPage() {
  const t = useWords(workTexts)
  return (
    <>
      <PageHeader title={t('services.title')} hint={t('services.hint')} />
      <Stack>
        <Health />
        <CatalogSync />
        <TermsCard merchantId={null} />
        <ProviderHealth />
      </Stack>
    </>
  )
}

function CatalogSync() {
  const t = useWords(workTexts)
  const words = useProblemWords()
  const confined = useMissingOversight()
  const sync = useMutation({ mutationFn: () => answer(api.POST('/vas/admin/catalog/sync')) })
  return (
    <Paper withBorder p="lg">
      <Stack>
        <Group justify="space-between" gap="md">
          <div>
            <Title order={3}>{t('services.syncTitle')}</Title>
            <Text c="dimmed">{t('services.syncHint')}</Text>
          </div>
          <AllowedButton
            reason={confined}
            leftSection={<IconRefresh size={19} />}
            loading={sync.isPending}
            onClick={() => sync.mutate()}
          >
            {t('services.sync')}
          </AllowedButton>
        </Group>
        {sync.isError && <ErrorState {...words(sync.error)} onRetry={() => sync.mutate()} />}
        {sync.data !== undefined && <DurableWorkPanel id={sync.data.workflowId} />}
      </Stack>
    </Paper>
  )
}

/** Success rate below which somebody should look at the provider. */
const worryBelow = 0.9

function Health() {
  const t = useWords(workTexts)
  const words = useProblemWords()
  const { data, error, refetch } = useQuery({
    queryKey: ['summaries', 'health'],
    queryFn: ({ signal }) =>
      answer(api.GET('/platform/summaries/vas', { params: { query: { from: daysAgo(6) } }, signal })),
    refetchInterval: 60_000,
  })
  const countOf = (status: string) => data?.totals.find((each) => each.status === status)?.count ?? 0
  const ended = countOf('COMPLETED') + countOf('FAILED') + countOf('REVERSED')
  const rate = ended === 0 ? null : countOf('COMPLETED') / ended
  return (
    <Paper withBorder p="lg">
      <Group justify="space-between" mb="md">
        <div>
          <Title order={3}>{t('services.health')}</Title>
          <Text c="dimmed">{t('services.healthHint')}</Text>
        </div>
        {data !== undefined && (
          <StatusChip tone={rate === null ? 'idle' : rate < worryBelow ? 'bad' : 'good'}>
            {rate === null
              ? t('services.quiet')
              : t('services.rate', { percent: `${Math.round(rate * 100)} %` })}
          </StatusChip>
        )}
      </Group>
      {data === undefined && error !== null && <ErrorState {...words(error)} onRetry={() => refetch()} />}
      {data === undefined && error === null && <RowSkeletons rows={1} height={64} />}
      {data !== undefined && (
        <SimpleGrid cols={{ base: 2, md: 4 }}>
          {(['COMPLETED', 'PENDING', 'FAILED', 'REVERSED'] as const).map((status) => (
            <div key={status}>
              <Text c="dimmed" fw={600}>
                {t(`services.status.${status}`)}
              </Text>
              <Text fz={28} fw={700} className="figures">
                {countOf(status).toLocaleString('es-MX')}
              </Text>
            </div>
          ))}
        </SimpleGrid>
      )}
    </Paper>
  )
}
