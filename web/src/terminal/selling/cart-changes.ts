import { type Cart, type CartLine, NoAnswer } from '@mostrador/client'
import { answer, api } from '../../api/client.ts'
import { type Ask, abandonCart, moveToServer } from './cart-calls.ts'
import type { CartInHand } from './cart-in-hand.ts'

const openCarts = '/pos/carts/{id}'

/**
 * Changes to the cart in hand as a whole.
 *
 * @param startAnew starts the next customer's order
 */
export function cartChanges(hand: CartInHand, startAnew: () => void) {
  const changeCart = (ask: Ask): Promise<void> =>
    hand.change(async () => {
      const { cart, isLocal } = hand.view()
      return cart === null ? 'as it is' : hand.draft((await answer(ask(cart.id))) as Cart, isLocal)
    })

  const leaveUnlessOpen = (): boolean => {
    if (hand.cart === null || hand.cart.status === 'OPEN') return false
    startAnew()
    return true
  }

  const addDiscount = (discount: {
    line: CartLine | null
    amountCentavos?: number
    percentageBps?: number
    reason: string
  }): Promise<void> => {
    const { line, ...rest } = discount
    const body = { ...rest, ...(line === null ? { scope: 'CART' } : { scope: 'LINE', lineItemId: line.id }) }
    return changeCart((id) =>
      api.POST('/pos/carts/{id}/discounts', { params: { path: { id } }, body: body as never }),
    )
  }

  const removeDiscount = (discountId: string): Promise<void> =>
    changeCart((id) =>
      api.DELETE('/pos/carts/{id}/discounts/{discountId}', { params: { path: { id, discountId } } }),
    )

  const setCustomer = (customerId: string | null): Promise<void> =>
    changeCart((id) => api.PATCH(openCarts, { params: { path: { id } }, body: { customerId } }))

  /** Reloads the cart, for example after a decision about a discount. */
  const reload = (): Promise<void> => changeCart((id) => api.GET(openCarts, { params: { path: { id } } }))

  /** Parks the cart, to be recalled on any till. */
  const park = async (label: string): Promise<boolean> => {
    const body = label === '' ? {} : { label }
    await changeCart((id) => api.POST('/pos/carts/{id}/park', { params: { path: { id } }, body }))
    return leaveUnlessOpen()
  }

  const recall = (id: string, terminalId: string | null): Promise<void> => {
    const body = terminalId === null ? {} : { terminalId }
    return hand.change(async () =>
      hand.draft(await answer(api.POST('/pos/carts/{id}/recall', { params: { path: { id } }, body })), false),
    )
  }

  /** Cancels the cart. */
  const cancel = async (): Promise<boolean> => {
    const { cart, isLocal } = hand.view()
    if (cart !== null && isLocal) {
      // The server may still hold a cart with this id.
      void abandonCart(cart.id)
      startAnew()
      return true
    }
    await changeCart((id) => api.POST('/pos/carts/{id}/cancel', { params: { path: { id } }, body: {} }))
    return leaveUnlessOpen()
  }

  /** Continues the cart on this device only, because the network is gone. */
  const goLocal = (): Promise<void> =>
    hand.change(async () => (hand.cart === null ? 'as it is' : hand.draft(hand.base(), true)))

  /** Moves an offline cart back to the server, which prices it anew unless it is unchanged. */
  const comeBack = (terminalId: string | null): Promise<void> =>
    hand.change(async () => {
      const { cart, isLocal } = hand.view()
      if (cart === null || !isLocal) return 'as it is'
      if (cart.lines.length === 0) return null
      try {
        return hand.draft(await moveToServer(cart, terminalId), false)
      } catch (error) {
        if (error instanceof NoAnswer) return 'as it is'
        throw error
      }
    })

  return { addDiscount, removeDiscount, setCustomer, reload, park, recall, cancel, goLocal, comeBack }
}
