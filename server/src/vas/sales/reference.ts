import { Problem } from '../../problem/problem.ts'

/**
 * How the number or reference of a product is written and checked; the pattern helps the till, the provider
 * has the last word.
 */
export interface ReferenceRule {
  readonly label: string
  readonly help: string
  readonly pattern: string
  readonly minLength: number
  readonly maxLength: number
  readonly scannable: boolean
}

const digits = (
  label: string,
  help: string,
  minLength: number,
  maxLength: number,
  scannable = true,
): ReferenceRule => ({
  label,
  help,
  pattern: `^\\d{${minLength},${maxLength}}$`,
  minLength,
  maxLength,
  scannable,
})

/** Rules by name; a product refers to one. Lengths as printed on bills in 2026-03. */
export const referenceRules = {
  phone: digits('Número celular', '10 dígitos, sin 044 ni 045', 10, 10, false),
  landline: digits('Teléfono', '10 dígitos, como aparece en el recibo', 10, 20),
  cfe: digits('Número de servicio', '12 dígitos, o los 30 de la línea de captura', 12, 30),
  water: digits('Número de cuenta', 'Como aparece en el recibo de agua', 6, 27),
  account: digits('Número de cuenta', 'De 8 a 16 dígitos, como aparece en el recibo', 8, 16),
} as const satisfies Record<string, ReferenceRule>
export type ReferenceRuleName = keyof typeof referenceRules

export function isReferenceRule(name: string | null): name is ReferenceRuleName {
  return name !== null && Object.hasOwn(referenceRules, name)
}

/**
 * Normalizes a reference for the provider: ten national digits for a phone, however it was typed.
 *
 * @param ruleName null for a product that takes no reference: it must be absent, and null is returned
 * @throws Problem `reference_invalid`
 */
export function normalizeReference(ruleName: ReferenceRuleName, typed: string | undefined): string
export function normalizeReference(
  ruleName: ReferenceRuleName | null,
  typed: string | undefined,
): string | null
export function normalizeReference(
  ruleName: ReferenceRuleName | null,
  typed: string | undefined,
): string | null {
  if (ruleName === null) {
    if (typed === undefined) return null
    throw new Problem('reference_invalid', { detail: 'This product takes no reference; omit it.' })
  }
  const rule = referenceRules[ruleName]
  const compact = compacted(typed ?? '')
  const reference = ruleName === 'phone' ? nationalNumber(compact) : compact
  if (new RegExp(rule.pattern).test(reference) && !(ruleName === 'phone' && reference.startsWith('0')))
    return reference
  throw new Problem('reference_invalid', {
    detail: `${rule.label}: ${rule.help}.`,
    errors: [{ path: '/reference', message: rule.help }],
  })
}

/** The references that a text can stand for, however it was typed: of a phone, and of any other product. */
export function possibleReferences(typed: string): readonly string[] {
  const compact = compacted(typed)
  return [compact, nationalNumber(compact)]
}

const compacted = (typed: string): string => typed.replaceAll(/[\s().-]/g, '')

/** Ten digits from +52, 52, the old mobile prefix 1, or 044 and 045. */
function nationalNumber(compact: string): string {
  const match = /^(?:\+?52(?:1)?|044|045)?(\d{10})$/.exec(compact)
  return match?.[1] ?? compact
}
