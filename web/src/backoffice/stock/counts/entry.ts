import type { QuantityValue } from '../../../ui/fields/quantity-field.tsx'

/** What leaving a line's field means. */
export type Entry =
  /** `null` clears the count. */
  | { readonly record: number | null }
  /** The line keeps its count. */
  | 'unchanged'
  /** Something was typed that cannot be recorded. */
  | 'invalid'

/** @param counted what the line has */
export function entryOf(typed: QuantityValue, counted: number | null): Entry {
  if (Number.isNaN(typed)) return 'invalid'
  const record = typed === '' ? null : typed
  return record === counted ? 'unchanged' : { record }
}
