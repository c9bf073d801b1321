import type { CartLine } from '@mostrador/client'

/** What one does with a cart in a dialog of its own. */
export type CartDialog = 'discount' | 'customer' | 'park' | 'parked' | 'cancel' | { line: CartLine }
