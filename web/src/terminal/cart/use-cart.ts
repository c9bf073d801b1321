import { useEffect, useSyncExternalStore } from 'react'
import { isOnline, useIsOnline } from '../../api/network-state.ts'
import { serverNowMs } from '../../api/server-clock.ts'
import { useMe } from '../../session/me/me.ts'
import { offlineQueue } from '../offline/use-offline-queue.ts'
import { CartDesk, type CartState } from './cart-desk.ts'
import { cartJournal } from './cart-journal.ts'

const desks = new Map<string, CartDesk>()

/** The cart of whoever is signed in, in a store. */
export function useCartDesk(storeId: string): CartDesk {
  const { account } = useMe()
  const key = `${storeId} ${account.id}`
  const known = desks.get(key)
  if (known !== undefined) return known
  const desk = new CartDesk(storeId, cartJournal(localStorage, storeId, account.id), {
    isOnline,
    queue: offlineQueue,
    nowMs: serverNowMs,
  })
  desks.set(key, desk)
  return desk
}

export function useCartState(desk: CartDesk): CartState {
  return useSyncExternalStore(desk.subscribe, desk.state)
}

/** A cart of the device that nobody is paying for just now goes back to the server as soon as that is there again. */
export function useComingBack(desk: CartDesk, isPaying: boolean, terminalId: string | null): void {
  const isServerThere = useIsOnline()
  const { isLocal } = useCartState(desk)
  const mayComeBack = isServerThere && isLocal && !isPaying
  useEffect(() => {
    if (mayComeBack) void desk.comeBack(terminalId)
  }, [mayComeBack, desk, terminalId])
}
