import { isMeasured, parseQuantity, type Unit } from '../../../ui/format/typed-quantity.ts'

/** Parses a typed quantity that is sold: above zero, whole numbers for pieces; `null` when invalid. */
export function parseSoldQuantity(typed: string, unit: Unit = 'KILOGRAM'): number | null {
  const quantity = parseQuantity(typed, unit)
  return quantity === 0 ? null : quantity
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
export function prefixedQuantity(times: string | null, unit: Unit): number | 'ask' | null {
  if (times === null) return isMeasured(unit) ? 'ask' : 1
  return parseSoldQuantity(times, unit)
}

/** How many pieces a prefix asks for: one without a prefix, or with one that is no whole number. */
export function piecesOf(times: string | null): number {
  const quantity = prefixedQuantity(times, 'PIECE')
  return typeof quantity === 'number' ? quantity : 1
}
