import { parseNumber } from '../../../ui/fields/parse-number.ts'
import { isColor } from '../../../ui/look/color.ts'

export interface Values extends Record<string, unknown> {
  name: string
  color: string
  parentId: string | null
  position: number | string
}

/** The color as the server has it; `null` for none. */
const colorOf = (typed: string): string | null => typed.trim().toLowerCase() || null

/** Whether the typed text is a color, or empty. The server refuses anything else. */
export function isColorOrNone(typed: string): boolean {
  const color = colorOf(typed)
  return color === null || isColor(color)
}

/** The form's values as the server has them. */
export const fieldsOf = ({ color, position, ...values }: Values) => ({
  ...values,
  position: parseNumber(position) ?? 0,
  color: colorOf(color),
})
