import { expect, test } from 'vitest'
import {
  type Arrival,
  acts,
  dayTotal,
  demandOf,
  isPayday,
  kindOf,
  kinds,
  shopRateAt,
} from '../bench/demand.mjs'

const at = (text: string) => Date.parse(`${text}Z`)
const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const kind = (name: string) => kinds.find((each) => each.name === name) as (typeof kinds)[number]

/** A Wednesday on which no wages are paid, and a payday. */
const wednesday = at('2026-03-11T00:00')
const payFriday = at('2026-03-13T00:00')

const drawn = (seed: number, fromMs: number, untilMs: number): Arrival[] => [
  ...demandOf({ merchants: 200, seed }).arrivals(fromMs, untilMs),
]

test('a shop expects on each day what its kind sells on such a day, spread over its opening hours', () => {
  for (const each of kinds) {
    for (let day = wednesday; day < wednesday + 7 * dayMs; day += dayMs) {
      for (const act of acts) {
        let sum = 0
        for (let minute = 0; minute < 24 * 60; minute++)
          sum += 60 * shopRateAt(each, act, day + (minute + 0.5) * minuteMs)
        expect(sum).toBeCloseTo(dayTotal(each, act, day), 6)
      }
    }
  }
})

test('a week without wages sells seven average days, less those on which a shop is closed', () => {
  const monday = at('2026-03-02T00:00')
  const week = Array.from({ length: 7 }, (_, no) => monday + no * dayMs)
  const soldBy = (name: string) => week.reduce((sum, day) => sum + dayTotal(kind(name), 'topUp', day), 0)
  expect(soldBy('corner shop')).toBeCloseTo(7 * kind('corner shop').day.topUp, 6)
  expect(soldBy('stationer')).toBeCloseTo(6 * kind('stationer').day.topUp, 6)
})

test('nobody comes while a shop is closed', () => {
  const sunday = at('2026-03-08T12:00')
  expect(shopRateAt(kind('stationer'), 'goods', sunday)).toBe(0)
  expect(shopRateAt(kind('corner shop'), 'goods', at('2026-03-11T06:59'))).toBe(0)
  expect(shopRateAt(kind('corner shop'), 'goods', at('2026-03-11T07:00'))).toBeGreaterThan(0)
  expect(shopRateAt(kind('corner shop'), 'goods', at('2026-03-11T22:00'))).toBe(0)
  const night = drawn(7, wednesday + 3 * 60 * minuteMs, wednesday + 5 * 60 * minuteMs)
  expect(night.length).toBeGreaterThan(0)
  expect(new Set(night.map(({ shop }) => kinds[kindOf(shop)]?.name))).toEqual(new Set(['convenience store']))
})

test('goods are sold at lunch and in the evening, and top-ups most of all in the evening', () => {
  const shop = kind('corner shop')
  const rate = (act: 'goods' | 'topUp', time: string) => shopRateAt(shop, act, at(`2026-03-11T${time}`))
  expect(rate('goods', '14:00')).toBeGreaterThan(1.5 * rate('goods', '11:00'))
  expect(rate('goods', '19:30')).toBeGreaterThan(rate('goods', '14:00'))
  expect(rate('goods', '19:30')).toBeGreaterThan(rate('goods', '16:45'))
  expect(rate('topUp', '20:00')).toBeGreaterThan(3 * rate('topUp', '12:00'))
})

test('wages are paid on the 15th and the last day of a month, or on the Friday before a weekend', () => {
  const paydays = (month: string, days: number) =>
    Array.from({ length: days }, (_, no) => no + 1).filter((day) =>
      isPayday(at(`2026-${month}-${String(day).padStart(2, '0')}T23:59`)),
    )
  // The 15th of March 2026 is a Sunday, and the 31st a Tuesday; of February a Sunday and a Saturday.
  expect(paydays('03', 31)).toEqual([13, 31])
  expect(paydays('02', 28)).toEqual([13, 27])
  expect(paydays('04', 30)).toEqual([15, 30])
})

test('a payday and the day after it are busier than the same weekdays without wages', () => {
  const week = 7 * dayMs
  for (const act of acts) {
    const shop = kind('corner shop')
    const [friday, saturday] = [payFriday, payFriday + dayMs]
    expect(dayTotal(shop, act, friday)).toBeGreaterThan(1.3 * dayTotal(shop, act, friday - week))
    expect(dayTotal(shop, act, saturday)).toBeGreaterThan(1.1 * dayTotal(shop, act, saturday - week))
  }
})

test('the same seed draws the same arrivals wherever the time is cut, and another seed others', () => {
  const [from, until] = [wednesday + 19 * 60 * minuteMs, wednesday + 20 * 60 * minuteMs]
  const middle = from + 1_234_567
  const whole = drawn(7, from, until)
  expect(whole).toEqual([...drawn(7, from, middle), ...drawn(7, middle, until)])
  expect(whole).toEqual(whole.toSorted((a, b) => a.atMs - b.atMs))
  expect(drawn(8, from, until)).not.toEqual(whole)
})

test('as many come as are expected', () => {
  const merchants = 200
  const demand = demandOf({ merchants, seed: 11 })
  const shops = Array.from({ length: merchants }, (_, no) => kinds[kindOf(no + 1)] as (typeof kinds)[number])
  const arrivals = drawn(11, payFriday, payFriday + dayMs)
  for (const act of acts) {
    const expected = shops.reduce((sum, each) => sum + dayTotal(each, act, payFriday), 0)
    const count = arrivals.filter((each) => each.act === act).length
    // Five standard deviations of so many independent arrivals.
    expect(Math.abs(count - expected)).toBeLessThan(5 * Math.sqrt(expected))
  }
  const rates = demand.rateAt(payFriday + 20 * 60 * minuteMs)
  const sum = shops.reduce((so, each) => so + shopRateAt(each, 'topUp', payFriday + 20 * 60 * minuteMs), 0)
  expect(rates.topUp).toBeCloseTo(sum, 9)
})

test('of any number of shops, each kind has its share', () => {
  for (const merchants of [100, 1_000, 10_000]) {
    const counts = kinds.map(() => 0)
    for (let shop = 1; shop <= merchants; shop++) counts[kindOf(shop)] = (counts[kindOf(shop)] ?? 0) + 1
    for (const [no, each] of kinds.entries())
      expect(Math.abs((counts[no] ?? 0) / merchants - each.share)).toBeLessThan(0.02)
  }
})
