import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { changeCentavos, changeOf, suggestedTenders } from './tender.ts'

const total = fc.integer({ min: 1, max: 10_000_00 })

describe('cash', () => {
  test('a 100-peso total is paid with 100, 200, 500 or 1,000', () => {
    expect(suggestedTenders(10_000)).toEqual([10_000, 20_000, 50_000, 100_000])
  })

  test('an uneven total offers the exact amount first', () => {
    expect(suggestedTenders(10_350)).toEqual([10_350, 12_000, 15_000, 20_000, 50_000, 100_000])
  })

  test('every suggestion covers the total, none appears twice', () => {
    fc.assert(
      fc.property(total, (amount) => {
        const tenders = suggestedTenders(amount)
        expect(tenders[0]).toBe(amount)
        expect(new Set(tenders).size).toBe(tenders.length)
        for (const tender of tenders) expect(changeCentavos(amount, tender)).toBeGreaterThanOrEqual(0)
      }),
    )
  })

  test('insufficient cash has no change', () => {
    expect(changeCentavos(10_000, 9_999)).toBeNull()
    expect(changeCentavos(10_000, 10_000)).toBe(0)
    expect(changeCentavos(10_000, 50_000)).toBe(40_000)
  })
})

test('tenders are suggested in order, six at most, and none for nothing', () => {
  expect(suggestedTenders(0)).toEqual([])
  expect(suggestedTenders(4_100)).toEqual([4_100, 5_000, 6_000, 10_000, 20_000, 50_000])
})

test('the change of a sale is that of its payments', () => {
  expect(changeOf([])).toBe(0)
  expect(changeOf([{ changeCentavos: 0 }, { changeCentavos: 450 }, { changeCentavos: 50 }])).toBe(500)
})
