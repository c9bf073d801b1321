import type { Cart, CartLine } from '@mostrador/client'
import type { Dispatch, SetStateAction } from 'react'
import { useWords } from '../../ui/words/words.ts'
import type { CartCheckout } from '../selling/cart/cart-checkout.ts'
import { useCommand } from '../shortcuts/use-command.ts'
import { shopTexts } from '../words/shop-texts.ts'
import type { CartDialog } from './cart-dialog.ts'

interface Cartside {
  readonly checkout: CartCheckout
  /** The cart has no line, and none is on its way. */
  readonly isEmpty: boolean
  readonly isLocal: boolean
  /** Lines are on their way. */
  readonly isBusy: boolean
  /** The line that keys change: of the goods added last. */
  readonly latest: CartLine | null
  /** The goods added last. */
  readonly latestId: string | null
  /** The search has text, so Enter belongs to it. */
  readonly isSearching: boolean
  /** Why the cart cannot be charged now. */
  readonly payReason: string | null
  readonly onPay: () => void
  readonly onOpen: Dispatch<SetStateAction<CartDialog | null>>
}

/** The line of the goods added last; without one, the last line. */
export const latestLine = (cart: Cart | null, variantId: string | null) =>
  cart?.lines.findLast((line) => line.variantId === variantId) ?? cart?.lines.at(-1) ?? null

/** The keys of the cart. */
export function useCartCommands(side: Cartside): void {
  const t = useWords(shopTexts)
  const { checkout, isEmpty, isLocal, isBusy, latest, isSearching, payReason, onPay, onOpen } = side
  /** Right after a scan its line may still be on its way: the dialog opens when it has come. */
  const askQuantity = async () => {
    await checkout.settled()
    const line = latestLine(checkout.view().cart, side.latestId)
    if (line !== null) onOpen((open) => open ?? { line })
  }
  const reason = isLocal ? t('localOnly') : isEmpty ? t('payReason.empty') : null
  useCommand('pay', onPay, { reason: payReason })
  // An Enter that can charge nothing is no mistake worth a message. Right after a scan it may be the scanner's.
  useCommand('payIdle', onPay, { isOn: !isSearching && !isBusy && payReason === null })
  useCommand('quantity', () => void askQuantity(), { reason: isEmpty ? t('payReason.empty') : null })
  useCommand('removeLine', () => latest !== null && void checkout.remove(latest), {
    isOn: !isSearching && latest !== null,
  })
  useCommand('discount', () => onOpen('discount'), { reason })
  useCommand('customer', () => onOpen('customer'), { reason })
  useCommand('park', () => onOpen(isEmpty ? 'parked' : 'park'), {
    reason: isLocal ? t('localOnly') : null,
  })
}
