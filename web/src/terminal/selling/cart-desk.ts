import { sellingAside } from './cart-aside.ts'
import { cartChanges } from './cart-changes.ts'
import { CartInHand, type CartParts } from './cart-in-hand.ts'
import { lineChanges } from './cart-lines.ts'
import { CartPayment } from './cart-payment.ts'

export type CartDesk = ReturnType<typeof cartDesk>

/**
 * One person's current order of goods in a store. Changes are sent one after another, each once, and the
 * server's answer is shown. The desk lives outside the screens, so a sale in progress survives them; the
 * order is in the book, so it survives a reload as well.
 */
export function cartDesk(parts: CartParts) {
  const hand = new CartInHand(parts)
  const { resume, startAnew, pay } = new CartPayment(hand)
  void hand.change(resume)
  return {
    storeId: parts.storeId,
    store: hand.store,
    view: hand.view,
    startAnew,
    pay,
    dismissFault: () => hand.set({ fault: null }),
    ...lineChanges(hand),
    ...cartChanges(hand, startAnew),
    ...sellingAside(hand, startAnew),
  }
}
