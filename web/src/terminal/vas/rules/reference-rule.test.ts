import { describe, expect, test } from 'vitest'
import { compactReference, referenceFault } from './reference-rule.ts'

const digits = (minLength: number, maxLength: number) => ({
  label: 'Número',
  help: '',
  pattern: `^\\d{${minLength},${maxLength}}$`,
  minLength,
  maxLength,
  scannable: true,
})

describe('a reference', () => {
  test.each([
    ['', 'missing'],
    ['1234', 'short'],
    ['123456789012', null],
    ['1234567890123', 'long'],
    ['12345678901A', 'letters'],
  ] as const)('of exactly twelve digits: %j is %s', (reference, fault) => {
    expect(referenceFault(digits(12, 12), reference)).toBe(fault)
  })

  test('may contain letters if its rule allows them', () => {
    const rule = { ...digits(3, 10), pattern: '^[A-Z]{2}\\d+$' }
    expect(referenceFault(rule, 'AB123')).toBeNull()
    expect(referenceFault(rule, '12345')).toBe('pattern')
  })

  test('is left to the server when the pattern is invalid or there is no rule', () => {
    expect(referenceFault({ ...digits(1, 5), pattern: '^[A-Z' }, '123')).toBeNull()
    expect(referenceFault(null, 'anything')).toBeNull()
  })

  test.each([
    ['1234 5678-9012', '123456789012'],
    ['(55) 1234.5678\n', '5512345678'],
    ['ab-12', 'AB12'],
  ])('typed or scanned as %j is %s', (typed, compact) => {
    expect(compactReference(typed)).toBe(compact)
  })
})
