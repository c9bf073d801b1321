import { cartChanges } from './cart-changes.ts'
import { lineChanges } from './cart-lines.ts'
import { offlineCheckout } from './cart-offline.ts'
import { CartPayment } from './cart-payment.ts'
import { type CartCheckoutOptions, CurrentCart } from './current-cart.ts'
import { reloadDraft } from './stored-carts.ts'

export type CartCheckout = ReturnType<typeof cartCheckout>

/**
 * One person's current order of goods in a store. Changes are sent one after another, each once, and the
 * server's answer is shown. The checkout lives outside the screens, so a sale in progress survives them; the
 * order is in the book, so it survives a reload as well.
 */
export function cartCheckout(options: CartCheckoutOptions) {
  const current = new CurrentCart(options, reloadDraft)
  const offline = offlineCheckout(current, () => startNew())
  const { resume, takeOver, startNew, pay } = new CartPayment(current, offline.finishOffline)
  void current.change(resume)
  return {
    storeId: options.storeId,
    store: current.store,
    view: current.view,
    startNew,
    pay,
    takeOver,
    /** Waits for the changes that were begun. */
    settled: () => current.change(() => Promise.resolve('unchanged')),
    dismissFault: () => current.set({ fault: null }),
    ...lineChanges(current),
    ...cartChanges(current, startNew),
    ...offline,
  }
}
