import { Group, NativeSelect, SimpleGrid, Stack } from '@mantine/core'
import { isProblem, type ProfileStore, type SalesReport } from '@mostrador/client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { usePageSearch } from '../../../desk/search/search.ts'
import { useProblemWords } from '../../../problems/problem-words.ts'
import { formatPesos } from '../../../ui/format/money.ts'
import { formatQuantity } from '../../../ui/format/quantity.ts'
import { NothingFound } from '../../../ui/illustrations/scenes.tsx'
import { Figure } from '../../../ui/parts/figure.tsx'
import { Panel } from '../../../ui/parts/panel.tsx'
import { EmptyState, ErrorState, RowSkeletons } from '../../../ui/parts/states.tsx'
import { useWords } from '../../../ui/words/words.ts'
import { readPeriod } from './period.ts'
import { PeriodPicker } from './period-picker.tsx'
import { salesReportQuery } from './queries.ts'
import { ReportChart } from './report-chart.tsx'
import { ReportTable } from './report-table.tsx'
import { groupings, reportsSearch } from './search.ts'
import { StoreScope, useScope } from './store-scope.tsx'
import { reportTexts } from './texts.ts'

/** The report's filters in the address. */
export function useAsked(store: ProfileStore) {
  const { search } = usePageSearch(reportsSearch)
  const by = search.por ?? 'day'
  return { by, ...readPeriod(search.desde, search.hasta), ...useScope(store) }
}

/** Sales of a period by one dimension: totals, a chart and a table. */
export function SalesReportView({ store }: { store: ProfileStore }) {
  const t = useWords(reportTexts)
  const words = useProblemWords()
  const { change } = usePageSearch(reportsSearch)
  const asked = useAsked(store)
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...salesReportQuery(asked),
    placeholderData: keepPreviousData,
  })
  const openDay = (day: string) => change({ por: 'hour', desde: day, hasta: day })
  return (
    <Stack gap="lg">
      <Group gap="sm" align="flex-end">
        <StoreScope store={store} />
        <PeriodPicker period={asked} onChange={({ from, to }) => change({ desde: from, hasta: to })} />
        <NativeSelect
          label={t('by')}
          value={asked.by}
          data={groupings.map((by) => ({ value: by, label: t(`bys.${by}`) }))}
          onChange={(event) => change({ por: event.currentTarget.value })}
        />
      </Group>
      {error !== null && (
        <ErrorState
          {...(isProblem(error, 'invalid_request') ? { title: t('tooLong') } : words(error))}
          onRetry={() => refetch()}
        />
      )}
      {data === undefined && error === null && <RowSkeletons rows={8} />}
      {data !== undefined && error === null && (
        <div aria-busy={isPlaceholderData} style={{ opacity: isPlaceholderData ? 0.6 : 1 }}>
          <Shown report={data} period={asked} onOpenDay={openDay} />
        </div>
      )}
    </Stack>
  )
}

interface ShownProps {
  report: SalesReport
  period: { from: string; to: string }
  onOpenDay: (day: string) => void
}

function Shown({ report, period, onOpenDay }: ShownProps) {
  const t = useWords(reportTexts)
  if (report.rows.length === 0)
    return <EmptyState picture={<NothingFound />} title={t('empty')} hint={t('emptyHint')} />
  return (
    <Stack gap="lg">
      <Totals totals={report.totals} />
      <Panel isGrown={false} title={t('chart')}>
        <ReportChart by={report.by} period={period} rows={report.rows} />
      </Panel>
      <Panel isGrown={false} title={t('table')}>
        <ReportTable report={report} onOpenDay={onOpenDay} />
      </Panel>
    </Stack>
  )
}

function Totals({ totals }: { totals: SalesReport['totals'] }) {
  const t = useWords(reportTexts)
  const orders = totals.orderCount ?? 0
  const sold = totals.totalCentavos ?? 0
  const pending = totals.vasPendingCount ?? 0
  const rounded = (centavos: number | null) =>
    centavos === null || centavos === 0 ? [] : [t('rounding', { amount: formatPesos(centavos) })]
  const services = [
    t('serviceCount', { count: totals.vasCount ?? 0 }),
    ...(totals.vasCommissionCentavos === null
      ? []
      : [t('commission', { amount: formatPesos(totals.vasCommissionCentavos) })]),
    ...(pending === 0 ? [] : [t('pending', { count: pending })]),
  ]
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, lg: 4 }} spacing="lg">
      <Figure
        label={t('sold')}
        value={formatPesos(sold)}
        hint={[
          t('net', { amount: formatPesos(totals.netCentavos ?? 0) }),
          ...rounded(totals.roundingCentavos),
        ].join(' · ')}
      />
      <Figure
        label={t('orders')}
        value={formatQuantity(orders)}
        hint={
          orders === 0 ? undefined : t('averageTicket', { amount: formatPesos(Math.round(sold / orders)) })
        }
      />
      <Figure
        label={t('services')}
        value={formatPesos(totals.vasAmountCentavos ?? 0)}
        hint={services.join(' · ')}
      />
      <Figure
        label={t('refunds')}
        value={formatPesos(totals.refundCentavos ?? 0)}
        hint={[
          t('refundCount', { count: totals.refundCount ?? 0 }),
          ...rounded(totals.refundRoundingCentavos),
        ].join(' · ')}
      />
    </SimpleGrid>
  )
}
