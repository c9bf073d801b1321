import type { RefundableOrder, RefundDetails } from '@mostrador/client'
import { type Mutation, useMutation, useMutationState, useQueryClient } from '@tanstack/react-query'
import { answer, api } from '../api/client.ts'
import { isSpent } from './is-spent.ts'
import { type Attempt, type SentRefund, undecidedRefund } from './sent-refund.ts'

/** Begins the names of refunds that are sent and, at the till, of the requests for their approval. */
export const refundsKey = ['refunds'] as const
const givingKey = (orderId: string) => [...refundsKey, 'give', orderId]

/** The refunds of an order that were sent from this page, oldest first, also from screens that were closed. */
const useAttempts = (orderId: string) =>
  useMutationState<Attempt, Mutation<RefundDetails, Error, SentRefund>>({
    filters: { mutationKey: givingKey(orderId) },
    select: ({ state: { status, error, variables } }) => ({ status, error, variables }),
  })

/** Whether nothing of an order can be refunded. An undecided refund is confirmed on its screen, also when nothing is left. */
export function useNothingLeft(
  orderId: string,
  refundable: Pick<RefundableOrder, 'lines'> | undefined,
): boolean {
  const undecided = undecidedRefund(useAttempts(orderId))
  return undecided === null && refundable !== undefined && isSpent(refundable)
}

/**
 * Sends the refunds of an order. A refund whose answer was lost is kept as it was sent, also when its screen is closed, and can
 * only be sent again like that until it is known whether it was made.
 */
export function useSentRefunds(orderId: string) {
  const queryClient = useQueryClient()
  const mutationKey = givingKey(orderId)
  const give = useMutation({
    mutationKey,
    mutationFn: ({ order, key }: SentRefund) =>
      answer(
        api.POST('/pos/sales_orders/{id}/refunds', {
          params: { path: { id: orderId }, header: { 'idempotency-key': key } },
          body: order,
        }),
      ),
    gcTime: Number.POSITIVE_INFINITY,
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: ['orders'] })
      void queryClient.invalidateQueries({ queryKey: ['shift'] })
    },
  })
  const attempts = useAttempts(orderId)
  const undecided = undecidedRefund(attempts)
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
