import { SegmentedControl, Text } from '@mantine/core'
import type { ProfileStore, StockTransfer } from '@mostrador/client'
import { IconTruckDelivery } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { usePageSearch } from '../../../desk/search/search.ts'
import { StorePage } from '../../../desk/store/store-page.tsx'
import { useProblemWords } from '../../../problems/problem-words.ts'
import { useMissingScope } from '../../../session/me/abilities.ts'
import { formatDateTime } from '../../../ui/format/dates.ts'
import { EmptyShelf } from '../../../ui/illustrations/scenes.tsx'
import { DataList } from '../../../ui/lists/data-list.tsx'
import { AllowedButton } from '../../../ui/parts/allowed-button.tsx'
import { Counted } from '../../../ui/parts/counted.tsx'
import { later } from '../../../ui/parts/later.tsx'
import { PageHeader } from '../../../ui/parts/page-header.tsx'
import { EmptyState } from '../../../ui/parts/states.tsx'
import { useWords } from '../../../ui/words/words.ts'
import { type narrowings, transfersSearch } from './search.ts'
import { transferTexts } from './texts.ts'
import { TransferState } from './transfer-state.tsx'
import { destinationsQuery, type Narrowed, transfersQuery } from './transfers-query.ts'

const SendDialog = later(async () => (await import('./send-dialog.tsx')).SendDialog)
const TransferDrawer = later(async () => (await import('./transfer-drawer.tsx')).TransferDrawer)

const narrowed = { 'por-recibir': 'coming', 'en-camino': 'going' } as const satisfies Record<
  (typeof narrowings)[number],
  Narrowed
>

export function TransfersPage() {
  return <StorePage>{(store) => <Transfers store={store} />}</StorePage>
}

function Transfers({ store }: { store: ProfileStore }) {
  const t = useWords(transferTexts)
  const words = useProblemWords()
  const { search, change } = usePageSearch(transfersSearch)
  const narrowing = search.estado && narrowed[search.estado]
  const listing = useInfiniteQuery(transfersQuery(store.storeId, narrowing))
  const destinations = useQuery(destinationsQuery(store.storeId)).data
  const barred = useMissingScope(store, 'POS_INVENTORY_WRITE')
  const [isSending, setIsSending] = useState(false)
  const [opened, setOpened] = useState<StockTransfer | null>(null)
  const placeOf = ({ direction, otherStoreId }: StockTransfer) =>
    t(`direction.${direction}`, { store: destinations?.get(otherStoreId)?.name ?? t('otherStore') })
  const isAlone = destinations !== undefined && ![...destinations.values()].some(({ isOpen }) => isOpen)
  return (
    <>
      <PageHeader title={t('title')} hint={t('hint')}>
        <AllowedButton
          reason={barred ?? (isAlone ? t('noOther') : null)}
          leftSection={<IconTruckDelivery size={19} />}
          onClick={() => setIsSending(true)}
        >
          {t('send')}
        </AllowedButton>
      </PageHeader>
      <Narrowing storeId={store.storeId} estado={search.estado} onNarrow={(estado) => change({ estado })} />
      <DataList<StockTransfer>
        label={t('title')}
        listing={listing}
        idOf={({ id }) => id}
        describeError={words}
        onOpen={setOpened}
        empty={
          <EmptyState
            picture={<EmptyShelf />}
            title={narrowing === 'coming' ? t('emptyComing') : t('empty')}
            hint={narrowing === 'coming' ? t('emptyComingHint') : t('emptyHint')}
          />
        }
        columns={[
          { accessor: 'sentAt', title: t('when'), render: ({ sentAt }) => formatDateTime(sentAt) },
          {
            accessor: 'otherStoreId',
            title: t('what'),
            render: (transfer) => <Text fw={600}>{placeOf(transfer)}</Text>,
          },
          { accessor: 'note', title: t('note'), render: ({ note }) => note ?? '—' },
          {
            accessor: 'status',
            title: t('state'),
            render: (transfer) => <TransferState transfer={transfer} />,
          },
          {
            accessor: 'endedAt',
            title: t('ended'),
            render: ({ endedAt }) => (endedAt === null ? '—' : formatDateTime(endedAt)),
          },
        ]}
      />
      {isSending && destinations !== undefined && (
        <SendDialog
          storeId={store.storeId}
          destinations={[...destinations.values()].filter(({ isOpen }) => isOpen)}
          onClose={() => setIsSending(false)}
        />
      )}
      {opened !== null && (
        <TransferDrawer
          transfer={opened}
          title={placeOf(opened)}
          barred={barred}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  )
}

interface NarrowingProps {
  storeId: string
  estado: string | undefined
  onNarrow: (estado: string | undefined) => void
}

function Narrowing(props: NarrowingProps) {
  const t = useWords(transferTexts)
  const coming = useInfiniteQuery(transfersQuery(props.storeId, 'coming'))
  const waiting = { count: coming.data?.length ?? 0, isMore: coming.hasNextPage }
  return (
    <SegmentedControl
      mb="md"
      value={props.estado ?? 'todos'}
      onChange={(estado) => props.onNarrow(estado === 'todos' ? undefined : estado)}
      data={[
        { value: 'todos', label: t('all') },
        { value: 'por-recibir', label: <Counted label={t('coming')} of={waiting} /> },
        { value: 'en-camino', label: t('going') },
      ]}
    />
  )
}
