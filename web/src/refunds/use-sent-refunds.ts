import type { RefundableOrder, RefundDetails } from '@mostrador/client'
import { type Mutation, useMutation, useMutationState, useQueryClient } from '@tanstack/react-query'
import { answer, api } from '../api/client.ts'
import { isSettledBy } from '../api/refusal.ts'
import { useMe } from '../session/me/me.ts'
import { isSpent } from './is-spent.ts'
import { type Attempt, type SentRefund, undecidedRefund } from './sent-refund.ts'
import { forgetRefund, storedRefund, storeRefund } from './stored-refund.ts'

/** Begins the names of refunds that are sent and, at the till, of the requests for their approval. */
export const refundsKey = ['refunds'] as const
const givingKey = (orderId: string) => [...refundsKey, 'give', orderId]

/** The refunds of an order that were sent from this page, oldest first, also from screens that were closed. */
function useAttempts(orderId: string) {
  const accountId = useMe().account.id
  const attempts = useMutationState<Attempt, Mutation<RefundDetails, Error, SentRefund>>({
    filters: { mutationKey: givingKey(orderId) },
    select: ({ state: { status, error, variables, submittedAt } }) => ({
      ...{ status, error, variables, submittedAt },
    }),
  })
  const place = { accountId, orderId }
  return { place, attempts, undecided: undecidedRefund(attempts, storedRefund(place)) }
}

/** Whether nothing of an order can be refunded. An undecided refund is confirmed on its screen, also when nothing is left. */
export function useNothingLeft(
  orderId: string,
  refundable: Pick<RefundableOrder, 'lines'> | undefined,
): boolean {
  const { undecided } = useAttempts(orderId)
  return undecided === null && refundable !== undefined && isSpent(refundable)
}

/**
 * Sends the refunds of an order. A refund whose answer was lost is kept as it was sent, also when its screen is closed or the
 * page is loaded again, and can only be sent again like that until it is known whether it was made.
 */
export function useSentRefunds(orderId: string) {
  const queryClient = useQueryClient()
  const mutationKey = givingKey(orderId)
  const { place, attempts, undecided } = useAttempts(orderId)
  const give = useMutation({
    mutationKey,
    mutationFn: async (refund: SentRefund) => {
      const isRepeated = storeRefund(place, refund)
      try {
        const made = await answer(
          api.POST('/pos/sales_orders/{id}/refunds', {
            params: { path: { id: orderId }, header: { 'idempotency-key': refund.key } },
            body: refund.order,
          }),
        )
        forgetRefund(place, refund)
        return made
      } catch (error) {
        if (isSettledBy(error, isRepeated)) forgetRefund(place, refund)
        throw error
      }
    },
    gcTime: Number.POSITIVE_INFINITY,
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: ['orders'] })
      void queryClient.invalidateQueries({ queryKey: ['shift'] })
    },
  })
  /** What became of it is told by `give`. */
  const send = async (refund: SentRefund): Promise<void> => {
    // The screen is drawn later than the press: a second press must not send it twice.
    if (queryClient.isMutating({ mutationKey }) > 0) return
    await give.mutateAsync(refund).catch(() => undefined)
  }
  return {
    give,
    undecided,
    /** Also while one is sent from a dialog that was closed meanwhile. */
    isSending: attempts.some(({ status }) => status === 'pending'),
    send,
    /** Sends the refund again of which nobody knows whether it was made. */
    sendAgain: () => (undecided === null ? Promise.resolve() : send(undecided)),
  }
}
