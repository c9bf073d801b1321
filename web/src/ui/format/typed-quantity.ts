import type { Product } from '@mostrador/client'

export type Unit = Product['unit']

/** Goods sold by weight or measure have quantities with decimals; pieces are whole. */
export const isMeasured = (unit: Unit) => unit !== 'PIECE'

const plain = /^\d{1,6}(?:[.,]\d{0,3})?$/
const inGroups = /^[1-9]\d{0,2},\d{3}(?:\.\d{0,3})?$/

/**
 * Parses a typed quantity: up to three decimals after a point or a comma, whole numbers for pieces; `null` when it is none. A
 * comma before three digits separates thousands, as in amounts: 12,000 pieces. For measured goods `1,250` is refused, because it
 * could mean 1.250.
 */
export function parseQuantity(typed: string, unit: Unit): number | null {
  const text = typed.trim()
  const isGrouped = inGroups.test(text)
  if (!isGrouped && !plain.test(text)) return null
  if (isGrouped && isMeasured(unit) && !text.includes('.')) return null
  const quantity = Number(text.replace(',', isGrouped ? '' : '.'))
  return isMeasured(unit) || Number.isInteger(quantity) ? quantity : null
}

/** Formats a quantity such that `parseQuantity` reads it back: `2`, `0.75`, `1200`. */
export const typedQuantity = (quantity: number) => String(Number(quantity.toFixed(3)))
