import { isGtin } from './gtin.ts'

/**
 * The layout of the labels that a shop's scale prints, as 13 characters: fixed digits, `I` for the
 * goods' code, then `W` for grams, `P` for centavos or `N` for pieces, `X` for digits that do not matter, and `C` for
 * the check digit. `20IIIIIWWWWWC` is a weight behind a code of five digits.
 */
export type LabelLayout = string

/** Layouts that the server accepts. Codes that begin with 20 to 29 are a shop's own. */
export const labelLayoutPattern = /^(?=.{13}$)2\d{1,4}X{0,2}I{2,6}X{0,2}(W{4,6}|P{4,6}|N{2,5})X{0,2}C$/

export type LabelKind = 'WEIGHT' | 'PRICE' | 'PIECES'

/** What a label says. */
export interface ScaleLabel {
  /** The goods' code on the scale, with its leading zeros. */
  readonly itemCode: string
  readonly kind: LabelKind
  /** Grams, centavos or pieces. */
  readonly value: number
}

const kinds = { W: 'WEIGHT', P: 'PRICE', N: 'PIECES' } as const

/** Reads a scanned label by the first layout that fits; `null` when none does, or its check digit is wrong. */
export function readLabel(code: string, layouts: readonly LabelLayout[]): ScaleLabel | null {
  if (!/^2\d{12}$/.test(code) || !isGtin(code)) return null
  const layout = layouts.find((each) => labelLayoutPattern.test(each) && isOf(code, each))
  const letter =
    layout === undefined ? undefined : (['W', 'P', 'N'] as const).find((each) => layout.includes(each))
  if (layout === undefined || letter === undefined) return null
  const digitsOf = (wanted: string) => [...code].filter((_digit, place) => layout[place] === wanted).join('')
  const value = Number(digitsOf(letter))
  return value === 0 ? null : { itemCode: digitsOf('I'), kind: kinds[letter], value }
}

/** Whether the code has the layout's fixed digits. */
const isOf = (code: string, layout: LabelLayout) =>
  [...layout].every((letter, place) => !/\d/.test(letter) || letter === code[place])
