/** A typed value as it is stored: without spaces around it, and `null` when nothing is left. */
export const emptyToNull = (typed: string): string | null => typed.trim() || null
