import { expect, test } from 'vitest'
import { pastOf, type Stage } from './history-plan.ts'

const dayMs = 86_400_000
/** Seven in the morning, when deliveries arrive. */
const morningMs = 7 * 3_600_000
/** The smallest quantity in the first delivery of the demo. */
const leastOnShelf = 18

function stageEnding(day: number, stage: { code: string; goods: number; clerks: number }): Stage {
  const firstMs = Date.UTC(2026, 9, 18 + day, 6)
  return {
    code: stage.code,
    clerks: Array.from({ length: stage.clerks }, (_, no) => ({
      membershipId: `m${no}`,
      accountId: '',
      name: '',
    })),
    terminalIds: ['t1', 't2'],
    goods: Array.from({ length: stage.goods }, (_, no) => ({ variantId: `v${no}`, isByWeight: false })),
    daysMs: Array.from({ length: 28 }, (_, no) => firstMs + no * dayMs),
    salesOfShift: stage.goods < 10 ? 5 : 9,
  }
}

const stages = [
  { code: 'CENTRO', goods: 27, clerks: 2 },
  { code: 'NORTE', goods: 27, clerks: 1 },
  { code: 'LAPIZ', goods: 6, clerks: 1 },
]
const weekdays = [0, 1, 2, 3, 4, 5, 6]

test.each(
  stages.flatMap((stage) => weekdays.map((day) => ({ ...stage, day }))),
)('no stock of $code runs out before the next delivery, whichever day the history ends ($day)', ({
  day,
  ...stage
}) => {
  const made = stageEnding(day, stage)
  const sold = new Map<string, number>()
  for (const sale of pastOf(made).sales) {
    const delivery = Math.floor((sale.soldAt.getTime() - morningMs - (made.daysMs[0] as number)) / dayMs / 2)
    for (const { variantId, quantity } of sale.lines) {
      const key = `${variantId} ${delivery}`
      sold.set(key, (sold.get(key) ?? 0) + quantity)
    }
  }
  expect(Math.max(...sold.values())).toBeLessThanOrEqual(leastOnShelf)
})

test('the same store has the same history on every machine', () => {
  const [stage] = stages as [(typeof stages)[0]]
  const told = () =>
    pastOf(stageEnding(0, stage)).sales.map(({ soldAt, method, lines }) => [
      soldAt,
      method,
      lines.map(({ variantId, quantity }) => [variantId, quantity]),
    ])
  expect(told()).toEqual(told())
})

test('sales and services happen during shifts, and two cashiers take turns', () => {
  const { shifts, sales, services } = pastOf(stageEnding(0, { code: 'CENTRO', goods: 27, clerks: 2 }))
  const byId = new Map(shifts.map((shift) => [shift.id, shift]))
  for (const { shiftId, soldAt } of [
    ...sales,
    ...services.map((each) => ({ ...each, shiftId: each.shift.id })),
  ]) {
    const shift = byId.get(shiftId)
    expect(soldAt >= (shift?.openedAt as Date) && soldAt <= (shift?.closedAt as Date)).toBe(true)
  }
  expect(shifts.slice(0, 4).map(({ membershipId }) => membershipId)).toEqual(['m0', 'm1', 'm1', 'm0'])
  expect(services.length).toBeGreaterThan(shifts.length)
})
