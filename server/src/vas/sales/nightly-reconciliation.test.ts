import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { onOneDay } from '../../../test/one-day.ts'
import { startVasApp, type VasApp } from '../../../test/vas-app.ts'
import { type Aggregator, AggregatorFault } from './aggregator.ts'
import { noteDay, reconciliationJob } from './nightly-reconciliation.ts'

let app: VasApp
/** `YYYY-MM-DD` in Mexico City, so many days ago. */
let dayBefore: (days: number) => string
onOneDay()
beforeAll(async () => {
  app = await startVasApp({ sandbox: { timeScale: 100 } })
  const { rows } = await app.admin.query(
    `select ((now() at time zone 'America/Mexico_City')::date - n)::text as day from generate_series(0, 40) n order by n`,
  )
  dayBefore = (days) => rows[days].day
})
beforeEach(() => app.admin.query('delete from app.nightly_checks'))
afterAll(() => app.close())

const noCredentials = { credentials: async () => undefined }
const night = (aggregator: Aggregator = app.sandbox) => {
  const options = { database: app.database, aggregators: [aggregator], connections: noCredentials }
  return reconciliationJob(options, pino({ level: 'silent' })).run(undefined, { isLast: false })
}
const daysOf = async (run: ReturnType<typeof night>) => {
  const result = await run
  if ('stopped' in result) throw new Error(result.stopped)
  return result.days.map(({ day }) => day)
}
const noted = async () =>
  (
    await app.admin.query(
      `select day::text, faults from app.nightly_checks where job = 'vas.reconciliation' order by day`,
    )
  ).rows
const compared = (day: string) =>
  app.admin.query(`insert into app.nightly_checks (job, day, faults) values ('vas.reconciliation', $1, 0)`, [
    day,
  ])

test('nothing is compared before the first sale; then every day that ended, from that of the sale', async () => {
  expect(await daysOf(night())).toEqual([])
  const { cashier } = await app.shop()
  const product = await app.product('Telcel', 10_000)
  const order = { productId: product, reference: '5512345600' }
  const { id } = (await app.call(cashier, 'POST', '/vas/sale', order)).body
  expect(await daysOf(night())).toEqual([])
  await app.admin.query(`update vas.sales set created_at = created_at - interval '2 days' where id = $1`, [
    id,
  ])
  expect(await daysOf(night())).toEqual([dayBefore(2), dayBefore(1)])
  // The provider lists the sale when it was made, not when we say now.
  expect(await noted()).toEqual([
    { day: dayBefore(2), faults: 1 },
    { day: dayBefore(1), faults: 0 },
  ])
  await app.admin.query(`update vas.sales set created_at = created_at + interval '2 days' where id = $1`, [
    id,
  ])
})

test('a night makes up for the days that were missed, and compares none again', async () => {
  await compared(dayBefore(5))
  await compared(dayBefore(3))
  expect(await daysOf(night())).toEqual([dayBefore(4), dayBefore(2), dayBefore(1)])
  expect(await daysOf(night())).toEqual([])
})

test('after a long time the last thirty days are compared', async () => {
  await compared(dayBefore(40))
  expect(await daysOf(night())).toEqual(Array.from({ length: 30 }, (_, n) => dayBefore(30 - n)))
})

test('a night without the provider’s list fails, and the next run compares its day', async () => {
  await compared(dayBefore(3))
  const away: Aggregator = {
    ...app.sandbox,
    async *transactions({ from }) {
      if (from > new Date(`${dayBefore(2)}T12:00:00Z`)) throw new AggregatorFault('the provider is away')
      yield []
    },
  }
  await expect(night(away)).rejects.toThrow('1 of 2 days were not compared; the log names them')
  expect(await noted()).toMatchObject([{ day: dayBefore(3) }, { day: dayBefore(2) }])
  expect(await daysOf(night())).toEqual([dayBefore(1)])
})

test('a day with sales of a provider whose credentials are gone is not recorded, and the run fails', async () => {
  const { cashier } = await app.shop()
  const order = { productId: await app.product('Telcel', 10_000), reference: '5512345601' }
  const { id } = (await app.call(cashier, 'POST', '/vas/sale', order)).body
  await compared(dayBefore(3))
  const moved = `update vas.sales set mode = $2, created_at = created_at - $3 * interval '1 day' where id = $1`
  await app.admin.query(moved, [id, 'staging', 2])
  await expect(night()).rejects.toThrow('1 of 2 days were not compared; the log names them')
  expect(await noted()).toMatchObject([{ day: dayBefore(3) }, { day: dayBefore(1) }])
  await app.admin.query(moved, [id, 'sandbox', -2])
})

test('a day that is compared by hand counts with its differences, unless it has not ended', async () => {
  const of = { database: app.database }
  const report = { saleCount: 0, recordCount: 0, differences: [] }
  const strange = { kind: 'unknown_here', ours: 'nothing', theirs: 'completed' } as const
  expect(await noteDay(of, { ...report, day: dayBefore(0) })).toBe(true)
  expect(await noted()).toEqual([])
  await noteDay(of, { ...report, day: dayBefore(2), differences: [strange, strange] })
  await noteDay(of, { ...report, day: dayBefore(1), differences: [strange] })
  await noteDay(of, { ...report, day: dayBefore(1) })
  expect(await noted()).toEqual([
    { day: dayBefore(2), faults: 2 },
    { day: dayBefore(1), faults: 0 },
  ])
})
