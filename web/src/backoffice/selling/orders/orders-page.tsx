import { Button, Group, NativeSelect } from '@mantine/core'
import type { ProfileStore } from '@mostrador/client'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { ExportButton, useExportNote } from '../../../desk/export/export-button.tsx'
import { lastDays } from '../../../desk/export/last-days.ts'
import { usePageSearch } from '../../../desk/search/search.ts'
import { StorePage } from '../../../desk/store/store-page.tsx'
import { useProblemWords } from '../../../problems/problem-words.ts'
import { useMissingPageIn } from '../../../session/me/abilities.ts'
import { DayField } from '../../../ui/fields/day-field.tsx'
import { SearchField } from '../../../ui/fields/search-field.tsx'
import { EmptyTicket, NothingFound } from '../../../ui/illustrations/scenes.tsx'
import { DataList } from '../../../ui/lists/data-list.tsx'
import { later } from '../../../ui/parts/later.tsx'
import { PageHeader } from '../../../ui/parts/page-header.tsx'
import { EmptyState } from '../../../ui/parts/states.tsx'
import { useWords } from '../../../ui/words/words.ts'
import { useOrderColumns } from './order-columns.tsx'
import { type OrderFilter, ordersQuery, tillsQuery } from './orders-query.ts'
import { ordersSearch } from './search.ts'
import { ordersTexts } from './texts.ts'
import { useOrderFilter } from './use-order-filter.ts'

const OrderDrawer = later(async () => (await import('./order-drawer.tsx')).OrderDrawer)

export function OrdersPage() {
  return <StorePage>{(store) => <Orders store={store} />}</StorePage>
}

function Orders({ store }: { store: ProfileStore }) {
  const { storeId } = store
  const t = useWords(ordersTexts)
  const words = useProblemWords()
  const { search, change } = usePageSearch(ordersSearch)
  const { filter, isReady } = useOrderFilter(storeId, store.code)
  const listing = useInfiniteQuery({ ...ordersQuery(storeId, filter), enabled: isReady })
  const isNarrowed = Object.values(filter).some((each) => each !== undefined)
  return (
    <>
      <PageHeader title={t('title')} hint={t('hint')}>
        <OrdersExport store={store} filter={filter} isReady={isReady} />
      </PageHeader>
      <Filters storeId={storeId} filter={filter} isNarrowed={isNarrowed} />
      <DataList
        label={t('title')}
        listing={listing}
        columns={useOrderColumns()}
        idOf={(order) => order.id}
        describeError={words}
        onOpen={(order) => change({ ver: order.id })}
        empty={
          isNarrowed ? (
            <EmptyState picture={<NothingFound />} title={t('emptyFilter')} hint={t('emptyFilterHint')} />
          ) : (
            <EmptyState picture={<EmptyTicket />} title={t('empty')} hint={t('emptyHint')} />
          )
        }
      />
      {search.ver !== undefined && (
        <OrderDrawer
          key={search.ver}
          orderId={search.ver}
          storeId={storeId}
          onClose={() => change({ ver: undefined })}
        />
      )}
    </>
  )
}

/**
 * Exports the selected day, or the last thirty, of the selected till or of all. Files are not limited to the words that
 * are searched for. Only people who read the store’s figures may export the whole store.
 */
function OrdersExport({
  store,
  filter,
  isReady,
}: {
  store: ProfileStore
  filter: OrderFilter
  isReady: boolean
}) {
  const t = useWords(ordersTexts)
  const missing = useMissingPageIn(store, 'reports')
  const { q, soldOn: day, terminalId } = filter
  return (
    <ExportButton
      note={useExportNote({ day, q })}
      reason={missing ?? (isReady ? null : t('terminalsReading'))}
      load={(format) => {
        const days = day === undefined ? lastDays() : { from: day, to: day }
        const till = terminalId === undefined ? {} : { terminalId }
        const query = { storeId: store.storeId, ...days, ...till, format }
        return api.GET('/pos/sales_orders/export', { params: { query }, parseAs: 'blob' })
      }}
    />
  )
}

interface FilterProps {
  storeId: string
  filter: OrderFilter
  isNarrowed: boolean
}

function Filters({ storeId, filter, isNarrowed }: FilterProps) {
  const t = useWords(ordersTexts)
  const { search, change } = usePageSearch(ordersSearch)
  const tills = useQuery(tillsQuery(storeId))
  const { terminalId } = filter
  const named = (tills.data ?? []).map(({ id, name }) => ({ value: id, label: name }))
  // Its name could not be read, or not yet.
  const unnamed =
    terminalId === undefined || tills.data !== undefined ? [] : [{ value: terminalId, label: t('terminal') }]
  return (
    <Group mb="md" gap="sm">
      <SearchField label={t('ticketSearch')} value={search.q ?? ''} onSearch={(q) => change({ q })} />
      <DayField aria-label={t('day')} value={search.dia ?? ''} onDay={(dia) => change({ dia })} />
      <NativeSelect
        aria-label={t('terminal')}
        value={terminalId ?? ''}
        onChange={(event) => change({ caja: event.currentTarget.value })}
        data={[{ value: '', label: t('everyTerminal') }, ...unnamed, ...named]}
      />
      {isNarrowed && (
        <Button variant="subtle" onClick={() => change({ q: undefined, dia: undefined, caja: undefined })}>
          {t('clearFilters')}
        </Button>
      )}
    </Group>
  )
}
