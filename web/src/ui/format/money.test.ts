import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatPesos, formatShortPesos, parsePesos } from './money.ts'

describe('amounts as text', () => {
  test.each([
    [0, '$0.00'],
    [5, '$0.05'],
    [10000, '$100.00'],
    [123450, '$1,234.50'],
    [-123450, '−$1,234.50'],
    [100_000_000_00, '$100,000,000.00'],
  ])('%i centavos read %s', (amount, text) => {
    expect(formatPesos(amount)).toBe(text)
  })

  test('on tiles, whole pesos have no decimals and others keep them', () => {
    expect(formatShortPesos(10000)).toBe('$100')
    expect(formatShortPesos(100000)).toBe('$1,000')
    expect(formatShortPesos(9950)).toBe('$99.50')
  })

  test('a fraction of a centavo is refused', () => {
    expect(() => formatPesos(10.5)).toThrow(RangeError)
    expect(() => formatPesos(Number.NaN)).toThrow(RangeError)
  })
})

describe('amounts as typed', () => {
  test.each([
    ['100', 10000],
    ['$ 1,234.5', 123450],
    ['99.90', 9990],
    ['0.05', 5],
    ['7.', 700],
    [' $1,234,567.89 ', 123456789],
    ['12,50', 1250],
    ['99,9', 9990],
    ['1500,00', 150000],
    ['7,', 700],
  ])('%s is %i centavos', (typed, amount) => {
    expect(parsePesos(typed)).toBe(amount)
  })

  test.each([
    '',
    'abc',
    '1.234',
    '-5',
    '1.2.3',
    '.',
    '12345678901',
    '200.555',
    '2oo',
    '12,3456',
    '1,23,456',
    '1234,567',
    '0,123',
    '1.234,50',
    '1,234,50',
    '1,2,3',
    ',50',
    '12 50',
    '$',
    '1$2',
  ])('%s is not an amount', (typed) => {
    expect(parsePesos(typed)).toBeNull()
  })

  test('with a decimal comma is the same as with a point', () => {
    const cents = fc.integer({ min: 0, max: 99 }).map((each) => String(each).padStart(2, '0'))
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999_999 }), cents, (whole, decimals) => {
        expect(parsePesos(`${whole},${decimals}`)).toBe(parsePesos(`${whole}.${decimals}`))
      }),
    )
  })

  test('a formatted amount parses back to the same amount', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999_999_999 }), (amount) => {
        expect(parsePesos(formatPesos(amount))).toBe(amount)
      }),
    )
  })
})

test('only what is no whole number of centavos is refused, by name', () => {
  expect(() => formatPesos(1.5)).toThrow('1.5 is not a whole number of centavos')
})
