import type { Cart, Finalizing } from '../../api/types.ts'

/** A payment that was sent, or is about to be. */
export interface OpenPayment {
  readonly key: string
  readonly cartId: string
  readonly body: Finalizing
  /** As it was shown. What an earlier version of the till has written is without it. */
  readonly cart?: Cart
}

/** What this device remembers of the cart in hand, so that a reload finds it again. */
export interface CartJournal {
  cartId(): string | null
  payment(): OpenPayment | null
  /** The cart as it was last shown, for when nobody answers. */
  shown(): Cart | null
  /** A cart that is on this device alone. */
  local(): Cart | null
  keepCart(cartId: string): void
  keepShown(cart: Cart): void
  keepLocal(cart: Cart): void
  forgetLocal(): void
  /** @throws when the device cannot keep it; then it must not be sent. */
  keepPayment(open: OpenPayment): void
  forgetPayment(): void
  forget(): void
}

/** One journal for a person in a store: whoever signs in next does not find somebody else's cart. */
export function cartJournal(storage: Storage, storeId: string, accountId: string): CartJournal {
  const cartKey = `mostrador.cart.${storeId}.${accountId}`
  const paymentKey = `mostrador.payment.${storeId}.${accountId}`
  const shownKey = `mostrador.shownCart.${storeId}.${accountId}`
  const localKey = `mostrador.localCart.${storeId}.${accountId}`
  const read = <T>(key: string): T | null => {
    try {
      return JSON.parse(storage.getItem(key) ?? 'null') as T | null
    } catch {
      return null
    }
  }
  return {
    cartId: () => storage.getItem(cartKey),
    payment: () => read<OpenPayment>(paymentKey),
    shown: () => read<Cart>(shownKey),
    local: () => read<Cart>(localKey),
    keepCart: (cartId) => storage.setItem(cartKey, cartId),
    keepShown: (cart) => storage.setItem(shownKey, JSON.stringify(cart)),
    keepLocal: (cart) => storage.setItem(localKey, JSON.stringify(cart)),
    forgetLocal: () => storage.removeItem(localKey),
    keepPayment: (open) => storage.setItem(paymentKey, JSON.stringify(open)),
    forgetPayment: () => storage.removeItem(paymentKey),
    forget() {
      for (const key of [paymentKey, cartKey, shownKey, localKey]) storage.removeItem(key)
    },
  }
}
