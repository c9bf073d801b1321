import { refuseScan, type TakeScan, useScans } from '../../ui/scanner/meanings.ts'
import { useWords } from '../../ui/words/words.ts'
import { type GoodsItem, itemByCode } from '../catalog/goods-item.ts'
import type { CartDesk } from '../selling/cart-desk.ts'
import { isMeasured } from '../selling/quantity.ts'
import { useFaultWords } from '../words/fault-words.ts'
import { shopTexts } from '../words/shop-texts.ts'
import { useCartState } from './use-cart.ts'

interface Props {
  desk: CartDesk
  /** What the store sells; `undefined`: it is still being loaded. */
  items: readonly GoodsItem[] | undefined
  terminalId: string | null
  /** Something that is measured was scanned, and has to be asked about. */
  onMeasure: (item: GoodsItem) => void
  /** A code was taken: what the sale before it has left on the screen goes away. */
  onTaken: (item: GoodsItem) => void
}

/** A scan is a line in the cart, also while the customer pays; the answer says so of dialogs over the cart. */
export function useCartScans({ desk, items, terminalId, onMeasure, onTaken }: Props): TakeScan {
  const t = useWords(shopTexts)
  const faultWords = useFaultWords()
  const { paying, sold, provisional } = useCartState(desk)
  const take: TakeScan = ({ code }) => {
    if (paying !== null) return { title: t('scan.charging') }
    if (items === undefined) return { title: t('scan.loading') }
    const item = itemByCode(items, code)
    if (item === undefined) return { title: t('unknownCode'), hint: t('unknownCodeHint') }
    if (sold !== null || provisional !== null) desk.startAnew()
    onTaken(item)
    if (isMeasured(item.unit)) onMeasure(item)
    else {
      // The server's no comes later, and by then the customer may be paying.
      desk.add(item, 1, terminalId, (fault) => {
        const { title, hint } = faultWords(fault)
        refuseScan(code, {
          title: t('scan.notAdded', { name: item.name }),
          hint: hint === undefined ? title : `${title}. ${hint}`,
        })
      })
    }
    return null
  }
  useScans('screen', take)
  return take
}
