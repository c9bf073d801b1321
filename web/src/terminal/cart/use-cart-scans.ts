import { isMeasured } from '../../ui/format/typed-quantity.ts'
import { refuseScan, type ScanAct, type TakeScan, useScans } from '../../ui/scanner/meanings.ts'
import { useWords } from '../../ui/words/words.ts'
import { type GoodsItem, itemByCode } from '../catalog/goods-item.ts'
import type { CartCheckout } from '../selling/cart/cart-checkout.ts'
import { piecesOf, prefixed, prefixedQuantity } from '../selling/money/quantity.ts'
import { inSentences, useFaultWords } from '../words/fault-words.ts'
import { shopTexts } from '../words/shop-texts.ts'
import { labelledGoods } from './labelled-goods.ts'
import { useCartState } from './use-cart.ts'

interface Props {
  checkout: Pick<CartCheckout, 'store' | 'view' | 'startNew' | 'add'>
  /** The goods for sale; `undefined` while loading. */
  items: readonly GoodsItem[] | undefined
  /** The layouts of the labels that the store's scale prints. */
  labelLayouts: readonly string[]
  terminalId: string | null
  /** The quantity typed before the scan. */
  times: string | null
  /** Goods sold by weight or measure were scanned, and it is not said how much: that has to be asked. */
  onMeasure: (item: GoodsItem) => void
  /** Goods with an open price were scanned: the price has to be asked. */
  onOpenPrice: (item: GoodsItem, quantity: number) => void
  /** What can be done about a code that no goods have; `null` when nothing can be done now. */
  missingActs: (code: string, quantity: number) => readonly ScanAct[] | null
  /** The previous sale's screen can close. */
  onNextSale: () => void
  /** A code was accepted. `isAdded`: its quantity is known. */
  onTaken: (item: GoodsItem, isAdded: boolean) => void
}

/**
 * Every scan adds a line to the cart, even while the customer pays; the callback tells dialogs over the cart.
 */
export function useCartScans(props: Props): TakeScan {
  const { checkout, items, labelLayouts, terminalId, times } = props
  const { onMeasure, onOpenPrice, missingActs, onNextSale, onTaken } = props
  const t = useWords(shopTexts)
  const faultWords = useFaultWords()
  const { paying, sold, provisional } = useCartState(checkout)
  const take: TakeScan = ({ code }) => {
    if (paying !== null) return { title: t('scan.charging') }
    if (items === undefined) return { title: t('scan.loading') }
    // A quantity typed just before a scan can arrive as its beginning.
    const own = itemByCode(items, code) === undefined ? prefixed(code) : { times: null, rest: code }
    const rest = own.rest.trim()
    const whole = itemByCode(items, rest)
    const labelled = whole === undefined ? labelledGoods(items, rest, labelLayouts) : null
    const item = whole ?? labelled?.item
    if (item === undefined) {
      const acts = missingActs(rest, piecesOf(own.times ?? times))
      return { title: t('unknownCode'), ...(acts !== null && { hint: t('unknownCodeHint'), acts }) }
    }
    // A label says how much it is, or that it has to be asked.
    const howMuch = labelled?.howMuch ?? prefixedQuantity(own.times ?? times, item.unit)
    if (howMuch === null) return { title: t(isMeasured(item.unit) ? 'quantityFault' : 'piecesFault') }
    if (sold !== null || provisional !== null) {
      checkout.startNew()
      onNextSale()
    }
    // What comes next may be a payment that a closed window has left.
    if (checkout.view().paying !== null) return { title: t('scan.charging') }
    const isOpen = item.isPriceOpen && typeof howMuch === 'number'
    onTaken(item, howMuch !== 'ask' && !isOpen)
    if (howMuch === 'ask') onMeasure(item)
    else if (isOpen) onOpenPrice(item, howMuch)
    else {
      // The server's refusal comes later, when the customer may already be paying.
      checkout.add(item, howMuch, terminalId, (fault) => {
        const hint = inSentences(faultWords(fault))
        refuseScan(code, { title: t('scan.notAdded', { name: item.name }), hint })
      })
    }
    return null
  }
  useScans('screen', take)
  return take
}
