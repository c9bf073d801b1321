import { useMutation, useQueryClient } from '@tanstack/react-query'
import { answer, api } from '../../../api/client.ts'

export interface PayoutOrder {
  amountCentavos: number | null
  bankAccountId: string | null
}

/**
 * Requests a payout. After a lost answer the same order keeps its key, also in a dialog that is opened again, so it is
 * requested once.
 */
export function useRequest(storeId: string, onRequested: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ amountCentavos, bankAccountId }: PayoutOrder) =>
      answer(
        api.POST('/pos/settlements/requests', {
          body: { storeId, amountCentavos: amountCentavos ?? 0, bankAccountId: bankAccountId ?? '' },
        }),
      ),
    onSuccess: onRequested,
    // Without an answer it may have been requested: the list shows whether it was.
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: ['settlements'] })
      void queryClient.invalidateQueries({ queryKey: ['wallet'] })
    },
  })
}
