import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startProduct } from '../../../test/app.ts'
import { plannedBuffersOf } from '../../../test/buffers.ts'
import { onOneDay } from '../../../test/one-day.ts'
import { settlementShop } from '../../../test/settlement-shop.ts'
import type { Person, Store } from '../../../test/world.ts'
import { settlementRollup } from './rollup.ts'
import { addDays } from './span.ts'

const nothing = '01900000-0000-7000-8000-000000000000'
let app: Awaited<ReturnType<typeof startProduct>>
let operator: Person
let shops: ReturnType<typeof settlementShop>
let dir: string
let today: string
let airtime: string
let rollup: ReturnType<typeof settlementRollup>
onOneDay()
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'mostrador-summaries-'))
  app = await startProduct({
    VAS_AGGREGATOR_MODE: 'sandbox',
    MOSTRADOR_WORKER: 'on',
    MOSTRADOR_DATA_DIR: dir,
  })
  rollup = settlementRollup(app.database, pino({ level: 'silent' }))
  await app.product.sync()
  operator = await app.world.operator()
  shops = settlementShop(app, operator)
  const days = await app.admin.query(`select (now() at time zone 'America/Mexico_City')::date::text as day`)
  today = days.rows[0].day
  const { rows } = await app.admin.query(
    `select p.id from vas.products p join vas.providers v on v.id = p.provider_id
      where v.name = 'Telcel' and p.amount_centavos = 10000 and p.subkind = 'topup'`,
  )
  airtime = rows[0].id
})
afterAll(async () => {
  await app.close()
  await rm(dir, { recursive: true, force: true })
})

/** A person who already has an open shift. */
const open = new Set<string>()
async function sell(store: Store, reference: string): Promise<void> {
  if (!open.has(store.id)) await app.world.openShift(store.manager)
  open.add(store.id)
  const body = { storeId: store.id, productId: airtime, reference }
  const sold = await app.call(store.manager, 'POST', '/vas/sale', body, { prefer: 'wait=10' })
  expect(sold, sold.text).toMatchObject({ status: 201, body: { status: 'COMPLETED' } })
}

const rollUp = (body: object | undefined, who: Person = operator) =>
  app.call(who, 'POST', '/pos/settlements/ops/rollup', body)
const finished = async (id: string) => {
  const look = async () => (await app.call(operator, 'GET', `/workflows/${id}`)).body
  await expect.poll(async () => (await look()).finishedAt).not.toBeNull()
  return look()
}
const rolledUp = async (body: object) => finished((await rollUp(body)).body.workflowId)
const rowsOf = async (merchantId: string) =>
  (
    await app.admin.query(
      `select day::text, version, lines, closing_centavos::int as closing from reporting.settlement_rollups
        where merchant_id = $1 order by day, version`,
      [merchantId],
    )
  ).rows
const summary = (name: string, query = '', who: Person = operator) =>
  app.call(who, 'GET', `/platform/summaries/${name}${query}`)

describe('a rolled-up day', () => {
  test('covers sales, deposits, settlements, income and the wallet, and is written once', async () => {
    const of = await shops.shop()
    const { merchantId } = of.store
    await sell(of.store, '5512345601')
    await shops.settlementIn('PAID', of)
    await shops.settlementIn('REJECTED', of)
    const asked = await rollUp({ from: today, to: today, merchantId })
    expect(asked.status, asked.text).toBe(202)
    expect(asked.headers.get('location')).toBe(`/workflows/${asked.body.workflowId}`)
    expect(await finished(asked.body.workflowId)).toMatchObject({
      name: 'settlements.rollup',
      status: 'SUCCEEDED',
      result: { from: today, to: today, merchants: 1, made: 1 },
    })
    const { rows: sales } = await app.admin.query(
      `select fee_centavos::int as fee, commission_centavos::int as commission, cost_centavos::int as cost,
              (cost_centavos - wholesale_centavos)::int as income
         from vas.sales where merchant_id = $1`,
      [merchantId],
    )
    const { fee, commission, cost, income } = sales[0]
    const closing = 1_000_000 - cost - 30_000
    const expected = [
      { topic: 'commission', kind: 'capture', count: 1, amountCentavos: income },
      { topic: 'settlement', status: 'PAID', count: 1, amountCentavos: 30_000 },
      { topic: 'settlement', status: 'REJECTED', count: 1, amountCentavos: 30_000 },
      {
        topic: 'vas',
        kind: 'airtime',
        status: 'COMPLETED',
        count: 1,
        amountCentavos: 10_000,
        feeCentavos: fee,
        commissionCentavos: commission,
        costCentavos: cost,
      },
      { topic: 'wallet', kind: 'deposit', count: 1, amountCentavos: 1_000_000 },
      { topic: 'wallet', kind: 'reserve', count: 1, amountCentavos: -cost },
      { topic: 'wallet', kind: 'settlement_release', count: 1, amountCentavos: 30_000 },
      { topic: 'wallet', kind: 'settlement_reserve', count: 2, amountCentavos: -60_000 },
    ]
    const first = await rowsOf(merchantId)
    expect(first).toEqual([{ day: today, version: 1, lines: expected, closing }])

    // Two concurrent runs, and one more afterwards: no differences.
    const again = await Promise.all([1, 2].map(() => rolledUp({ from: today, to: today, merchantId })))
    expect(again.map(({ result }) => result.made)).toEqual([0, 0])
    expect(await rowsOf(merchantId)).toEqual(first)

    // A late entry makes a new version, and the first one is kept.
    await app.world.fund(merchantId, 500)
    expect((await rolledUp({ from: today, to: today, merchantId })).result.made).toBe(1)
    const [kept, next, ...more] = await rowsOf(merchantId)
    expect(more).toEqual([])
    expect(kept).toEqual(first[0])
    expect(next).toMatchObject({ day: today, version: 2, closing: closing + 500 })
    const { rows: audit } = await app.admin.query(
      `select user_id as by, after->>'from' as from from audit.log
        where action = 'settlements.rollup_requested' and entity_id = $1`,
      [asked.body.workflowId],
    )
    expect(audit).toEqual([{ by: operator.id, from: today }])
  })

  test('rolled up twice concurrently is written once', async () => {
    const of = await shops.shop()
    const { merchantId } = of.store
    const input = { from: today, to: today, merchantId, startedBy: operator.id }
    const run = () => rollup.run(input, { isLast: false })
    // Both have started before either may continue.
    const first = await app.admin.connect()
    await first.query('begin')
    await first.query(`select pg_advisory_xact_lock(hashtextextended('rollup of ' || $1, 0))`, [merchantId])
    const runs = [run(), run()]
    const waiting = async () =>
      (
        await app.admin.query(
          `select from pg_stat_activity
            where datname = current_database() and wait_event = 'advisory' and query like '%reporting.roll_up%'`,
        )
      ).rowCount
    await expect.poll(waiting).toBe(2)
    await first.query('commit')
    first.release()
    const made = (await Promise.all(runs)).map((report) => ('made' in report ? report.made : undefined))
    expect(made.sort()).toEqual([0, 1])
    expect(await rowsOf(merchantId)).toHaveLength(1)
  })

  test('begins and ends in the merchant’s time zone', async () => {
    const of = await shops.shop(0)
    const { merchantId } = of.store
    const fund = async (at: string) => {
      const { rows } = await app.admin.query(
        `select money.post($1, 'deposit', app.uuid_v7(), '{deposits_clearing,wallet}', '{-100,100}') as id`,
        [merchantId],
      )
      for (const table of ['entries', 'postings'])
        await app.admin.query(
          `update money.${table} set posted_at = $2 where ${table === 'entries' ? 'posting_id' : 'id'} = $1`,
          [rows[0].id, at],
        )
    }
    // Tijuana keeps daylight saving time: its 8 March 2026 has 23 hours.
    await app.admin.query(`update platform.merchants set time_zone = 'America/Tijuana' where id = $1`, [
      merchantId,
    ])
    for (const at of [
      '2026-03-08T07:59:59Z',
      '2026-03-08T08:00:00Z',
      '2026-03-09T06:59:59Z',
      '2026-03-09T07:00:00Z',
    ])
      await fund(at)
    await rolledUp({ from: '2026-03-01', to: '2026-03-12', merchantId })
    expect(
      (await rowsOf(merchantId)).map(({ day, lines, closing }) => [day, lines[0].count, closing]),
    ).toEqual([
      ['2026-03-07', 1, 100],
      ['2026-03-08', 2, 300],
      ['2026-03-09', 1, 400],
    ])
  })

  test('is rolled up for every merchant each night, for a week', async () => {
    const of = await shops.shop()
    await app.admin.query(
      `update money.entries set posted_at = posted_at - interval '3 days' where merchant_id = $1`,
      [of.store.merchantId],
    )
    const report = await rollup.run(undefined, { isLast: false })
    expect(report).toMatchObject({ from: addDays(today, -7), to: addDays(today, -1) })
    expect(await rowsOf(of.store.merchantId)).toMatchObject([{ day: addDays(today, -3), version: 1 }])
    expect(await rollup.run(undefined, { isLast: false })).toMatchObject({ made: 0 })
  })

  test('is rolled up for the other merchants when it fails for one, and the run fails', async () => {
    const merchants = [await shops.shop(), await shops.shop()].map(({ store }) => store.merchantId).sort()
    const [first = '', other = ''] = merchants
    await app.admin.query(
      `update money.entries set posted_at = posted_at - interval '2 days' where merchant_id = any ($1)`,
      [merchants],
    )
    const holding = await app.admin.connect()
    try {
      await holding.query('begin')
      await holding.query(`select pg_advisory_xact_lock(hashtextextended('rollup of ' || $1, 0))`, [first])
      await expect(rollup.run(undefined, { isLast: false })).rejects.toThrow(
        /^1 of \d+ merchants were not rolled up/,
      )
    } finally {
      await holding.query('rollback')
      holding.release()
    }
    expect(await rowsOf(first)).toEqual([])
    expect(await rowsOf(other)).toMatchObject([{ day: addDays(today, -2), version: 1 }])
    expect(await rollup.run(undefined, { isLast: false })).toMatchObject({ made: 1 })
    expect(await rowsOf(first)).toMatchObject([{ day: addDays(today, -2), version: 1 }])
  })

  test('reads no entries of earlier days or of other merchants, and its closing balance has them', async () => {
    const { merchantId } = (await shops.shop()).store
    const client = await app.admin.connect()
    try {
      /** The pages that another run reads, which writes nothing. */
      const read = async () => {
        await client.query('analyze money.entries, money.postings')
        const days = [addDays(today, -6), today]
        return plannedBuffersOf(client, 'select reporting.roll_up($1, $2, $3)', [merchantId, ...days])
      }
      await credit(client, merchantId, 10)
      const before = await read()
      await credit(client, merchantId, 20_000)
      await credit(client, (await shops.shop()).store.merchantId, 20_000, 2)
      // The planner reads some more of its statistics; either's entries have above 300 pages, read once a day.
      expect(await read()).toBeLessThan(before + 300)
      expect((await rowsOf(merchantId)).at(-1)).toMatchObject({ day: today, closing: 1_020_010 })
    } finally {
      client.release()
    }
  })

  test('is not rolled up for a person who has left the platform’s staff', async () => {
    const left = await app.world.operator()
    const of = await shops.shop()
    await app.admin.query('delete from identity.labels where account_id = $1', [left.id])
    const input = { from: today, to: today, merchantId: of.store.merchantId, startedBy: left.id }
    expect(await rollup.run(input, { isLast: false })).toMatchObject({
      stopped: 'permission_missing',
    })
    expect(await rowsOf(of.store.merchantId)).toEqual([])
  })

  test.each([
    [{ from: '2026-02-02', to: '2026-02-01' }, 422, '/from'],
    [{ to: '2999-01-01' }, 422, '/to'],
    [{ from: '2025-01-01', to: '2025-12-31' }, 422, '/from'],
    [{ from: '2026-02-30' }, 422, '/from'],
    [{ merchantId: 'x' }, 422, '/merchantId'],
    [{ surplus: 1 }, 422, '/surplus'],
  ])('requested with %j is refused', async (body, status, at) => {
    const answer = await rollUp(body)
    expect(answer.status).toBe(status)
    expect(answer.body.errors[0].path).toBe(at)
  })

  test('of an absent merchant is refused, and the body is optional', async () => {
    expect((await rollUp({ merchantId: nothing })).body.code).toBe('not_found')
    expect((await finished((await rollUp(undefined)).body.workflowId)).status).toBe('SUCCEEDED')
  })
})

describe('a summary', () => {
  test('of value-added services adds up by day, kind and status, and names the largest merchants', async () => {
    const of = await shops.shop()
    await sell(of.store, '5512345620')
    await sell(of.store, '5512345630')
    await sell(of.store, '5512345640')
    await app.admin.query(
      `update vas.sales set created_at = created_at - interval '2 days'
        where id = (select id from vas.sales where merchant_id = $1 order by id limit 1)`,
      [of.store.merchantId],
    )
    const one = (await summary('vas', `?merchantId=${of.store.merchantId}`)).body
    expect(one).toMatchObject({ from: addDays(today, -29), to: today })
    expect(
      one.items.map(({ day, kind, status, count, amountCentavos }: Record<string, unknown>) => [
        day,
        kind,
        status,
        count,
        amountCentavos,
      ]),
    ).toEqual([
      [addDays(today, -2), 'airtime', 'COMPLETED', 1, 10_000],
      [today, 'airtime', 'COMPLETED', 2, 20_000],
    ])
    expect(one.totals).toMatchObject([{ status: 'COMPLETED', count: 3, amountCentavos: 30_000 }])
    expect(one.topMerchants).toMatchObject([{ merchant: { id: of.store.merchantId }, count: 3 }])
    const all = (await summary('vas', `?from=${today}`)).body
    expect(all.totals[0].count).toBeGreaterThanOrEqual(3)
    expect(all.topMerchants[0].merchant.id).toBe(of.store.merchantId)
    expect(JSON.stringify(all)).not.toContain('55123456')
    const { body } = await summary('vas', '?from=2020-01-01&to=2020-01-02')
    expect(body).toEqual({ from: '2020-01-01', to: '2020-01-02', totals: [], items: [], topMerchants: [] })
  })

  test('of the tills adds up orders and refunds by business day', async () => {
    const store = await app.world.store()
    for (const [day, total] of [
      ['2026-02-01', 10_000],
      ['2026-02-01', 5_000],
      ['2026-02-03', 700],
    ] as const)
      await order(store, day, total)
    const { body, text } = await summary(
      'sales',
      `?from=2026-02-01&to=2026-02-28&merchantId=${store.merchantId}`,
    )
    expect(body, text).toEqual({
      from: '2026-02-01',
      to: '2026-02-28',
      totals: { ...figures, orders: 3, totalCentavos: 15_700 },
      items: [
        { day: '2026-02-01', ...figures, orders: 2, totalCentavos: 15_000 },
        { day: '2026-02-03', ...figures, orders: 1, totalCentavos: 700 },
      ],
      topMerchants: [
        {
          merchant: { id: store.merchantId, name: expect.any(String), status: 'ACTIVE' },
          count: 3,
          amountCentavos: 15_700,
        },
      ],
    })
    const none = (await summary('sales', '?from=2020-01-01&to=2020-01-02')).body
    expect(none).toMatchObject({ totals: figures, items: [], topMerchants: [] })
  })

  test('of merchants lists them by sales, page by page, from rolled-up days', async () => {
    const sellers = await Promise.all([shops.shop(), shops.shop(), shops.shop()])
    for (const [no, { store }] of sellers.entries())
      for (let n = 0; n <= no; n++) await sell(store, `55999000${no}${n}`)
    await rolledUp({ from: today, to: today })
    const seen: { merchant: { id: string }; vas: { amountCentavos: number } }[] = []
    let cursor: string | null = null
    do {
      const at: string = cursor === null ? '' : `&cursor=${cursor}`
      const { body, text } = await summary('merchants', `?from=${today}&to=${today}&limit=2${at}`)
      expect(body.items, text).toBeInstanceOf(Array)
      seen.push(...body.items)
      cursor = body.nextCursor
    } while (cursor !== null)
    expect(new Set(seen.map(({ merchant }) => merchant.id)).size).toBe(seen.length)
    const amounts = seen.map(({ vas }) => vas.amountCentavos)
    expect(amounts).toEqual(amounts.toSorted((a, b) => b - a))
    const last = sellers[2]?.store.merchantId
    expect(seen.find(({ merchant }) => merchant.id === last)).toMatchObject({
      days: 1,
      lastDay: today,
      vas: { count: 3, amountCentavos: 30_000 },
      depositedCentavos: 0,
      settledCentavos: 0,
    })
    expect((await summary('merchants', '?cursor=x')).body.code).toBe('invalid_cursor')
  })

  test.each([
    'vas',
    'sales',
    'merchants',
  ])('of %s is refused for invalid days, and each read is audited', async (name) => {
    expect((await summary(name, '?to=2999-01-01')).body.errors[0].path).toBe('/to')
    expect((await summary(name, '?surplus=1')).status).toBe(422)
    const who = await app.world.operator()
    expect((await summary(name, `?from=${today}`, who)).status).toBe(200)
    const { rows } = await app.admin.query(
      `select entity_id, after from audit.log where action = 'summary.read' and user_id = $1`,
      [who.id],
    )
    expect(rows).toEqual([{ entity_id: name, after: { from: today, to: today } }])
    if (name !== 'merchants') expect((await summary(name, `?merchantId=${nothing}`)).status).toBe(404)
  })

  test('is closed to everybody but platform staff, also for the API’s login role', async () => {
    const store = await app.world.store()
    for (const name of ['vas', 'sales', 'merchants']) {
      expect((await summary(name, '', store.manager)).body.code).toBe('forbidden')
      expect((await app.call(undefined, 'GET', `/platform/summaries/${name}`)).status).toBe(401)
    }
    expect((await rollUp({}, store.manager)).body.code).toBe('forbidden')
    const client = new pg.Client({ connectionString: app.apiUrl })
    await client.connect()
    try {
      for (const call of [
        "vas_summary('2026-01-01', '2026-01-02', null)",
        "sales_summary('2026-01-01', '2026-01-02', null)",
        "merchants_summary('2026-01-01', '2026-01-02', 10, null, null)",
      ])
        await expect(client.query(`select * from reporting.${call}`), call).rejects.toThrow(
          'the caller is not an operator',
        )
      for (const statement of [
        'select * from reporting.settlement_rollups',
        "select reporting.roll_up(null, '2026-01-01', '2026-01-01')",
      ])
        await expect(client.query(statement), statement).rejects.toThrow('permission denied')
    } finally {
      await client.end()
    }
  })
})

const figures = {
  orders: 0,
  totalCentavos: 0,
  discountCentavos: 0,
  taxCentavos: 0,
  refunds: 0,
  refundedCentavos: 0,
}

/** Corrections of a centavo each, some days ago. */
async function credit(client: pg.ClientBase, merchantId: string, count: number, daysAgo = 9): Promise<void> {
  await client.query(
    `with made as (
       insert into money.postings (merchant_id, id, permission_set, kind, reference, posted_at)
       select w.merchant_id, app.uuid_v7(), w.permission_set, 'correction', w.merchant_id, now() - $3 * interval '1 day'
         from money.wallets w cross join generate_series(1, $2::int) where w.merchant_id = $1 returning *),
     booked as (
       insert into money.entries (merchant_id, posting_id, line, permission_set, account, amount_centavos,
         balance_after_centavos, entry_no, posted_at)
       select m.merchant_id, m.id, 1, m.permission_set, 'wallet', 1, 0, w.last_entry_no + row_number() over (), m.posted_at
         from made m join money.wallets w on w.merchant_id = m.merchant_id)
     update money.wallets
        set available_centavos = available_centavos + $2::int, last_entry_no = last_entry_no + $2::int
      where merchant_id = $1`,
    [merchantId, count, daysAgo],
  )
}

/** An order as left by a finalized cart, on a day chosen by the test. */
async function order({ merchantId, id, manager }: Store, day: string, totalCentavos: number): Promise<void> {
  await app.admin.query(
    `with place as (select $1::uuid as merchant_id, $2::uuid as store_id),
       shift as (insert into shop.shifts (merchant_id, id, store_id, permission_set, membership_id, account_id, cashier_name,
           opening_float_centavos, status, closed_at)
         select merchant_id, app.uuid_v7(), store_id, authz.set_of($1, $2, 'shifts', $3), $3, $4, 'x', 0, 'CLOSED', now()
           from place returning *),
       cart as (insert into selling.carts (merchant_id, id, store_id, permission_set, membership_id, account_id, status)
         select merchant_id, app.uuid_v7(), store_id, authz.set_of($1, $2, 'sales'), $3, $4, 'FINALIZED' from place returning *)
     insert into selling.sales_orders (merchant_id, id, store_id, permission_set, cart_id, folio, shift_id, membership_id,
       account_id, cashier_name, gross_centavos, discount_centavos, tax_centavos, total_centavos, sold_at, sold_on)
     select c.merchant_id, app.uuid_v7(), c.store_id, c.permission_set, c.id, shop.next_folio($1, $2, 'A'), s.id, $3, $4, 'x',
       $5, 0, 0, $5, now(), $6 from cart c, shift s`,
    [merchantId, id, manager.membershipId, manager.id, totalCentavos, day],
  )
}
