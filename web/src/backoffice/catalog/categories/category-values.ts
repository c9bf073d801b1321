import { parseNumber } from '../../../ui/fields/parse-number.ts'

export interface Values extends Record<string, unknown> {
  name: string
  color: string
  parentId: string | null
  position: number | string
}

/** The color as the server has it; `null` for none. */
const colorOf = (typed: string): string | null => typed.trim().toLowerCase() || null

/** Whether the typed text is a color, or none. Anything else must not be saved: it would delete the stored color. */
export const isColor = (typed: string) => /^(#[0-9a-f]{6})?$/.test(colorOf(typed) ?? '')

/** The form's values as the server has them. */
export const fieldsOf = ({ color, position, ...values }: Values) => ({
  ...values,
  position: parseNumber(position) ?? 0,
  color: colorOf(color),
})
