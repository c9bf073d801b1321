import type { Cart } from '@mostrador/client'
import { waitingDiscounts } from '../selling/cart/cart-view.ts'

interface Situation {
  readonly cart: Cart | null
  readonly isEmpty: boolean
  readonly isLocal: boolean
  /** Why an offline sale cannot be charged. */
  readonly localReason: string | null
  readonly hasShift: boolean
  readonly isOnline: boolean
}

/** What keeps a cart from being charged; `null`: nothing. */
export function payObstacle({ cart, isEmpty, isLocal, localReason, hasShift, isOnline }: Situation) {
  if (isEmpty) return 'empty'
  if (isLocal && localReason !== null) return 'local'
  if (!hasShift) return 'shift'
  // Without a network nobody can decide about a discount. The cart is then charged offline, where it has none.
  return isOnline && waitingDiscounts(cart).length > 0 ? 'discount' : null
}
