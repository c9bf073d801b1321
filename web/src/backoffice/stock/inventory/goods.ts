import { plain } from '../../../ui/format/plain.ts'
import type { Unit } from '../../../ui/format/typed-quantity.ts'

/** A variant under its product's name, as stock lists show it. */
export interface Goods {
  readonly variantId: string
  readonly name: string
  readonly sku: string | null
  readonly barcodes: readonly string[]
  readonly unit: Unit
  /** Whether it can be received and adjusted now. */
  readonly isKept: boolean
}

/** Goods that match what was typed or scanned, an exact barcode first. */
export function findGoods(goods: Iterable<Goods>, typed: string, limit: number): Goods[] {
  const wanted = plain(typed)
  const found: Goods[] = []
  for (const each of goods) {
    if (!each.isKept) continue
    if (wanted !== '' && each.barcodes.some((code) => plain(code) === wanted)) return [each]
    if (found.length < limit && plain(`${each.name} ${each.sku ?? ''}`).includes(wanted)) found.push(each)
  }
  return found
}

/** The goods with exactly this barcode or, in shops that print their own labels, this SKU. */
export function goodsByCode(goods: Iterable<Goods>, code: string): Goods | undefined {
  const all = [...goods]
  const wanted = plain(code)
  return (
    all.find(({ barcodes }) => barcodes.some((each) => plain(each) === wanted)) ??
    all.find(({ sku }) => sku !== null && plain(sku) === wanted)
  )
}
