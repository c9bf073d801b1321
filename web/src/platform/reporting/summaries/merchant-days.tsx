import { Button, Group, Stack, Text } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { answer, api } from '../../../api/client.ts'
import { pagesQuery } from '../../../api/lists.ts'
import { useProblemWords } from '../../../problems/problem-words.ts'
import { formatCalendarDay } from '../../../ui/format/dates.ts'
import { formatPesos } from '../../../ui/format/money.ts'
import { EmptyTill } from '../../../ui/illustrations/scenes.tsx'
import { DataList } from '../../../ui/lists/data-list.tsx'
import { EmptyState, ErrorState } from '../../../ui/parts/states.tsx'
import { useWords } from '../../../ui/words/words.ts'
import { DurableWorkPanel } from '../../work/durable-work.tsx'
import { summaryTexts } from './texts.ts'

const merchantDays = (from: string) =>
  pagesQuery(['summaries', 'merchants', from], (cursor, signal) =>
    answer(
      api.GET('/platform/summaries/merchants', {
        params: { query: { from, limit: 50, ...(cursor !== undefined && { cursor }) } },
        signal,
      }),
    ),
  )

/** The rolled-up days of each merchant; every night the previous day is added. */
export function MerchantDaysList({ from }: { from: string }) {
  const t = useWords(summaryTexts)
  const words = useProblemWords()
  const rollup = useMutation({
    mutationFn: () => answer(api.POST('/pos/settlements/ops/rollup', { body: {} })),
  })
  const money = (
    accessor: 'commissionCentavos' | 'depositedCentavos' | 'settledCentavos' | 'closingCentavos',
  ) => ({
    accessor,
    title: t(accessor),
    textAlign: 'right' as const,
    render: (row: Record<typeof accessor, number>) => (
      <span className="figures">{formatPesos(row[accessor])}</span>
    ),
  })
  return (
    <Stack>
      <Group justify="space-between">
        <Text c="dimmed">{t('rollupHint')}</Text>
        <Button
          variant="default"
          leftSection={<IconRefresh size={19} />}
          loading={rollup.isPending}
          onClick={() => rollup.mutate()}
        >
          {t('rollup')}
        </Button>
      </Group>
      {rollup.isError && <ErrorState {...words(rollup.error)} onRetry={() => rollup.mutate()} />}
      {rollup.data !== undefined && <DurableWorkPanel id={rollup.data.workflowId} />}
      <DataList
        label={t('tab.merchants')}
        listing={useInfiniteQuery(merchantDays(from))}
        idOf={({ merchant }) => merchant.id}
        describeError={words}
        empty={<EmptyState picture={<EmptyTill />} title={t('noDays')} hint={t('noDaysHint')} />}
        columns={[
          { accessor: 'merchant.name', title: t('merchant') },
          {
            accessor: 'vas',
            title: t('services'),
            textAlign: 'right',
            render: ({ vas }) => <span className="figures">{formatPesos(vas.amountCentavos)}</span>,
          },
          money('commissionCentavos'),
          money('depositedCentavos'),
          money('settledCentavos'),
          money('closingCentavos'),
          { accessor: 'lastDay', title: t('lastDay'), render: ({ lastDay }) => formatCalendarDay(lastDay) },
        ]}
      />
    </Stack>
  )
}
