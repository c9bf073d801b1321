import { type LabelLayout, readLabel, type ScaleLabel } from '../../ui/scanner/scale-label.ts'
import { type GoodsItem, isSoldByAmount } from '../catalog/goods-item.ts'
import type { HowMuch } from '../selling/cart/cart-lines.ts'

/** How much a label says; `ask`: its price does not say how much, and it has to be asked. */
type Labelled = HowMuch | 'ask'

/** Goods with what their label says: how much of them. */
export interface LabelledGoods {
  readonly item: GoodsItem
  readonly howMuch: Labelled
}

/** The goods of a label from the shop's scale; `null` if the code is no such label, or no goods are sold so. */
export function labelledGoods(
  items: readonly GoodsItem[],
  code: string,
  layouts: readonly LabelLayout[],
): LabelledGoods | null {
  const label = readLabel(code, layouts)
  if (label === null) return null
  for (const item of itemsOnScale(items, label)) {
    const howMuch = howMuchOf(label, item)
    if (howMuch !== null) return { item, howMuch }
  }
  return null
}

/**
 * Goods with the label's code, the likeliest first. Scales write their codes with leading zeros, and catalogs often
 * without: those with the same digits come before those with the same number. A price is of goods by weight before it is
 * of pieces, which are rarely priced on a scale.
 */
function itemsOnScale(items: readonly GoodsItem[], { itemCode, kind }: ScaleLabel): readonly GoodsItem[] {
  const hasCode = ({ sku, barcodes }: GoodsItem, isIt: (code: string) => boolean) =>
    (sku !== null && isIt(sku)) || barcodes.some(isIt)
  const isNumber = (code: string) => /^\d{1,7}$/.test(code) && Number(code) === Number(itemCode)
  const rankOf = (item: GoodsItem) =>
    (hasCode(item, (code) => code === itemCode) ? 0 : 2) + (kind === 'PRICE' && item.unit === 'PIECE' ? 1 : 0)
  return items.filter((item) => hasCode(item, isNumber)).toSorted((a, b) => rankOf(a) - rankOf(b))
}

function howMuchOf({ kind, value }: ScaleLabel, item: GoodsItem): Labelled | null {
  const { unit, priceCentavos } = item
  switch (kind) {
    case 'WEIGHT':
      return unit === 'KILOGRAM' ? value / 1000 : null
    case 'PIECES':
      return unit === 'PIECE' ? value : null
    case 'PRICE':
      if (unit !== 'PIECE') return isSoldByAmount(item) ? { amountCentavos: value } : 'ask'
      return priceCentavos > 0 && value % priceCentavos === 0 ? value / priceCentavos : null
  }
}
