import { Button, Group, Stack, Text } from '@mantine/core'
import type { Receipt, SalesOrder } from '@mostrador/client'
import { IconArrowLeft, IconReceiptRefund } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNothingLeft } from '../../refunds/use-sent-refunds.ts'
import { useTicketPaper } from '../../tickets/ticket-paper.ts'
import { formatPesos } from '../../ui/format/money.ts'
import { focused } from '../../ui/keys/focused.ts'
import { LayerFoot } from '../../ui/layers/layer-foot.tsx'
import { PaperView } from '../../ui/paper/paper-view.tsx'
import { ErrorState, RowSkeletons } from '../../ui/parts/states.tsx'
import { StatusChip } from '../../ui/parts/status-chip.tsx'
import { paperLanguage } from '../../ui/words/language.ts'
import { useWords } from '../../ui/words/words.ts'
import payment from '../paper/paper.module.css'
import { TicketButtons } from '../paper/ticket-buttons.tsx'
import { useFaultWords } from '../words/fault-words.ts'
import { orderQuery, receiptQuery, refundableQuery } from './order-queries.ts'
import { RefundForm } from './refund-form.tsx'
import { orderTexts } from './texts.ts'

interface Props {
  orderId: string
  /** Whether its print button takes the focus, and not the way back. */
  isToPrint?: boolean
  onLeave: () => void
}

/** One order with its receipt and its refunds. */
export function OrderDetail({ orderId, isToPrint = false, onLeave }: Props) {
  const t = useWords(orderTexts)
  const words = useFaultWords()
  const [isRefunding, setIsRefunding] = useState(false)
  const order = useQuery(orderQuery(orderId))
  const refundable = useQuery(refundableQuery(orderId))
  const isOver = useNothingLeft(orderId, refundable.data)
  if (order.data === undefined) {
    return order.error === null ? (
      <RowSkeletons />
    ) : (
      <ErrorState {...words(order.error)} onRetry={() => order.refetch()} />
    )
  }
  if (isRefunding) return <RefundForm order={order.data} onLeave={() => setIsRefunding(false)} />
  const { folio, refunds, refundedCentavos } = order.data
  return (
    <Stack>
      <Group justify="space-between">
        <Button
          ref={isToPrint ? null : focused}
          variant="subtle"
          color="gray"
          leftSection={<IconArrowLeft size={18} />}
          onClick={onLeave}
        >
          {t('back')}
        </Button>
        <Text fw={700}>{folio}</Text>
      </Group>
      {refunds.length > 0 && (
        <StatusChip tone="undone">
          {t('refunded', { amount: formatPesos(refundedCentavos) })} ·{' '}
          {refunds.map((refund) => refund.folio).join(', ')}
        </StatusChip>
      )}
      <Ticket order={order.data} isToPrint={isToPrint} />
      {!isOver && (
        <LayerFoot>
          <Button
            variant="default"
            h={52}
            loading={refundable.isLoading}
            leftSection={<IconReceiptRefund size={20} />}
            onClick={() => setIsRefunding(true)}
          >
            {t('giveBack')}
          </Button>
        </LayerFoot>
      )}
    </Stack>
  )
}

function Ticket({ order, isToPrint }: { order: SalesOrder; isToPrint: boolean }) {
  const words = useFaultWords()
  const receipt = useQuery(receiptQuery(order.receiptId))
  if (order.receiptId === null) return null
  if (receipt.error !== null)
    return <ErrorState {...words(receipt.error)} onRetry={() => receipt.refetch()} />
  if (receipt.data === undefined) return <RowSkeletons rows={4} />
  return (
    <Stack ref={isToPrint ? focusButton : null}>
      <PrintableTicket receipt={receipt.data} />
    </Stack>
  )
}

const focusButton = (ticket: HTMLElement | null) => ticket?.querySelector('button')?.focus()

/** A receipt and its copies. */
function PrintableTicket({ receipt }: { receipt: Receipt }) {
  const t = useWords(orderTexts)
  const paper = useTicketPaper()(receipt, { isCopy: true })
  return (
    <>
      <TicketButtons receipt={receipt} printLabel={t('reprint')} />
      <div className={payment['screenTicket']}>
        <PaperView paper={paper} lang={paperLanguage} />
      </div>
    </>
  )
}
