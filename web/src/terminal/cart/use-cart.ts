import { useEffect, useMemo } from 'react'
import { useStore } from 'zustand'
import { useIsOnline } from '../../api/network-state.ts'
import { useMe } from '../../session/me/me.ts'
import type { CartDesk } from '../selling/cart-desk.ts'
import { type CartView, cartView } from '../selling/cart-view.ts'
import { cartDeskOf } from '../selling/till.ts'

/** The cart of whoever is signed in, in a store. */
export function useCartDesk(storeId: string): CartDesk {
  return cartDeskOf(storeId, useMe().account.id)
}

export function useCartState(desk: CartDesk): CartView {
  const state = useStore(desk.store)
  return useMemo(() => cartView(state), [state])
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
