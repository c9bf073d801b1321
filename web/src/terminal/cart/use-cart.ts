import { useEffect, useMemo } from 'react'
import { useStore } from 'zustand'
import { useIsOnline } from '../../api/network-state.ts'
import { useMe } from '../../session/me/me.ts'
import type { CartDesk } from '../selling/cart-desk.ts'
import { type CartView, cartView } from '../selling/cart-view.ts'
import { cartDeskOf } from '../selling/till.ts'

/** The signed-in person's cart in a store. */
export function useCartDesk(storeId: string): CartDesk {
  return cartDeskOf(storeId, useMe().account.id)
}

export function useCartState(desk: CartDesk): CartView {
  const state = useStore(desk.store)
  return useMemo(() => cartView(state), [state])
}

/** Moves an offline cart back to the server when it is reachable again, unless it is being paid. */
export function useReturnToServer(desk: CartDesk, isPaying: boolean, terminalId: string | null): void {
  const isServerThere = useIsOnline()
  const { isLocal } = useCartState(desk)
  const mayComeBack = isServerThere && isLocal && !isPaying
  useEffect(() => {
    if (mayComeBack) void desk.comeBack(terminalId)
  }, [mayComeBack, desk, terminalId])
}
