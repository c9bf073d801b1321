import type { VasKind } from '@mostrador/client'
import { isOnline, onNetworkChange } from '../../api/network-state.ts'
import { serverNowMs } from '../../api/server-clock.ts'
import { uuidV7 } from '../../api/uuid-v7.ts'
import { Asking } from './asking.ts'
import { type CartDesk, cartDesk } from './cart-desk.ts'
import { handedIn } from './goods-truth.ts'
import { HandIn } from './hand-in.ts'
import { deviceJournal } from './journal.ts'
import { OrderBook } from './order-book.ts'
import { ServiceDesk } from './service-desk.ts'
import { truthOf } from './service-truth.ts'

// The page's single instances: one book of orders, one journal behind it, one polling loop.

export const orderBook = new OrderBook(deviceJournal())

const asking = new Asking((delayMs, work) => {
  const timer = setTimeout(work, delayMs)
  return () => clearTimeout(timer)
})
onNetworkChange(() => {
  if (isOnline()) asking.hurryAll()
})

/** This device's queue of offline sales. */
export const handIn = new HandIn({
  book: orderBook,
  asking,
  handedIn,
  isOnline,
  nowMs: serverNowMs,
  alone: (name, work) => ('locks' in navigator ? navigator.locks.request(name, work) : work()),
})

const cartDesks = new Map<string, CartDesk>()

/** An account's order of goods in a store, so that the next person does not find somebody else's cart. */
export function cartDeskOf(storeId: string, accountId: string): CartDesk {
  const name = `${storeId} ${accountId}`
  const known = cartDesks.get(name)
  if (known !== undefined) return known
  const onAside = () => handIn.follow(accountId)
  const parts = { accountId, storeId, book: orderBook, asking, isOnline, nowMs: serverNowMs, onAside }
  const desk = cartDesk(parts)
  cartDesks.set(name, desk)
  return desk
}

export const serviceKinds: readonly VasKind[] = ['airtime', 'service', 'pin']
export type ServiceDesks = Readonly<Record<VasKind, ServiceDesk>>

let current: { accountId: string; desks: ServiceDesks } | null = null

/** The signed-in account's service desks. They outlive every screen and end with the session. */
export function serviceDesksOf(accountId: string): ServiceDesks {
  if (current?.accountId === accountId) return current.desks
  if (current !== null) for (const kind of serviceKinds) current.desks[kind].stop()
  const deskOf = (kind: VasKind) =>
    new ServiceDesk({
      ...{ accountId, kind, book: orderBook, asking, truthOf },
      nowMs: serverNowMs,
      makeKey: uuidV7,
    })
  const desks = { airtime: deskOf('airtime'), service: deskOf('service'), pin: deskOf('pin') }
  current = { accountId, desks }
  for (const kind of serviceKinds) void desks[kind].resume()
  return desks
}
