import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
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
import { RefundWaiting } from './refund-waiting.tsx'
import { ordersTexts } from './texts.ts'
import { type RefundOrder, useRefund } from './use-refund.ts'

/** Refunds money or returns goods: what, why, the approval if needed, and the receipt. */
export function RefundDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const t = useWords(ordersTexts)
  const words = useProblemWords()
  const { give, ask, approvalId, forget } = useRefund(order.id)
  const [asked, setAsked] = useState<RefundOrder | null>(null)
  const refundable = useQuery(refundableQuery(order.id))
  const shift = useQuery(ownShiftQuery(order.storeId))
  const fault = give.error ?? ask.error
  const failed = refundable.error ?? shift.error
  return (
    <Modal
      opened
      onClose={onClose}
      size={560}
      isSending={give.isPending || ask.isPending}
      title={t('refundTitle', { folio: order.folio })}
    >
      <Stack>
        <RefusedAlert error={fault} />
        {give.data !== undefined ? (
          <Done refund={give.data} onClose={onClose} />
        ) : approvalId !== null && asked !== null && !give.isError ? (
          <RefundWaiting
            approvalId={approvalId}
            storeId={order.storeId}
            onApproved={() => give.mutate({ ...asked, approvalId })}
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
            isBusy={give.isPending || ask.isPending}
            onGive={(wanted) => {
              ask.reset()
              give.mutate(wanted)
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
      <Text>{t('doneHint', { amount: formatPesos(refund.amountCentavos) })}</Text>
      <Group grow>
        <PrintButton paper={ticket(refund.receipt, { isCopy: false })}>{t('printIt')}</PrintButton>
        <Button onClick={onClose}>{t('close')}</Button>
      </Group>
    </Stack>
  )
}
