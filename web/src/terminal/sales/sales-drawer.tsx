import { Alert, SegmentedControl, Stack, Title, UnstyledButton } from '@mantine/core'
import type { VasSale } from '@mostrador/client'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { SaleStatusChip } from '../../outcomes/sale-status.tsx'
import { useProblemWords } from '../../problems/problem-words.ts'
import { SearchField } from '../../ui/fields/search-field.tsx'
import { formatRecent } from '../../ui/format/dates.ts'
import { formatPesos } from '../../ui/format/money.ts'
import { EmptyTicket, NothingFound } from '../../ui/illustrations/scenes.tsx'
import { Drawer } from '../../ui/layers/drawer.tsx'
import { AllowedButton } from '../../ui/parts/allowed-button.tsx'
import { EmptyState, ErrorState, RowSkeletons } from '../../ui/parts/states.tsx'
import { useWords } from '../../ui/words/words.ts'
import { OrderList } from '../orders/order-list.tsx'
import classes from '../orders/sale-rows.module.css'
import { orderTexts } from '../orders/texts.ts'
import { useIsRefunding } from '../orders/use-refund.ts'
import { totalCentavos, type VasOrder } from '../selling/orders/order.ts'
import { foundSalesQuery, pendingSalesQuery, recentSalesQuery } from '../store/queries.ts'
import { tabOf } from '../tabs/tabs.ts'
import {
  type ParkedOrder,
  useOthersOrders,
  useParkedOrders,
  useSaleState,
} from '../vas/checkouts/use-vas-checkouts.ts'
import { orderName, saleName } from '../vas/paper/sale-words.ts'
import { terminalTexts } from '../words/texts.ts'
import { SaleDetail } from './sale-detail.tsx'

interface Props {
  isOpen: boolean
  onClose: () => void
  storeId: string
  /** Whether to open on orders of goods, because the till shows that tab. */
  isGoodsFirst: boolean
  /** Whether to open on the last ticket of the person's shift. */
  isLast: boolean
}

/** The store's pending and latest sales. */
export function SalesDrawer(props: Props) {
  const t = useWords(terminalTexts)
  const isRefunding = useIsRefunding()
  return (
    <Drawer
      opened={props.isOpen}
      onClose={props.onClose}
      isSending={isRefunding || undefined}
      position="right"
      size={440}
      title={t('waitingTitle')}
    >
      {props.isOpen && <SalesOfKind {...props} />}
    </Drawer>
  )
}

/** Orders of goods and sales of services are two lists. */
function SalesOfKind(props: Props) {
  const t = useWords(orderTexts)
  const [shown, setShown] = useState(props.isGoodsFirst ? 'goods' : 'services')
  const isRefunding = useIsRefunding()
  return (
    <Stack>
      <SegmentedControl
        fullWidth
        disabled={isRefunding}
        aria-label={t('kinds')}
        value={shown}
        onChange={setShown}
        data={[
          { value: 'goods', label: t('goods') },
          { value: 'services', label: t('services') },
        ]}
      />
      {shown === 'goods' ? (
        <OrderList storeId={props.storeId} isLast={props.isLast} />
      ) : (
        <ServiceSales {...props} />
      )}
    </Stack>
  )
}

/** The sales that are pending or recent, or those that a search finds. */
function ServiceSales(props: Props) {
  const t = useWords(terminalTexts)
  const [q, setQ] = useState('')
  const [opened, setOpened] = useState<VasSale | null>(null)
  return (
    <Stack gap="lg">
      <SearchField value={q} label={t('salesSearch')} onSearch={setQ} />
      {q === '' ? (
        <Sales {...props} onOpen={setOpened} />
      ) : (
        <FoundSales {...props} q={q} onOpen={setOpened} />
      )}
      {/* Not in a list: the search replaces the list a moment after the last key, and an open sale has to stay. */}
      <SaleDetail saleId={opened?.id ?? null} listed={opened ?? undefined} onClose={() => setOpened(null)} />
    </Stack>
  )
}

interface ListProps extends Props {
  onOpen: (sale: VasSale) => void
}

function FoundSales({ storeId, q, onOpen }: ListProps & { q: string }) {
  const t = useWords(terminalTexts)
  const words = useProblemWords()
  const { data, error, refetch } = useQuery(foundSalesQuery(storeId, q))
  if (data === undefined)
    return error === null ? <RowSkeletons /> : <ErrorState {...words(error)} onRetry={() => refetch()} />
  if (data.length === 0)
    return <EmptyState picture={<NothingFound />} title={t('salesNotFound')} hint={t('salesNotFoundHint')} />
  return (
    <div>
      {data.map((sale) => (
        <SaleRow key={sale.id} sale={sale} onOpen={() => onOpen(sale)} />
      ))}
    </div>
  )
}

function Sales({ storeId, onClose, onOpen }: ListProps) {
  const t = useWords(terminalTexts)
  const words = useProblemWords()
  const others = useOthersOrders()
  const parked = useParkedOrders()
  const pending = useQuery(pendingSalesQuery(storeId))
  const recent = useQuery(recentSalesQuery(storeId))
  if (recent.data === undefined) {
    return recent.error === null ? (
      <RowSkeletons />
    ) : (
      <ErrorState {...words(recent.error)} onRetry={() => recent.refetch()} />
    )
  }
  const waiting = pending.data ?? []
  const unknown = parked.filter(({ open, isReady }) => isReady || !isAmong(waiting, open))
  // A sale that is ready to be shown has its own entry and is left out here.
  const readyIds = new Set(parked.filter(({ isReady }) => isReady).map(({ open }) => open.saleId))
  const finished = recent.data.filter((sale) => sale.status !== 'PENDING' && !readyIds.has(sale.id))
  return (
    <Stack gap="lg">
      {others.length > 0 && <Alert color="cempasuchil">{t('othersOrder')}</Alert>}
      {waiting.length + unknown.length > 0 && (
        <section>
          <Title order={3} mb="xs">
            {t('waitingOpen')}
          </Title>
          {unknown.map((parkedOrder) => (
            <ParkedRow key={parkedOrder.open.key} parked={parkedOrder} onShown={onClose} />
          ))}
          {waiting.map((sale) => (
            <SaleRow key={sale.id} sale={sale} onOpen={() => onOpen(sale)} />
          ))}
        </section>
      )}
      <section>
        <Title order={3} mb="xs">
          {t('waitingRecent')}
        </Title>
        {finished.length === 0 ? (
          <EmptyState picture={<EmptyTicket />} title={t('waitingNone')} hint={t('waitingNoneHint')} />
        ) : (
          finished.map((sale) => <SaleRow key={sale.id} sale={sale} onOpen={() => onOpen(sale)} />)
        )}
      </section>
    </Stack>
  )
}

function SaleRow({ sale, onOpen }: { sale: VasSale; onOpen: () => void }) {
  return (
    <UnstyledButton className={classes['row']} onClick={onOpen}>
      <span>
        <span className={classes['name']}>{saleName(sale)}</span>
        <span className={classes['small']}>
          {formatRecent(sale.createdAt)} · {sale.folio}
        </span>
      </span>
      <span className={classes['end']}>
        <span className={classes['name']}>{formatPesos(sale.totalCentavos)}</span>
        <SaleStatusChip status={sale.status} />
      </span>
    </UnstyledButton>
  )
}

const isAmong = (sales: readonly VasSale[], { saleId }: VasOrder) => sales.some((sale) => sale.id === saleId)

/** Known to this device only: either not answered yet, or its result waits to be shown to the customer. */
function ParkedRow({ parked, onShown }: { parked: ParkedOrder; onShown: () => void }) {
  const t = useWords(terminalTexts)
  const navigate = useNavigate()
  const { open, checkout, isReady } = parked
  const { step } = useSaleState(checkout)
  const isBusy = step !== 'form' && step !== 'confirm'
  return (
    <div className={classes['row']}>
      <span>
        <span className={classes['name']}>{orderName(open.terms)}</span>
        <span className={classes['small']}>{isReady ? t('waitingReady') : t('waitingUnknown')}</span>
      </span>
      <span className={classes['end']}>
        <span className={classes['name']}>{formatPesos(totalCentavos(open.terms))}</span>
        {isReady ? (
          <AllowedButton
            size="sm"
            h={44}
            reason={isBusy ? t('waitingBusy') : null}
            onClick={() => {
              checkout.recall(open.key)
              void navigate({ to: '/caja', search: { tab: tabOf[open.kind] }, replace: true })
              onShown()
            }}
          >
            {t('waitingShow')}
          </AllowedButton>
        ) : (
          <SaleStatusChip status="PENDING" />
        )}
      </span>
    </div>
  )
}
