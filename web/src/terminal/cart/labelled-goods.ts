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

/** The goods of a label from the shop's scale; `null` if the code is no such label, or the goods are not sold so. */
export function labelledGoods(
  items: readonly GoodsItem[],
  code: string,
  layouts: readonly LabelLayout[],
): LabelledGoods | null {
  const label = readLabel(code, layouts)
  const item = label === null ? undefined : itemOnScale(items, label.itemCode)
  const howMuch = label === null || item === undefined ? null : howMuchOf(label, item)
  return item === undefined || howMuch === null ? null : { item, howMuch }
}

/** Scales write their codes with leading zeros, and catalogs without. */
const asNumber = (code: string | null) => (code !== null && /^\d{1,7}$/.test(code) ? Number(code) : null)

function itemOnScale(items: readonly GoodsItem[], itemCode: string): GoodsItem | undefined {
  const wanted = Number(itemCode)
  return items.find(
    ({ sku, barcodes }) => asNumber(sku) === wanted || barcodes.some((each) => asNumber(each) === wanted),
  )
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
