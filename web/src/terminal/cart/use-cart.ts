import { useEffect, useMemo } from 'react'
import { useStore } from 'zustand'
import { useIsOnline } from '../../api/network-state.ts'
import { useMe } from '../../session/me/me.ts'
import type { CartCheckout } from '../selling/cart/cart-checkout.ts'
import { type CartView, cartView } from '../selling/cart/cart-view.ts'
import { cartCheckoutOf } from '../selling/till/till.ts'

/** The signed-in person's cart in a store. */
export function useCartCheckout(storeId: string): CartCheckout {
  return cartCheckoutOf(storeId, useMe().account.id)
}

export function useCartState(checkout: Pick<CartCheckout, 'store'>): CartView {
  const state = useStore(checkout.store)
  return useMemo(() => cartView(state), [state])
}

/** Moves an offline cart back to the server when it is reachable again, unless it is being paid. */
export function useReturnToServer(
  checkout: CartCheckout,
  isPaying: boolean,
  terminalId: string | null,
): void {
  const isServerThere = useIsOnline()
  const { isLocal } = useCartState(checkout)
  const mayGoOnline = isServerThere && isLocal && !isPaying
  useEffect(() => {
    if (mayGoOnline) void checkout.goOnline(terminalId)
  }, [mayGoOnline, checkout, terminalId])
}
