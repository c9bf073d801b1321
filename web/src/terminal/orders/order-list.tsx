import { Button, Stack, TextInput, UnstyledButton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
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
import { OrderDetail } from './order-detail.tsx'
import { ordersQuery } from './order-queries.ts'
import classes from './sale-rows.module.css'
import { orderTexts } from './texts.ts'

interface Props {
  storeId: string
  /** Whether to begin with the last sale of the person's shift, to reprint its ticket. */
  isLast: boolean
}

/** The store's orders, to view, reprint or refund. */
export function OrderList({ storeId, isLast }: Props) {
  const t = useWords(orderTexts)
  const words = useFaultWords()
  const storeCode = useMe().stores.find((store) => store.storeId === storeId)?.code
  const [typed, setTyped] = useState('')
  const [q] = useDebouncedValue(ticketWords(typed, storeCode), 200)
  const [openId, setOpenId] = useState<string | null>(null)
  const [scanned, setScanned] = useState<string | null>(null)
  const orders = useInfiniteQuery(ordersQuery(storeId, q))
  const { data: shift } = useQuery(shiftQuery(storeId))
  const lastId = orders.data?.find(({ shiftId }) => shiftId === shift?.id)?.id
  const [wantsLast, setWantsLast] = useState(isLast)
  useScans('dialog', ({ code }) => {
    const ticket = ticketFolio(code, storeCode)
    if (ticket === null) return { title: t('scanTicket') }
    if ('otherStore' in ticket) return { title: t('otherStore', { code: ticket.otherStore }) }
    setWantsLast(false)
    setOpenId(null)
    setTyped(ticket.folio)
    setScanned(ticket.folio)
    return null
  })
  const found = orders.data?.find((order) => order.folio === scanned)?.id
  useEffect(() => {
    if (found === undefined) return
    setOpenId(found)
    setScanned(null)
  }, [found])
  if (wantsLast && lastId !== undefined)
    return <OrderDetail orderId={lastId} isToPrint onLeave={() => setWantsLast(false)} />
  if (openId !== null) return <OrderDetail key={openId} orderId={openId} onLeave={() => setOpenId(null)} />
  return (
    <Stack gap="sm">
      <TextInput
        ref={focusedIfIdle}
        type="search"
        aria-label={t('search')}
        placeholder={t('search')}
        leftSection={<IconSearch size={18} />}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {orders.error !== null && orders.data === undefined && (
        <ErrorState {...words(orders.error)} onRetry={() => orders.refetch()} />
      )}
      {orders.data === undefined && orders.error === null && <RowSkeletons />}
      {orders.data?.length === 0 &&
        (q === '' ? (
          <EmptyState picture={<EmptyTicket />} title={t('none')} hint={t('noneHint')} />
        ) : (
          <EmptyState picture={<NothingFound />} title={t('notFound')} hint={t('notFoundHint')} />
        ))}
      <div>
        {orders.data?.map((order) => (
          <UnstyledButton key={order.id} className={classes['row']} onClick={() => setOpenId(order.id)}>
            <span>
              <span className={classes['name']}>{order.folio}</span>
              <span className={classes['small']}>
                {formatRecent(order.soldAt)} · {order.cashierName}
              </span>
            </span>
            <span className={classes['end']}>
              <span className={classes['name']}>
                {formatPesos(order.totalCentavos + order.roundingCentavos)}
              </span>
            </span>
          </UnstyledButton>
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
