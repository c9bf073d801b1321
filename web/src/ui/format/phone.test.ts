import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { groupPhone, isWholePhone, nationalDigits } from './phone.ts'

const phone = fc.stringMatching(/^[1-9]\d{9}$/)

describe('phone numbers', () => {
  test.each([
    ['', ''],
    ['5', '5'],
    ['551', '55 1'],
    ['551234', '55 1234'],
    ['5512345', '55 1234 5'],
    ['5512345678', '55 1234 5678'],
  ])('%s is read as "%s"', (digits, groups) => {
    expect(groupPhone(digits)).toBe(groups)
  })

  test.each([
    '55 1234 5678',
    '+52 55 1234 5678',
    '+521 (55) 1234-5678',
    '044 55 1234 5678',
    '045-55-12345678',
  ])('%s is the national number 5512345678', (typed) => {
    expect(nationalDigits(typed)).toBe('5512345678')
  })

  test('an eleventh digit is dropped', () => {
    expect(nationalDigits('55123456789')).toBe('5512345678')
  })

  test('grouping keeps every digit', () => {
    fc.assert(
      fc.property(phone, (digits) => {
        expect(nationalDigits(groupPhone(digits))).toBe(digits)
        expect(isWholePhone(digits)).toBe(true)
      }),
    )
  })

  test.each(['', '551234567', '0551234567'])('"%s" is not a complete number', (digits) => {
    expect(isWholePhone(digits)).toBe(false)
  })
})

test('more digits than a number has are not taken for a prefix', () => {
  expect(nationalDigits('52551234567890')).toBe('5255123456')
  expect(nationalDigits('9525512345678')).toBe('9525512345')
  expect(['5512345678', '05512345678', '55123456789'].map(isWholePhone)).toEqual([true, false, false])
})
