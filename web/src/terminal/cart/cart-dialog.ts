import type { CartLine } from '@mostrador/client'

/** The dialogs of the cart. */
export type CartDialog = 'discount' | 'customer' | 'park' | 'parked' | 'cancel' | { line: CartLine }
