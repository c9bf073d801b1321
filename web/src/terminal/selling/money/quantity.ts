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

/** Text in front of a code or a name: the quantity, as typed. */
export interface Prefixed {
  /** `null` without a prefix. */
  readonly times: string | null
  readonly rest: string
}

/** Splits a quantity prefix off: `3*cola` is three of what `cola` finds. */
export function prefixed(typed: string): Prefixed {
  const match = /^\s*(\d{1,6}(?:[.,]\d{0,3})?)\s*\*(.*)$/s.exec(typed)
  const [, times = null, rest = typed] = match ?? []
  return { times, rest }
}

/**
 * How much to add of goods of a unit: one piece without a prefix. `ask`: weighed goods without a prefix;
 * `null`: the prefix is no quantity of this unit.
 */
export function prefixedQuantity(times: string | null, unit: GoodsItem['unit']): number | 'ask' | null {
  if (times === null) return isMeasured(unit) ? 'ask' : 1
  return parseQuantity(times, unit)
}

/** How many pieces a prefix asks for: one without a prefix, or with one that is no whole number. */
export function piecesOf(times: string | null): number {
  const quantity = prefixedQuantity(times, 'PIECE')
  return typeof quantity === 'number' ? quantity : 1
}

/** Formats a quantity such that `parseQuantity` reads it back: `2`, `0.75`, `1200`. */
export const typedQuantity = (quantity: number) => String(Number(quantity.toFixed(3)))

/** Goods sold by weight or measure ask for a quantity; pieces are added one at a time. */
export const isMeasured = (unit: GoodsItem['unit']) => unit !== 'PIECE'
