import type { CartLine } from '@mostrador/client'
import { useWords } from '../../ui/words/words.ts'
import { useCommand } from '../shortcuts/use-command.ts'
import { shopTexts } from '../words/shop-texts.ts'
import type { CartDialog } from './cart-dialog.ts'

interface Cartside {
  /** The cart has no line, and none is on its way. */
  readonly isEmpty: boolean
  readonly isLocal: boolean
  /** Lines are on their way. */
  readonly isBusy: boolean
  /** The line that keys change: of the goods added last. */
  readonly latest: CartLine | null
  /** The search has text, so Enter belongs to it. */
  readonly isSearching: boolean
  /** Why the cart cannot be charged now. */
  readonly payReason: string | null
  readonly onPay: () => void
  readonly onOpen: (dialog: CartDialog) => void
  readonly onRemove: (line: CartLine) => void
}

/** The keys of the cart. */
export function useCartCommands(side: Cartside): void {
  const t = useWords(shopTexts)
  const { isEmpty, isLocal, isBusy, latest, isSearching, payReason, onPay, onOpen } = side
  const reason = isLocal ? t('localOnly') : isEmpty ? t('payReason.empty') : null
  const noLine = isEmpty ? t('payReason.empty') : latest === null ? t('payReason.busy') : null
  useCommand('pay', onPay, { reason: payReason })
  // An Enter that can charge nothing is no mistake worth a message. Right after a scan it may be the scanner's.
  useCommand('payIdle', onPay, { isOn: !isSearching && !isBusy && payReason === null })
  useCommand('quantity', () => latest !== null && onOpen({ line: latest }), { reason: noLine })
  useCommand('removeLine', () => latest !== null && side.onRemove(latest), {
    isOn: !isSearching && noLine === null,
  })
  useCommand('discount', () => onOpen('discount'), { reason })
  useCommand('customer', () => onOpen('customer'), { reason })
  useCommand('park', () => onOpen(isEmpty ? 'parked' : 'park'), {
    reason: isLocal ? t('localOnly') : null,
  })
}
