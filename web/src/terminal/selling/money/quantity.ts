import type { GoodsItem } from '../../catalog/goods-item.ts'

/**
 * Parses a typed quantity: above zero, up to three decimals, whole numbers for pieces; `null` when invalid.
 */
export function parseQuantity(typed: string, unit: GoodsItem['unit'] = 'KILOGRAM'): number | null {
  const match = /^\d{1,6}(?:[.,]\d{0,3})?$/.exec(typed.trim())
  if (match === null) return null
  const quantity = Number(typed.trim().replace(',', '.'))
  return quantity > 0 && (isMeasured(unit) || Number.isInteger(quantity)) ? quantity : null
}

/** Formats a quantity such that `parseQuantity` reads it back: `2`, `0.75`, `1200`. */
export const typedQuantity = (quantity: number) => String(Number(quantity.toFixed(3)))

/** Goods sold by weight or measure ask for a quantity; pieces are added one at a time. */
export const isMeasured = (unit: GoodsItem['unit']) => unit !== 'PIECE'
