import { Button, Group, Stack, Title } from '@mantine/core'
import { MoneyBack } from '../../../refunds/money-back.tsx'
import { originalOf } from '../../../tickets/original.ts'
import { useTicketPaper } from '../../../tickets/ticket-paper.ts'
import { Modal } from '../../../ui/layers/modal.tsx'
import { PrintButton } from '../../../ui/printer/print-button.tsx'
import { useWords } from '../../../ui/words/words.ts'
import type { Order } from './orders-query.ts'
import { RefundSteps } from './refund-steps.tsx'
import { ordersTexts } from './texts.ts'
import { useRefund } from './use-refund.ts'

/** Refunds money or returns goods: what, why, the approval if needed, and the receipt. */
export function RefundDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const t = useWords(ordersTexts)
  const refund = useRefund(order.id)
  const { data: made } = refund.give
  return (
    <Modal
      opened
      onClose={onClose}
      size={560}
      isSending={refund.isBusy}
      title={t('refundTitle', { folio: order.folio })}
    >
      {made === undefined ? (
        <RefundSteps order={order} refund={refund} />
      ) : (
        <Done refund={made} onClose={onClose} />
      )}
    </Modal>
  )
}

type Refund = NonNullable<ReturnType<typeof useRefund>['give']['data']>

function Done({ refund, onClose }: { refund: Refund; onClose: () => void }) {
  const t = useWords(ordersTexts)
  const ticket = useTicketPaper()
  return (
    <Stack>
      <Title order={3}>{t('done', { folio: refund.folio })}</Title>
      <MoneyBack payments={refund.payments} />
      <Group grow>
        <PrintButton
          paper={ticket(refund.receipt, { isCopy: false })}
          once={{ name: originalOf(refund.receipt), doneReason: t('originalPrinted') }}
        >
          {t('printIt')}
        </PrintButton>
        <Button onClick={onClose}>{t('close')}</Button>
      </Group>
    </Stack>
  )
}
