import { Group, NativeSelect, Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { answer, api } from '../../../api/client.ts'
import { usePageSearch } from '../../../desk/search/search.ts'
import { useProblemWords } from '../../../problems/problem-words.ts'
import { daysAgo } from '../../../ui/format/calendar-days.ts'
import { formatPesos } from '../../../ui/format/money.ts'
import { PageHeader } from '../../../ui/parts/page-header.tsx'
import { ErrorState, RowSkeletons } from '../../../ui/parts/states.tsx'
import { useWords } from '../../../ui/words/words.ts'
import { MerchantDaysList } from './merchant-days.tsx'
import { summariesSearch } from './search.ts'
import { SummaryCard } from './summary-card.tsx'
import { summaryTexts } from './texts.ts'

const spans = [7, 30, 90]

/** Totals of all merchants: services, tills, and each merchant's days. */
export function SummariesPage() {
  const t = useWords(summaryTexts)
  const { search, change } = usePageSearch(summariesSearch)
  const [days, setDays] = useState(30)
  const from = daysAgo(days - 1)
  const open = search.estado ?? 'servicios'
  return (
    <>
      <PageHeader title={t('title')} hint={t('hint')}>
        <NativeSelect
          aria-label={t('span')}
          value={String(days)}
          data={spans.map((each) => ({ value: String(each), label: t('lastDays', { days: each }) }))}
          onChange={(event) => setDays(Number(event.currentTarget.value))}
        />
      </PageHeader>
      <Tabs value={open} onChange={(tab) => change({ estado: tab ?? undefined })} keepMounted={false}>
        <Tabs.List mb="lg">
          <Tabs.Tab value="servicios">{t('tab.services')}</Tabs.Tab>
          <Tabs.Tab value="mostrador">{t('tab.sales')}</Tabs.Tab>
          <Tabs.Tab value="comercios">{t('tab.merchants')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="servicios">
          <Services from={from} />
        </Tabs.Panel>
        <Tabs.Panel value="mostrador">
          <Sales from={from} />
        </Tabs.Panel>
        <Tabs.Panel value="comercios">
          <MerchantDaysList from={from} />
        </Tabs.Panel>
      </Tabs>
    </>
  )
}

function Services({ from }: { from: string }) {
  const t = useWords(summaryTexts)
  const query = useQuery({
    queryKey: ['summaries', 'vas', from],
    queryFn: ({ signal }) =>
      answer(api.GET('/platform/summaries/vas', { params: { query: { from } }, signal })),
  })
  return (
    <Loaded query={query}>
      {({ from: first, to, totals, items, topMerchants }) => {
        const done = totals.find(({ status }) => status === 'COMPLETED')
        return (
          <SummaryCard
            figures={[
              [t('sold'), formatPesos(done?.amountCentavos ?? 0)],
              [t('count'), (done?.count ?? 0).toLocaleString('es-MX')],
              [t('fees'), formatPesos(done?.feeCentavos ?? 0)],
              [t('commissions'), formatPesos(done?.commissionCentavos ?? 0)],
            ]}
            days={items.filter(({ status }) => status === 'COMPLETED')}
            span={{ from: first, to }}
            topMerchants={topMerchants}
          />
        )
      }}
    </Loaded>
  )
}

function Sales({ from }: { from: string }) {
  const t = useWords(summaryTexts)
  const query = useQuery({
    queryKey: ['summaries', 'sales', from],
    queryFn: ({ signal }) =>
      answer(api.GET('/platform/summaries/sales', { params: { query: { from } }, signal })),
  })
  return (
    <Loaded query={query}>
      {({ from: first, to, totals, items, topMerchants }) => (
        <SummaryCard
          figures={[
            [t('sold'), formatPesos(totals.totalCentavos)],
            [t('count'), totals.orders.toLocaleString('es-MX')],
            [t('discounts'), formatPesos(totals.discountCentavos)],
            [t('refunds'), formatPesos(totals.refundedCentavos)],
          ]}
          days={items.map(({ day, totalCentavos }) => ({ day, amountCentavos: totalCentavos }))}
          span={{ from: first, to }}
          topMerchants={topMerchants}
        />
      )}
    </Loaded>
  )
}

interface Query<T> {
  data: T | undefined
  error: Error | null
  refetch: () => unknown
}

function Loaded<T>({ query, children }: { query: Query<T>; children: (data: T) => ReactNode }) {
  const words = useProblemWords()
  if (query.data !== undefined) return children(query.data)
  if (query.error !== null) return <ErrorState {...words(query.error)} onRetry={() => query.refetch()} />
  return (
    <Group grow>
      <RowSkeletons rows={4} height={72} />
    </Group>
  )
}
