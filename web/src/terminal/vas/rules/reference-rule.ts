import type { VasProduct } from '@mostrador/client'

type ReferenceRule = NonNullable<VasProduct['reference']>

/** What is wrong with a reference so far; `short` means that it may still become valid. */
export type ReferenceFault = 'missing' | 'short' | 'long' | 'letters' | 'pattern'

/** Scanners and people put spaces, dots and hyphens between the groups; the biller wants none. */
export function compactReference(typed: string): string {
  return typed.replaceAll(/[\s().-]/g, '').toUpperCase()
}

export function isNumeric({ pattern }: ReferenceRule): boolean {
  return pattern.startsWith('^\\d')
}

/** `null` when it can be sent. The server and the biller decide in the end. */
export function referenceFault(rule: ReferenceRule | null, reference: string): ReferenceFault | null {
  if (rule === null) return null
  if (reference === '') return 'missing'
  if (isNumeric(rule) && /\D/.test(reference)) return 'letters'
  if (reference.length < rule.minLength) return 'short'
  if (reference.length > rule.maxLength) return 'long'
  return matches(rule.pattern, reference) ? null : 'pattern'
}

/** Patterns come with the catalog. One that is not valid in this browser is left to the server. */
function matches(pattern: string, reference: string): boolean {
  try {
    return new RegExp(pattern).test(reference)
  } catch {
    return true
  }
}
