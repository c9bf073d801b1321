import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { wrongDayTotals } from '../../../test/day-totals.ts'
import { onOneDay } from '../../../test/one-day.ts'
import { startVasApp, type VasApp } from '../../../test/vas-app.ts'
import type { Member } from '../../../test/world.ts'

let app: VasApp
let product: string

onOneDay()
beforeAll(async () => {
  app = await startVasApp({ sandbox: { timeScale: 100 }, poolSize: 24 })
  product = await app.product('Telcel', 10_000)
})
afterAll(() => app.close())

type Limit =
  | 'cashier_day_max_sales'
  | 'cashier_day_max_centavos'
  | 'store_day_max_sales'
  | 'store_day_max_centavos'
  | 'reference_day_max_sales'
  | 'reference_day_max_centavos'

/** Sets a limit, as the merchant's owner does. */
const limit = (merchantId: string, key: Limit, value: number) =>
  app.admin.query(
    `insert into settings.merchant_settings (merchant_id, key, owner_value, updated_by)
     select id, $2, $3, owner_id from platform.merchants where id = $1
     on conflict (merchant_id, key) do update set owner_value = excluded.owner_value`,
    [merchantId, `vas.${key}`, String(value)],
  )

let number = 0
/** A new number every time; sales to it complete immediately. */
const aNumber = () => `55${String(++number).padStart(5, '0')}600`
const sell = (as: Member, reference = aNumber(), more: object = {}) =>
  app.call(as, 'POST', '/vas/sale', { productId: product, reference, confirmDuplicate: true, ...more })

const salesOf = async (storeId: string) =>
  (await app.admin.query('select count(*)::int as n from vas.sales where store_id = $1', [storeId])).rows[0].n

const timeZone = 'America/Mexico_City'
const midnight = async () =>
  (
    await app.admin.query(
      `select (date_trunc('day', now() at time zone $1) + interval '1 day') at time zone $1 as at`,
      [timeZone],
    )
  ).rows[0].at as Date

describe('a daily limit refuses what exceeds it, and returns the limit and when to try again', () => {
  test.each([
    ['cashier_day_max_sales', 2, 2],
    ['cashier_day_max_centavos', 29_999, 2],
    ['store_day_max_sales', 2, 2],
    ['store_day_max_centavos', 29_999, 2],
    ['reference_day_max_sales', 2, 2],
    ['reference_day_max_centavos', 29_999, 2],
  ] as const)('%s of %i allows %i sales', async (key, value, passing) => {
    const { store, cashier } = await app.shop()
    await limit(store.merchantId, key, value)
    const reference = aNumber()
    for (let no = 0; no < passing; no++) expect((await sell(cashier, reference)).status).toBe(201)
    const books = await app.books(store.merchantId)
    const refused = await sell(cashier, reference)
    expect(refused).toMatchObject({
      status: 403,
      body: { code: 'velocity_exceeded', limit: `vas.${key}`, limitValue: value },
    })
    const at = await midnight()
    expect(new Date(refused.body.againAt)).toEqual(at)
    const seconds = Number(refused.headers.get('retry-after'))
    expect(Math.abs(Date.now() + seconds * 1000 - at.getTime())).toBeLessThan(60_000)
    expect(await salesOf(store.id)).toBe(passing)
    expect(await app.books(store.merchantId)).toEqual(books)
  })

  test('a sale that exceeds a daily limit by itself gets no time to try again', async () => {
    const { store, cashier } = await app.shop()
    await limit(store.merchantId, 'store_day_max_centavos', 9_999)
    const refused = await sell(cashier)
    expect(refused).toMatchObject({ status: 403, body: { code: 'velocity_exceeded', againAt: null } })
    expect(refused.headers.get('retry-after')).toBeNull()
  })

  test('for a cashier or a reference it affects no other; for a store it affects everybody', async () => {
    const { store, cashier } = await app.shop()
    const colleague = await app.world.member(store, 'cashier')
    await app.world.openShift(colleague)
    await limit(store.merchantId, 'cashier_day_max_sales', 1)
    await sell(cashier)
    expect((await sell(cashier)).status).toBe(403)
    expect((await sell(colleague)).status).toBe(201)
    await limit(store.merchantId, 'cashier_day_max_sales', 100)
    await limit(store.merchantId, 'reference_day_max_sales', 1)
    const reference = aNumber()
    expect((await sell(cashier, reference)).status).toBe(201)
    expect((await sell(colleague, reference)).body.code).toBe('velocity_exceeded')
    expect((await sell(colleague)).status).toBe(201)
    await limit(store.merchantId, 'store_day_max_sales', await salesOf(store.id))
    expect((await sell(colleague)).body.limit).toBe('vas.store_day_max_sales')
    expect((await sell(cashier)).body.limit).toBe('vas.store_day_max_sales')
    const other = await app.shop()
    expect((await sell(other.cashier)).status).toBe(201)
  })
})

test('of twenty concurrent sales at a limit of seven exactly seven are made', async () => {
  const { store, cashier } = await app.shop()
  const colleague = await app.world.member(store, 'cashier')
  await app.world.openShift(colleague)
  await limit(store.merchantId, 'store_day_max_sales', 7)
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, no) => sell(no % 2 === 0 ? cashier : colleague)),
  )
  const codes = answers.map(({ status, body }) => (status < 300 ? 'made' : body.code)).sort()
  expect(codes).toEqual([...Array(7).fill('made'), ...Array(13).fill('velocity_exceeded')])
  expect(await salesOf(store.id)).toBe(7)
  expect((await app.books(store.merchantId)).faults).toEqual([])
})

test('of twenty concurrent sales to one number at a limit of three exactly three are made', async () => {
  const { store, cashier } = await app.shop()
  await limit(store.merchantId, 'reference_day_max_sales', 3)
  const reference = aNumber()
  const answers = await Promise.all(Array.from({ length: 20 }, () => sell(cashier, reference)))
  expect(answers.filter(({ status }) => status < 300)).toHaveLength(3)
  expect(await salesOf(store.id)).toBe(3)
})

test('a sale that failed does not count', async () => {
  const { store, cashier } = await app.shop()
  await limit(store.merchantId, 'store_day_max_sales', 1)
  expect((await sell(cashier, '5512345602')).body.status).toBe('FAILED')
  expect((await sell(cashier, '5512345603')).body.status).toBe('FAILED')
  expect((await sell(cashier)).status).toBe(201)
  expect((await sell(cashier)).body.code).toBe('velocity_exceeded')
})

/** Makes the day that a store is counting yesterday, with all that was sold in it. */
async function passMidnight(storeId: string) {
  for (const [table, columns] of [
    ['vas.day_totals', ['begins_at', 'ends_at']],
    ['vas.sales', ['created_at']],
  ] as const) {
    const moved = columns.map((column) => `${column} = ${column} - interval '1 day'`)
    await app.admin.query(`update ${table} set ${moved.join(', ')} where store_id = $1`, [storeId])
  }
}

test('a day ends at midnight in the store’s time zone, by the database’s clock', async () => {
  const { store, cashier } = await app.shop()
  await app.admin.query(`update shop.stores set time_zone = 'America/Tijuana' where id = $1`, [store.id])
  await limit(store.merchantId, 'store_day_max_sales', 1)
  for (const day of ['the first', 'the next']) {
    expect((await sell(cashier)).status, day).toBe(201)
    const { rows } = await app.admin.query(
      `select distinct begins_at as begins, ends_at as ends,
              (date_trunc('day', now() at time zone $2)) at time zone $2 as midnight,
              (date_trunc('day', now() at time zone $2) + interval '1 day') at time zone $2 as next
         from vas.day_totals where store_id = $1`,
      [store.id, 'America/Tijuana'],
    )
    expect(rows).toEqual([{ begins: rows[0].midnight, ends: rows[0].next, ...rows[0] }])
    const refused = await sell(cashier)
    expect(refused.body).toMatchObject({ code: 'velocity_exceeded' })
    expect(new Date(refused.body.againAt)).toEqual(rows[0].next)
    expect(await wrongDayTotals(app.admin)).toEqual([])
    await passMidnight(store.id)
  }
})

test('a sale that fails after its day has ended is taken off no other day', async () => {
  const { store, cashier } = await app.shop()
  await limit(store.merchantId, 'store_day_max_sales', 1)
  const { id } = (await sell(cashier)).body
  await passMidnight(store.id)
  expect((await sell(cashier)).status).toBe(201)
  await move(id, 'REVERSED')
  expect((await sell(cashier)).body.code).toBe('velocity_exceeded')
  expect(await wrongDayTotals(app.admin)).toEqual([])
})

test('a change of the store’s time zone ends no day early', async () => {
  const { store, cashier } = await app.shop()
  await limit(store.merchantId, 'store_day_max_sales', 1)
  expect((await sell(cashier)).status).toBe(201)
  const again = (await sell(cashier)).body.againAt
  for (const zone of ['Pacific/Kiritimati', 'Etc/GMT+12', timeZone]) {
    await app.admin.query('update shop.stores set time_zone = $2 where id = $1', [store.id, zone])
    expect((await sell(cashier)).body).toMatchObject({ code: 'velocity_exceeded', againAt: again })
  }
})

/** Ends a sale as the provider's answer would. */
const move = (id: string, to: 'FAILED' | 'REVERSED') =>
  app.admin.query(
    `select vas.transition(merchant_id, id, fence, phase, $2, '{}', null, null) from vas.sales where id = $1`,
    [id, to],
  )

describe('the totals of a day', () => {
  test('are what its sales add up to, after concurrent sales, failures and reversals', async () => {
    const { store, cashier } = await app.shop(10_000_000)
    const colleague = await app.world.member(store, 'cashier')
    await app.world.openShift(colleague)
    const sellers = [cashier, colleague]
    const fails = (no: number) => no % 4 === 3
    const round = (sales: number) =>
      Array.from({ length: sales }, async (_, no) => {
        const reference = fails(no) ? `55${String(++number).padStart(5, '0')}602` : aNumber()
        return (await sell(sellers[no % 2] as Member, reference)).body.id as string
      })
    /** Those of the sales that were completed, also where a till was answered before the provider was. */
    const completedOf = async (ids: readonly string[]): Promise<string[]> => {
      await app.settling.idle()
      const { rows } = await app.admin.query(
        `select id from vas.sales where id = any ($1) and status = 'COMPLETED'`,
        [ids],
      )
      return rows.map(({ id }) => id)
    }
    const completed = await completedOf(await Promise.all(round(24)))
    expect(completed).toHaveLength(18)
    const [, second] = await Promise.all([
      Promise.all(completed.slice(0, 9).map((id) => move(id, 'REVERSED'))),
      Promise.all(round(12)),
    ])
    expect(await completedOf(second)).toHaveLength(9)
    expect(await wrongDayTotals(app.admin)).toEqual([])
    const { rows } = await app.admin.query(
      'select sales, centavos::int from vas.day_totals where store_id = $1 and seller_id = $1',
      [store.id],
    )
    expect(rows).toEqual([{ sales: 18, centavos: 180_000 }])
    expect((await app.books(store.merchantId)).faults).toEqual([])
  })

  test('are read without the sales of the day, but for those of the same number', async () => {
    const { cashier } = await app.shop()
    const { id } = (await sell(cashier)).body
    const client = await app.admin.connect()
    const read = async () => {
      const { rows } = await client.query(
        `select (seq_tup_read + idx_tup_fetch)::int as n from pg_stat_xact_user_tables
          where relid = 'vas.sales'::regclass`,
      )
      return rows[0].n
    }
    try {
      await client.query('begin')
      await client.query(
        `insert into vas.sales
         select (jsonb_populate_record(s, jsonb_build_object('id', app.uuid_v7(), 'folio', 'C-' || i, 'reference', '56' || i))).*
           from vas.sales s, generate_series(1, 300) i where s.id = $1`,
        [id],
      )
      await client.query(
        'create temp table sold on commit drop as select to_jsonb(s) as sale from vas.sales s where id = $1',
        [id],
      )
      // The statistics of such a store, which nobody renews until this transaction ends.
      await client.query('analyze vas.sales')
      const judge = () =>
        client.query(
          `select vas.assert_velocity(s.sale, vas.add_to_store(s.sale, now()))
             from (select jsonb_populate_record(null::vas.sales, sale) as sale from sold) s`,
        )
      // The first time it is planned: PostgreSQL reads the ends of indexes for that.
      await judge()
      const before = await read()
      await judge()
      expect(await read()).toBe(before + 1)
    } finally {
      await client.query('rollback')
      client.release()
    }
  })
})

test('a replay at the limit returns the original sale', async () => {
  const { store, cashier } = await app.shop()
  await limit(store.merchantId, 'store_day_max_sales', 1)
  const body = { productId: product, reference: aNumber() }
  const once = () => app.call(cashier, 'POST', '/vas/sale', body, { 'idempotency-key': 'one-and-the-same' })
  const made = await once()
  expect(made.status).toBe(201)
  expect(await once()).toMatchObject({ status: 201, body: { id: made.body.id } })
})

test('a gift card has no reference, so the limit per reference does not apply', async () => {
  const { store, cashier } = await app.shop()
  await limit(store.merchantId, 'reference_day_max_sales', 1)
  const card = await app.product('Google Play', 20_000)
  const buy = () => app.call(cashier, 'POST', '/vas/sale', { productId: card })
  expect((await buy()).status).toBe(201)
  expect((await buy()).status).toBe(201)
})

test('a busy shop stays below the default limits', async () => {
  const { cashier } = await app.shop()
  const reference = aNumber()
  for (let no = 0; no < 5; no++) expect((await sell(cashier, reference)).status).toBe(201)
  const answers = []
  for (let no = 0; no < 40; no++) answers.push(await sell(cashier))
  expect(answers.filter(({ status }) => status !== 201)).toEqual([])
})
