import { isNoNumber, numberOf } from '../../../ui/fields/number-of.ts'

/** What leaving a line's field means. */
export type Left =
  /** `null` clears the count. */
  | { readonly record: number | null }
  /** The line keeps its count. */
  | 'same'
  /** Something was typed that cannot be recorded. */
  | 'unread'

/** @param counted what the line has */
export function leftField(typed: number | string, counted: number | null): Left {
  if (isNoNumber(typed)) return 'unread'
  const record = numberOf(typed)
  return record === counted ? 'same' : { record }
}
