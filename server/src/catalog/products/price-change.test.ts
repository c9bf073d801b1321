import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changedPrice } from './price-change.ts'

const percent = (percentBps: number) => ({ kind: 'PERCENT', percentBps }) as const
const amount = (amountCentavos: number) => ({ kind: 'AMOUNT', amountCentavos }) as const

test.each([
  [1_999, percent(1_000), 1, 2_199],
  [1_999, percent(1_000), 50, 2_200],
  [1_999, percent(1_000), 100, 2_200],
  [1_000, percent(-1_250), 1, 875],
  [1_001, percent(-5_000), 1, 501],
  [1_050, amount(125), 100, 1_200],
  [1_000, amount(-150), 50, 850],
  [25, amount(-50), 1, -25],
  [25, amount(-50), 100, 0],
  [25, amount(-175), 100, -100],
  [9_999_999_999, percent(1), 1, 10_000_999_999],
])('%i changed by %j to a step of %i is %i', (price, change, step, expected) => {
  expect(changedPrice(price, change, step)).toBe(expected)
})

test('a price is rounded to its step, and differs from the exact one by at most half a step', () => {
  const steps = fc.constantFrom(1, 10, 50, 100)
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 10_000_000_000 }),
      fc.integer({ min: -9_999, max: 100_000 }),
      steps,
      (price, bps, step) => {
        const after = changedPrice(price, percent(bps), step)
        expect(after % step).toBe(0)
        const exact = BigInt(price) * BigInt(10_000 + bps)
        const off = BigInt(after) * 10_000n - exact
        expect((off < 0n ? -off : off) * 2n <= BigInt(step) * 10_000n).toBe(true)
      },
    ),
  )
})
