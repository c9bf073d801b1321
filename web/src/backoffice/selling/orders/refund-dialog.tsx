import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isRefusal } from '../../../api/refusal.ts'
import { useProblemWords } from '../../../problems/problem-words.ts'
import { RefusedAlert } from '../../../problems/refused-alert.tsx'
import { useTicketPaper } from '../../../tickets/ticket-paper.ts'
import { formatPesos } from '../../../ui/format/money.ts'
import { Modal } from '../../../ui/layers/modal.tsx'
import { ErrorState, RowSkeletons } from '../../../ui/parts/states.tsx'
import { PrintButton } from '../../../ui/printer/print-button.tsx'
import { useWords } from '../../../ui/words/words.ts'
import { type Order, ownShiftQuery, refundableQuery } from './orders-query.ts'
import { RefundForm } from './refund-form.tsx'
import { RefundUndecided } from './refund-undecided.tsx'
import { RefundWaiting } from './refund-waiting.tsx'
import type { RefundOrder } from './sent-refund.ts'
import { ordersTexts } from './texts.ts'
import { useRefund } from './use-refund.ts'

/** Refunds money or returns goods: what, why, the approval if needed, and the receipt. */
export function RefundDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const t = useWords(ordersTexts)
  const refund = useRefund(order.id)
  return (
    <Modal
      opened
      onClose={onClose}
      size={560}
      isSending={refund.isBusy}
      title={t('refundTitle', { folio: order.folio })}
    >
      <RefundSteps order={order} refund={refund} onClose={onClose} />
    </Modal>
  )
}

interface StepsProps {
  order: Order
  refund: ReturnType<typeof useRefund>
  onClose: () => void
}

/** The steps of a refund, one at a time. */
export function RefundSteps({ order, refund, onClose }: StepsProps) {
  const t = useWords(ordersTexts)
  const words = useProblemWords()
  const { give, ask, approvalId, forget, undecided, isBusy, send, sendAgain } = refund
  const [asked, setAsked] = useState<RefundOrder | null>(null)
  const refundable = useQuery(refundableQuery(order.id))
  const shift = useQuery(ownShiftQuery(order.storeId))
  const fault = give.error ?? ask.error
  const failed = refundable.error ?? shift.error
  if (give.data !== undefined) return <Done refund={give.data} onClose={onClose} />
  if (undecided !== null) {
    return (
      <Stack>
        {isRefusal(give.error) && <RefusedAlert error={give.error} />}
        <RefundUndecided refund={undecided} isBusy={isBusy} onSend={() => void sendAgain()} />
      </Stack>
    )
  }
  return (
    <Stack>
      <RefusedAlert error={fault} />
      {approvalId !== null && asked !== null && !give.isError ? (
        <RefundWaiting
          approvalId={approvalId}
          storeId={order.storeId}
          onApproved={() => void send({ ...asked, approvalId })}
          onLeave={forget}
        />
      ) : refundable.data === undefined || shift.data === undefined ? (
        failed === null ? (
          <RowSkeletons rows={3} />
        ) : (
          <ErrorState
            {...words(failed)}
            onRetry={() => {
              void refundable.refetch()
              void shift.refetch()
            }}
          />
        )
      ) : shift.data === null ? (
        <Alert color="yellow" title={t('noShift')}>
          {t('noShiftHint')}
        </Alert>
      ) : (
        <RefundForm
          order={order}
          refundable={refundable.data}
          isBusy={isBusy}
          onGive={(wanted) => {
            ask.reset()
            void send(wanted)
          }}
          onAsk={(wanted) => {
            give.reset()
            forget()
            setAsked(wanted)
            ask.mutate(wanted)
          }}
        />
      )}
    </Stack>
  )
}

type Refund = NonNullable<ReturnType<typeof useRefund>['give']['data']>

function Done({ refund, onClose }: { refund: Refund; onClose: () => void }) {
  const t = useWords(ordersTexts)
  const ticket = useTicketPaper()
  return (
    <Stack>
      <Title order={3}>{t('done', { folio: refund.folio })}</Title>
      <Text>{t('doneHint', { amount: formatPesos(refund.amountCentavos) })}</Text>
      <Group grow>
        <PrintButton paper={ticket(refund.receipt, { isCopy: false })}>{t('printIt')}</PrintButton>
        <Button onClick={onClose}>{t('close')}</Button>
      </Group>
    </Stack>
  )
}
