import { useSyncExternalStore } from 'react'
import { useMe } from '../../session/me.ts'
import { CartDesk, type CartState } from './cart-desk.ts'
import { cartJournal } from './cart-journal.ts'

const desks = new Map<string, CartDesk>()

/** The cart of whoever is signed in, in a store. */
export function useCartDesk(storeId: string): CartDesk {
  const { account } = useMe()
  const key = `${storeId} ${account.id}`
  const known = desks.get(key)
  if (known !== undefined) return known
  const desk = new CartDesk(storeId, cartJournal(localStorage, storeId, account.id))
  desks.set(key, desk)
  return desk
}

export function useCartState(desk: CartDesk): CartState {
  return useSyncExternalStore(desk.subscribe, desk.state)
}
