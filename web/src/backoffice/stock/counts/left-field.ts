import type { Typed } from '../../../ui/fields/quantity-field.tsx'

/** What leaving a line's field means. */
export type Left =
  /** `null` clears the count. */
  | { readonly record: number | null }
  /** The line keeps its count. */
  | 'same'
  /** Something was typed that cannot be recorded. */
  | 'unread'

/** @param counted what the line has */
export function leftField(typed: Typed, counted: number | null): Left {
  if (Number.isNaN(typed)) return 'unread'
  const record = typed === '' ? null : typed
  return record === counted ? 'same' : { record }
}
