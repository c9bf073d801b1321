import type { GoodsItem } from '../catalog/goods-item.ts'

/** A quantity as it is typed: more than zero, up to three decimals, of pieces whole; `null` when it is none. */
export function parseQuantity(typed: string, unit: GoodsItem['unit'] = 'KILOGRAM'): number | null {
  const match = /^\d{1,6}(?:[.,]\d{0,3})?$/.exec(typed.trim())
  if (match === null) return null
  const quantity = Number(typed.trim().replace(',', '.'))
  return quantity > 0 && (isMeasured(unit) || Number.isInteger(quantity)) ? quantity : null
}

/** `2`, `0.75`, `1200`: as somebody types it, so that `parseQuantity` reads the same. */
export const typedQuantity = (quantity: number) => String(Number(quantity.toFixed(3)))

/** Goods that are weighed or measured ask how much; pieces are one at a time. */
export const isMeasured = (unit: GoodsItem['unit']) => unit !== 'PIECE'
