import { expect, test } from 'vitest'
import { banks, formerBanks } from './banks.ts'
import { bankName, clabeFault, readClabe } from './clabe.ts'

// Published examples: Wikipedia's, and the test accounts of two providers.
test.each([
  ['032180000118359719', undefined],
  ['002010077777777771', '002'],
  ['646180110400000007', '646'],
])('%s has the right check digit', (digits, bankCode) => {
  const read = readClabe(digits)
  // 032 is a former bank: then the bank is at fault, and not the digit.
  if (bankCode === undefined) expect(read).toEqual({ fault: expect.stringContaining('is not a known bank') })
  else expect(read).toEqual({ digits, bankCode, lastFour: digits.slice(-4) })
})

test('every other last digit, and nearly every other digit in its place, is refused', () => {
  const good = '002010077777777771'
  for (let at = 0; at < 18; at++) {
    for (let digit = 0; digit < 10; digit++) {
      const other = good.slice(0, at) + digit + good.slice(at + 1)
      if (other !== good) expect(readClabe(other), other).toHaveProperty('fault')
    }
  }
})

test.each([
  '',
  '12345678901234567',
  '0020100777777777711',
  '00201007777777777a',
  '٠٠٢٠١٠٠٧٧٧٧٧٧٧٧٧٧١',
])('%j is not a CLABE', (text) => {
  expect(readClabe(text)).toEqual({ fault: 'must have 18 digits' })
})

test('each bank has one code of three digits', () => {
  for (const code of Object.keys(banks)) expect(code).toMatch(/^\d{3}$/)
  expect(new Set(Object.values(banks)).size).toBe(Object.keys(banks).length)
  expect(bankName('072')).toBe('Banorte')
  expect(bankName('999')).toBe('999')
})

test('a former participant is refused but still has a name', () => {
  for (const [code, name] of Object.entries(formerBanks)) {
    expect(banks).not.toHaveProperty(code)
    expect(bankName(code)).toBe(name)
  }
  // CIBanco, with a valid check digit.
  expect(readClabe('143180000118359718')).toEqual({ fault: expect.stringContaining('is not a known bank') })
})

test('the fault of a CLABE is told in words', () => {
  expect(clabeFault('002010077777777771')).toBe(undefined)
  expect(clabeFault('002010077777777772')).toBe('has a wrong check digit: one of its digits is mistyped')
})
