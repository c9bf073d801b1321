import type { VasProduct } from '@mostrador/client'

type ReferenceRule = NonNullable<VasProduct['reference']>

/** What is wrong with a reference so far; `short` while it may still become right. */
export type ReferenceFault = 'missing' | 'short' | 'long' | 'letters' | 'pattern' | 'checkDigit'

/** Scanners and people put blanks, dots and hyphens between the groups; the biller wants none. */
export function compactReference(typed: string): string {
  return typed.replaceAll(/[\s().-]/g, '').toUpperCase()
}

export function isNumeric({ pattern }: ReferenceRule): boolean {
  return pattern.startsWith('^\\d')
}

/** `null`: it can be sent. The server and the biller have the last word. */
export function referenceFault(rule: ReferenceRule | null, reference: string): ReferenceFault | null {
  if (rule === null) return null
  if (reference === '') return 'missing'
  if (isNumeric(rule) && /\D/.test(reference)) return 'letters'
  if (reference.length < rule.minLength) return 'short'
  if (reference.length > rule.maxLength) return 'long'
  if (!matches(rule.pattern, reference)) return 'pattern'
  return rule.checkDigit === 'luhn' && !hasLuhnDigit(reference) ? 'checkDigit' : null
}

/** Patterns come with the catalog; one that this browser cannot read is left to the server. */
function matches(pattern: string, reference: string): boolean {
  try {
    return new RegExp(pattern).test(reference)
  } catch {
    return true
  }
}

/** Whether the last digit is the check digit of those before it (ISO/IEC 7812-1, annex B). */
function hasLuhnDigit(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 1 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}
