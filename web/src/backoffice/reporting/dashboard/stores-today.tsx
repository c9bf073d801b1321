import { SimpleGrid, Skeleton, Stack } from '@mantine/core'
import type { Dashboard } from '@mostrador/client'
import { useQuery } from '@tanstack/react-query'
import { useProblemWords } from '../../../problems/problem-words.ts'
import { type RankedBar, RankedBars } from '../../../ui/charts/ranked-bars.tsx'
import { formatPesos } from '../../../ui/format/money.ts'
import { formatQuantity } from '../../../ui/format/quantity.ts'
import { Panel } from '../../../ui/parts/panel.tsx'
import { ErrorState } from '../../../ui/parts/states.tsx'
import { useWords } from '../../../ui/words/words.ts'
import classes from './dashboard.module.css'
import { DayByHour } from './day-by-hour.tsx'
import { Figures } from './figures.tsx'
import { PaymentMethods, ServiceKinds, TopProducts } from './parts.tsx'
import { PendingTasksPanel } from './pending-tasks-panel.tsx'
import { dashboardQuery } from './queries.ts'
import { dashboardTexts } from './texts.ts'

/** Today in one store or in all, compared with the same day of last week, with the pending tasks. */
export function StoresToday({ storeId }: { storeId: string | undefined }) {
  const words = useProblemWords()
  const { data, error, refetch } = useQuery(dashboardQuery(storeId))
  if (data === undefined)
    return error === null ? <Loading /> : <ErrorState {...words(error)} onRetry={() => refetch()} />
  return (
    <Stack gap="lg">
      <Figures of="today" figures={data.today} before={data.lastWeekByNow} lastWeek={data.lastWeek} />
      <div className={classes['day']}>
        <DayByHour lines={data.byHour} />
        <PendingTasksPanel dashboard={data} />
      </div>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        {data.storeCount > 1 && <ByStore stores={data.byStore} storeCount={data.storeCount} />}
        <TopProducts products={data.topProducts} of="topProducts" empty="noProducts" />
        <PaymentMethods storeId={storeId} />
        <ServiceKinds storeId={storeId} />
      </SimpleGrid>
    </Stack>
  )
}

/** The stores that sold the most; all of them, if they are few. */
export function ByStore({ stores, storeCount }: { stores: Dashboard['byStore']; storeCount: number }) {
  const t = useWords(dashboardTexts)
  const bars = stores
    .map((store): RankedBar => {
      const value = store.totalCentavos + store.vasAmountCentavos
      return {
        key: store.storeId,
        label: store.name,
        value,
        shown: formatPesos(value),
        before: store.lastWeekTotalCentavos + store.lastWeekVasAmountCentavos,
      }
    })
    .sort((a, b) => b.value - a.value)
  const first =
    stores.length < storeCount
      ? [t('byStoreFirst', { shown: formatQuantity(stores.length), total: formatQuantity(storeCount) })]
      : []
  return (
    <Panel title={t('byStore')} hint={[...first, t('byStoreHint')].join(' ')}>
      <RankedBars bars={bars} label={t('byStore')} />
    </Panel>
  )
}

function Loading() {
  return (
    <Stack gap="lg" aria-busy="true">
      <SimpleGrid cols={{ base: 2, lg: 4 }} spacing="lg">
        {[1, 2, 3, 4].map((n) => (
          <Skeleton key={n} height={124} radius="lg" />
        ))}
      </SimpleGrid>
      <Skeleton height={340} radius="lg" />
    </Stack>
  )
}
