import { parsePhoneNumberFromString } from 'libphonenumber-js'
import { describe, expect, test } from 'vitest'
import { isReferenceRule, normalizeReference, possibleReferences, referenceRules } from './reference.ts'

describe('a phone number, however it is typed, becomes ten national digits', () => {
  test.each([
    '5512345678',
    '55 1234 5678',
    '(55) 1234-5678',
    '+52 55 1234 5678',
    '525512345678',
    '+5215512345678',
    '0445512345678',
    '0455512345678',
  ])('%s', (typed) => {
    expect(normalizeReference('phone', typed)).toBe('5512345678')
    // libphonenumber agrees on every form that it knows; the prefixes 044 and 045 ended in 2019.
    const known = parsePhoneNumberFromString(typed, 'MX')
    if (!typed.startsWith('04')) expect(known?.nationalNumber.slice(-10)).toBe('5512345678')
  })

  test.each([
    '551234567',
    '55123456789',
    '+15512345678',
    '0551234567',
    'abc',
    '',
    undefined,
  ])('%s is refused', (typed) => {
    expect(() => normalizeReference('phone', typed)).toThrow(
      expect.objectContaining({ code: 'reference_invalid' }),
    )
  })
})

test('a bill reference keeps all its digits', () => {
  expect(normalizeReference('cfe', '0123 4567 8901')).toBe('012345678901')
  expect(() => normalizeReference('cfe', '12345678901')).toThrow('Número de servicio')
})

test('a PIN has no reference, and sending one is an error', () => {
  expect(normalizeReference(null, undefined)).toBe(null)
  for (const sent of ['5512345678', ''])
    expect(() => normalizeReference(null, sent)).toThrow('takes no reference')
})

test('a refusal names the field and says what the biller wants', () => {
  for (const [rule, typed] of [
    ['phone', undefined],
    ['account', 'x'],
  ] as const)
    expect(() => normalizeReference(rule, typed)).toThrow(
      expect.objectContaining({
        options: expect.objectContaining({
          errors: [{ path: '/reference', message: referenceRules[rule].help }],
        }),
      }),
    )
})

test('only the reference of a phone loses a country code', () => {
  expect(normalizeReference('account', '525512345678')).toBe('525512345678')
  expect(() => normalizeReference('phone', '0123456789')).toThrow('Número celular')
})

test('a text stands for a phone and for any other reference', () => {
  expect(possibleReferences('+52 55 1234-5678')).toEqual(['+525512345678', '5512345678'])
})

test('rules are known by name, and bills can be scanned', () => {
  expect(['phone', 'toString', '', null].map(isReferenceRule)).toEqual([true, false, false, false])
  const scannable = Object.entries(referenceRules).filter(([, rule]) => rule.scannable)
  expect(scannable.map(([name]) => name)).toEqual(['landline', 'cfe', 'water', 'account'])
})
