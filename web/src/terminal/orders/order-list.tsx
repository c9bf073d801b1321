import { Button, Stack, TextInput, UnstyledButton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { SalesOrder } from '@mostrador/client'
import { IconSearch } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useMe } from '../../session/me/me.ts'
import { ticketFolio, ticketWords } from '../../tickets/folio.ts'
import { formatRecent } from '../../ui/format/dates.ts'
import { formatPesos } from '../../ui/format/money.ts'
import { EmptyTicket, NothingFound } from '../../ui/illustrations/scenes.tsx'
import { focusedIfIdle } from '../../ui/keys/pointer.ts'
import { EmptyState, ErrorState, RowSkeletons } from '../../ui/parts/states.tsx'
import { useScans } from '../../ui/scanner/meanings.ts'
import { useWords } from '../../ui/words/words.ts'
import { shiftQuery } from '../store/queries.ts'
import { useFaultWords } from '../words/fault-words.ts'
import { lastOrderId } from './last-order.ts'
import { OrderDetail } from './order-detail.tsx'
import { ordersQuery } from './order-queries.ts'
import classes from './sale-rows.module.css'
import { orderTexts } from './texts.ts'
import { useIsRefunding } from './use-refund.ts'

interface Props {
  storeId: string
  /** Whether to begin with the last sale of the person's shift, to reprint its ticket. */
  isLast: boolean
}

interface OpenOrder {
  id: string
  isToPrint: boolean
}

/** The store's orders, to view, reprint or refund. */
export function OrderList({ storeId, isLast }: Props) {
  const t = useWords(orderTexts)
  const words = useFaultWords()
  const storeCode = useMe().stores.find((store) => store.storeId === storeId)?.code
  const [typed, setTyped] = useState('')
  const [q] = useDebouncedValue(ticketWords(typed, storeCode), 200)
  const [open, setOpen] = useState<OpenOrder | null>(null)
  const [scanned, setScanned] = useState<string | null>(null)
  const orders = useInfiniteQuery(ordersQuery(storeId, q))
  const { data: shift } = useQuery(shiftQuery(storeId))
  const [wantsLast, setWantsLast] = useState(isLast)
  const show = (shown: OpenOrder | null) => {
    setWantsLast(false)
    setOpen(shown)
  }
  const lastId = wantsLast ? lastOrderId(orders, shift?.id) : undefined
  useFound(lastId, (id) => show({ id, isToPrint: true }))
  useTicketScans(storeCode, (folio) => {
    show(null)
    setTyped(folio)
    setScanned(folio)
  })
  const found = orders.data?.find((order) => order.folio === scanned)?.id
  useFound(found, (id) => {
    show({ id, isToPrint: false })
    setScanned(null)
  })
  if (open !== null)
    return (
      <OrderDetail key={open.id} orderId={open.id} isToPrint={open.isToPrint} onLeave={() => setOpen(null)} />
    )
  return (
    <Stack gap="sm">
      <TextInput
        ref={focusedIfIdle}
        type="search"
        aria-label={t('search')}
        placeholder={t('search')}
        leftSection={<IconSearch size={18} />}
        value={typed}
        onChange={(event) => {
          setWantsLast(false)
          setTyped(event.currentTarget.value)
        }}
      />
      {orders.error !== null && <ErrorState {...words(orders.error)} onRetry={() => orders.refetch()} />}
      {orders.data === undefined && orders.error === null && <RowSkeletons />}
      {orders.data?.length === 0 &&
        orders.error === null &&
        (q === '' ? (
          <EmptyState picture={<EmptyTicket />} title={t('none')} hint={t('noneHint')} />
        ) : (
          <EmptyState picture={<NothingFound />} title={t('notFound')} hint={t('notFoundHint')} />
        ))}
      <div>
        {orders.data?.map((order) => (
          <OrderRow key={order.id} order={order} onOpen={() => show({ id: order.id, isToPrint: false })} />
        ))}
      </div>
      {orders.hasNextPage && (
        <Button
          variant="default"
          loading={orders.isFetchingNextPage}
          onClick={() => void orders.fetchNextPage()}
        >
          {t('more')}
        </Button>
      )}
    </Stack>
  )
}

/** Takes the folio of a scanned ticket of this store, unless a refund of the open order, or the request for its approval, is being sent. */
function useTicketScans(storeCode: string | undefined, onFolio: (folio: string) => void): void {
  const t = useWords(orderTexts)
  const isRefunding = useIsRefunding()
  useScans(
    'dialog',
    ({ code }) => {
      const ticket = ticketFolio(code, storeCode)
      if (ticket === null) return { title: t('scanTicket') }
      if ('otherStore' in ticket) return { title: t('otherStore', { code: ticket.otherStore }) }
      onFolio(ticket.folio)
      return null
    },
    !isRefunding,
  )
}

/** Opens an order as soon as it is found. It stays open: the list may find another one later. */
function useFound(id: string | undefined, open: (id: string) => void): void {
  const onFound = useEffectEvent(open)
  useEffect(() => {
    if (id !== undefined) onFound(id)
  }, [id])
}

interface RowProps {
  order: Pick<SalesOrder, 'folio' | 'soldAt' | 'cashierName' | 'totalCentavos' | 'roundingCentavos'>
  onOpen: () => void
}

function OrderRow({ order, onOpen }: RowProps) {
  return (
    <UnstyledButton className={classes['row']} onClick={onOpen}>
      <span>
        <span className={classes['name']}>{order.folio}</span>
        <span className={classes['small']}>
          {formatRecent(order.soldAt)} · {order.cashierName}
        </span>
      </span>
      <span className={classes['end']}>
        <span className={classes['name']}>{formatPesos(order.totalCentavos + order.roundingCentavos)}</span>
      </span>
    </UnstyledButton>
  )
}
