import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { VasOrder } from '../../selling/orders/order.ts'
import type { VasCheckout } from '../../selling/vas/vas-checkout.ts'
import { catalogQuery } from '../../store/queries.ts'

/** Corrects a sale whose price has changed with its product as it is sold now: `null` when it is not sold any more. */
export function usePriceCorrection(checkout: VasCheckout, { key, kind, terms }: VasOrder) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async () => {
      const catalog = await queryClient.fetchQuery({ ...catalogQuery(kind, terms.storeId), staleTime: 0 })
      return catalog.find(({ id }) => id === terms.product.id) ?? null
    },
    onSuccess: (product) => {
      const sale = checkout.state()
      // The cashier may be serving the next customer by now.
      const isShown = sale.step === 'outcome' && sale.open.key === key
      if (isShown && product !== null) checkout.dispatch({ type: 'corrected', product })
    },
  })
}
