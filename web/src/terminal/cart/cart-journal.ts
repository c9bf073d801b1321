import type { Finalizing } from '../../api/types.ts'

/** A payment that was sent, or is about to be. */
export interface OpenPayment {
  readonly key: string
  readonly cartId: string
  readonly body: Finalizing
}

/** What this device remembers of the cart in hand, so that a reload finds it again. */
export interface CartJournal {
  cartId(): string | null
  payment(): OpenPayment | null
  keepCart(cartId: string): void
  /** @throws when the device cannot keep it; then it must not be sent. */
  keepPayment(open: OpenPayment): void
  forgetPayment(): void
  forget(): void
}

/** One journal for a person in a store: whoever signs in next does not find somebody else's cart. */
export function cartJournal(storage: Storage, storeId: string, accountId: string): CartJournal {
  const cartKey = `mostrador.cart.${storeId}.${accountId}`
  const paymentKey = `mostrador.payment.${storeId}.${accountId}`
  return {
    cartId: () => storage.getItem(cartKey),
    payment() {
      try {
        return JSON.parse(storage.getItem(paymentKey) ?? 'null') as OpenPayment | null
      } catch {
        return null
      }
    },
    keepCart: (cartId) => storage.setItem(cartKey, cartId),
    keepPayment: (open) => storage.setItem(paymentKey, JSON.stringify(open)),
    forgetPayment: () => storage.removeItem(paymentKey),
    forget() {
      storage.removeItem(paymentKey)
      storage.removeItem(cartKey)
    },
  }
}
