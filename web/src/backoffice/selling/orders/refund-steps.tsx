import { Alert, Stack } from '@mantine/core'
import { isProblem } from '@mostrador/client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isRefusal } from '../../../api/refusal.ts'
import { useProblemWords } from '../../../problems/problem-words.ts'
import { RefusedAlert } from '../../../problems/refused-alert.tsx'
import { isOver, useShownStatus } from '../../../refunds/approval-status.ts'
import { RefundUndecided } from '../../../refunds/refund-undecided.tsx'
import { ErrorState, RowSkeletons } from '../../../ui/parts/states.tsx'
import { useWords } from '../../../ui/words/words.ts'
import { approvalQuery } from '../approvals/approvals-query.ts'
import { type Order, ownShiftQuery, refundableQuery } from './orders-query.ts'
import { emptyDraft } from './refund-draft.ts'
import { RefundForm } from './refund-form.tsx'
import { RefundApproved, RefundWaiting, RequestOver } from './refund-waiting.tsx'
import { ordersTexts } from './texts.ts'
import type { useRefund } from './use-refund.ts'

interface Props {
  order: Order
  refund: ReturnType<typeof useRefund>
}

/** The refusals after which an approval is of no use any more. */
const spent = ['approval_used', 'approval_rejected', 'approval_expired', 'approval_mismatch'] as const

/** The steps of a refund until it is made, one at a time. What was typed stays until then. */
export function RefundSteps({ order, refund }: Props) {
  const t = useWords(ordersTexts)
  const { give, ask, undecided, requested, isBusy } = refund
  const [draft, setDraft] = useState(emptyDraft)
  const approval = useQuery({
    ...approvalQuery(requested?.order.approvalId ?? ''),
    enabled: requested !== null,
    refetchInterval: 15_000,
  })
  const status = useShownStatus(requested === null ? null : (approval.data ?? null))
  if (undecided !== null) {
    return (
      <Stack>
        {isRefusal(give.error) && <RefusedAlert error={give.error} />}
        <RefundUndecided
          refund={undecided}
          typeName={t(`kinds.${undecided.order.type}`)}
          isBusy={isBusy}
          onSend={() => void refund.sendAgain()}
        />
      </Stack>
    )
  }
  const fault = give.error ?? ask.error
  const isWaiting = requested !== null && !isOver(status) && !isProblem(give.error, ...spent)
  return (
    <Stack>
      <RefusedAlert error={fault} />
      {requested !== null && isWaiting && (status !== 'APPROVED' || give.isIdle) ? (
        <RefundWaiting
          approvalId={requested.order.approvalId}
          isApproved={status === 'APPROVED'}
          storeId={order.storeId}
          onApproved={() => void refund.refundApproved()}
          onLook={() => approval.refetch()}
          onLeave={refund.forget}
        />
      ) : requested !== null && isWaiting ? (
        <RefundApproved
          requested={requested}
          approval={approval.data}
          isBusy={isBusy}
          onGive={() => void refund.refundApproved()}
          onLeave={refund.forget}
        />
      ) : (
        <>
          {fault === null && <RequestOver status={status} approval={approval.data} />}
          <Chosen order={order} refund={refund} draft={draft} onDraft={setDraft} />
        </>
      )}
    </Stack>
  )
}

interface ChosenProps extends Props {
  draft: typeof emptyDraft
  onDraft: (draft: typeof emptyDraft) => void
}

/** The form, over what is left to refund and from the person's own shift. */
function Chosen({ order, refund, draft, onDraft }: ChosenProps) {
  const t = useWords(ordersTexts)
  const words = useProblemWords()
  const refundable = useQuery(refundableQuery(order.id))
  const shift = useQuery(ownShiftQuery(order.storeId))
  const failed = refundable.error ?? shift.error
  if (refundable.data === undefined || shift.data === undefined) {
    if (failed === null) return <RowSkeletons rows={3} />
    return (
      <ErrorState
        {...words(failed)}
        onRetry={() => {
          void refundable.refetch()
          void shift.refetch()
        }}
      />
    )
  }
  if (shift.data === null) {
    return (
      <Alert color="yellow" title={t('noShift')}>
        {t('noShiftHint')}
      </Alert>
    )
  }
  return (
    <RefundForm
      order={order}
      refundable={refundable.data}
      draft={draft}
      onDraft={onDraft}
      isBusy={refund.isBusy}
      onGive={(wanted) => void refund.refund(wanted)}
      onAsk={(wanted) => {
        refund.forget()
        refund.ask.mutate(wanted)
      }}
    />
  )
}
