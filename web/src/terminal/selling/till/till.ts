import { uuidV7, type VasKind } from '@mostrador/client'
import { isOnline, onNetworkChange } from '../../../api/network-state.ts'
import { serverNowMs } from '../../../api/server-clock.ts'
import { openDialogCount } from '../../../ui/layers/open-dialogs.ts'
import { type CartCheckout, cartCheckout } from '../cart/cart-checkout.ts'
import { cancelLeftCart } from '../offline/cancel-left-cart.ts'
import { OfflineQueue } from '../offline/offline-queue.ts'
import { submitOfflineSale } from '../offline/submit-offline-sale.ts'
import { deviceJournal } from '../orders/journal.ts'
import { OrderBook } from '../orders/order-book.ts'
import { browserClaims } from '../orders/order-claims.ts'
import { Poller } from '../requests/polling.ts'
import { VasCheckout } from '../vas/vas-checkout.ts'
import { vasOrderStatus } from '../vas/vas-order-status.ts'
import { takeOver } from './take-over.ts'

// The page's single instances: one book of orders, one journal behind it, one polling loop.

export const orderBook = new OrderBook(deviceJournal(), browserClaims())

const poller = new Poller((delayMs, work) => {
  const timer = setTimeout(work, delayMs)
  return () => clearTimeout(timer)
})
onNetworkChange(() => {
  if (isOnline()) poller.pollAllNow()
})

/** This device's queue of offline sales. */
export const offlineQueue = new OfflineQueue({
  book: orderBook,
  poller,
  submitOfflineSale,
  cancelLeftCart,
  isOnline,
  nowMs: serverNowMs,
  alone: (name, work) => ('locks' in navigator ? navigator.locks.request(name, work) : work()),
})

const cartCheckouts = new Map<string, CartCheckout>()

/** An account's order of goods in a store, so that the next person does not find somebody else's cart. */
export function cartCheckoutOf(storeId: string, accountId: string): CartCheckout {
  const name = `${storeId} ${accountId}`
  const known = cartCheckouts.get(name)
  if (known !== undefined) return known
  const onLeftToSend = () => offlineQueue.follow(accountId)
  const checkout = cartCheckout({
    ...{ accountId, storeId, book: orderBook, poller, isOnline, nowMs: serverNowMs, onLeftToSend },
    isAsking: () => openDialogCount() > 0,
  })
  cartCheckouts.set(name, checkout)
  return checkout
}

export const vasKinds: readonly VasKind[] = ['airtime', 'service', 'pin']
export type VasCheckouts = Readonly<Record<VasKind, VasCheckout>>

let current: { accountId: string; checkouts: VasCheckouts } | null = null

/** The signed-in account's service checkouts. They outlive every screen and end with the session. */
export function vasCheckoutsOf(accountId: string): VasCheckouts {
  if (current?.accountId === accountId) return current.checkouts
  if (current !== null) for (const kind of vasKinds) current.checkouts[kind].stop()
  const checkoutOf = (kind: VasKind) =>
    new VasCheckout({
      ...{ accountId, kind, book: orderBook, poller, vasOrderStatus },
      nowMs: serverNowMs,
      makeKey: uuidV7,
    })
  const checkouts = { airtime: checkoutOf('airtime'), service: checkoutOf('service'), pin: checkoutOf('pin') }
  current = { accountId, checkouts }
  for (const kind of vasKinds) void checkouts[kind].resume()
  return checkouts
}

let takenOver: Promise<void> = Promise.resolve()

/** Continues what a closed window of this till has left. One call runs after another, so nothing is taken over twice. */
export function takeOverOrders(storeId: string, accountId: string): void {
  const cart = cartCheckoutOf(storeId, accountId)
  const services = Object.values(vasCheckoutsOf(accountId))
  const work = () => takeOver(accountId, { book: orderBook, queue: offlineQueue, cart, services })
  takenOver = takenOver.then(work, work)
}
