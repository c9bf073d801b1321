import fc from 'fast-check'
import { expect, test } from 'vitest'
import { add, centavos, negate, share, subtract, zero } from './centavos.ts'
import { formatPesos } from './format.ts'

const amounts = fc.bigInt({ min: -10_000_000_000n, max: 10_000_000_000n }).map(centavos)

test('anything but a whole number of centavos is refused', () => {
  for (const value of [1.5, Number.NaN, Number.POSITIVE_INFINITY])
    expect(() => centavos(value)).toThrow(RangeError)
  expect(() => centavos(1_000_000_000_000_000n)).toThrow('out of range')
  expect(() => centavos('12.50')).toThrow(SyntaxError)
})

test('amounts reach ten trillion pesos, in both directions', () => {
  for (const amount of [999_999_999_999_999n, -999_999_999_999_999n]) expect(centavos(amount)).toBe(amount)
  for (const amount of [1_000_000_000_000_000n, -1_000_000_000_000_000n])
    expect(() => centavos(amount)).toThrow('out of range')
})

test('adding and subtracting undo each other', () => {
  fc.assert(
    fc.property(amounts, amounts, (a, b) => {
      expect(subtract(add(a, b), b)).toBe(a)
      expect(add(a, negate(a))).toBe(zero)
    }),
  )
})

test('a share is never off by more than half a centavo, and is symmetric around zero', () => {
  fc.assert(
    fc.property(amounts, fc.integer({ min: 0, max: 10_000 }), (amount, bps) => {
      const exact = amount * BigInt(bps)
      const error = share(amount, bps) * 10_000n - exact
      expect(error <= 5_000n && error >= -5_000n).toBe(true)
      expect(share(negate(amount), bps)).toBe(negate(share(amount, bps)))
    }),
  )
})

test.each([
  [0, '$0.00'],
  [5, '$0.05'],
  [123_450, '$1,234.50'],
  [-100_000_000, '-$1,000,000.00'],
])('%i centavos read %s', (value, text) => {
  expect(formatPesos(centavos(value))).toBe(text)
})
