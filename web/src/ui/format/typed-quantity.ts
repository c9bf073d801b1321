import { isMeasured, type Unit } from './quantity.ts'

/**
 * Parses a typed quantity: up to three decimals after a point or a comma, whole numbers for pieces; `null` when it is none.
 */
export function readQuantity(typed: string, unit: Unit): number | null {
  const match = /^\d{1,6}(?:[.,]\d{0,3})?$/.exec(typed.trim())
  if (match === null) return null
  const quantity = Number(typed.trim().replace(',', '.'))
  return isMeasured(unit) || Number.isInteger(quantity) ? quantity : null
}

/** Formats a quantity such that `readQuantity` reads it back: `2`, `0.75`, `1200`. */
export const typedQuantity = (quantity: number) => String(Number(quantity.toFixed(3)))
