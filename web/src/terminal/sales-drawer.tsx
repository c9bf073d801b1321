import { Alert, Drawer, Stack, Text, Title, UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Sale } from '../api/types.ts'
import { useMe } from '../session/me.ts'
import { useProblemWords } from '../session/problem-words.ts'
import { formatRecent } from '../ui/dates.ts'
import { EmptyTicket } from '../ui/illustrations/scenes.tsx'
import { formatPesos } from '../ui/money.ts'
import { groupPhone } from '../ui/phone.ts'
import { EmptyState, ErrorState, RowSkeletons } from '../ui/states.tsx'
import { StatusChip } from '../ui/status-chip.tsx'
import { othersOrders, useParkedOrders, useSaleDesk } from './account-desk.ts'
import { type OpenOrder, totalCentavos } from './order.ts'
import { pendingSalesQuery, recentSalesQuery } from './queries.ts'
import { SaleDetail, statusTones } from './sale-detail.tsx'
import classes from './sales-drawer.module.css'
import { useTerminalWords } from './words.ts'

/** What is still open in the store, and what was sold last. */
export function SalesDrawer(props: { isOpen: boolean; onClose: () => void; storeId: string }) {
  const t = useTerminalWords()
  return (
    <Drawer
      opened={props.isOpen}
      onClose={props.onClose}
      position="right"
      size={440}
      title={
        <Text fw={700} fz="lg">
          {t('waitingTitle')}
        </Text>
      }
    >
      {props.isOpen && <Sales storeId={props.storeId} />}
    </Drawer>
  )
}

function Sales({ storeId }: { storeId: string }) {
  const t = useTerminalWords()
  const words = useProblemWords()
  const desk = useSaleDesk()
  const { account } = useMe()
  const parked = useParkedOrders(desk)
  const pending = useQuery(pendingSalesQuery(storeId))
  const recent = useQuery(recentSalesQuery(storeId))
  const [openId, setOpenId] = useState<string | null>(null)
  if (recent.data === undefined) {
    return recent.error === null ? (
      <RowSkeletons />
    ) : (
      <ErrorState {...words(recent.error)} onRetry={() => recent.refetch()} />
    )
  }
  const waiting = pending.data ?? []
  const unknown = parked.filter(({ saleId }) => !waiting.some((sale) => sale.id === saleId))
  const others = othersOrders(account.id)
  const finished = recent.data.filter((sale) => sale.status !== 'PENDING')
  return (
    <Stack gap="lg">
      {others.length > 0 && <Alert color="cempasuchil">{t('othersOrder')}</Alert>}
      {waiting.length + unknown.length > 0 && (
        <section>
          <Title order={3} mb="xs">
            {t('waitingOpen')}
          </Title>
          {unknown.map((open) => (
            <UnansweredRow key={open.key} open={open} />
          ))}
          {waiting.map((sale) => (
            <SaleRow key={sale.id} sale={sale} onOpen={() => setOpenId(sale.id)} />
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
          finished.map((sale) => <SaleRow key={sale.id} sale={sale} onOpen={() => setOpenId(sale.id)} />)
        )}
      </section>
      <SaleDetail saleId={openId} onClose={() => setOpenId(null)} />
    </Stack>
  )
}

function SaleRow({ sale, onOpen }: { sale: Sale; onOpen: () => void }) {
  const t = useTerminalWords()
  return (
    <UnstyledButton className={classes['row']} onClick={onOpen}>
      <span>
        <span className={classes['name']}>
          {sale.product.provider.name} · {groupPhone(sale.reference ?? '')}
        </span>
        <span className={classes['small']}>
          {formatRecent(sale.createdAt)} · {sale.folio}
        </span>
      </span>
      <span className={classes['end']}>
        <span className={classes['name']}>{formatPesos(sale.totalCentavos)}</span>
        <StatusChip tone={statusTones[sale.status]}>{t(`status.${sale.status}`)}</StatusChip>
      </span>
    </UnstyledButton>
  )
}

/** Parked before anybody answered: known to this device only. */
function UnansweredRow({ open }: { open: OpenOrder }) {
  const t = useTerminalWords()
  const { product, digits } = open.order
  return (
    <div className={classes['row']}>
      <span>
        <span className={classes['name']}>
          {product.provider.name} · {groupPhone(digits)}
        </span>
        <span className={classes['small']}>{t('waitingUnknown')}</span>
      </span>
      <span className={classes['end']}>
        <span className={classes['name']}>{formatPesos(totalCentavos(product))}</span>
        <StatusChip tone="wait">{t('status.PENDING')}</StatusChip>
      </span>
    </div>
  )
}
