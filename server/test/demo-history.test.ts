import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sandboxAggregator } from '../src/adapters/aggregator/sandbox.ts'
import { compose, type Product } from '../src/compose.ts'
import { parseConfig } from '../src/config.ts'
import { demoPassword } from '../src/demo/people.ts'
import { seedDemo } from '../src/demo/seed.ts'
import { cloneDatabase, type TestDatabase } from './cluster.ts'
import { onOneDay } from './one-day.ts'
import { patient } from './patience.ts'

const days = 28
let db: TestDatabase
let product: Product
let url: string
let tookMs: number

onOneDay()
beforeAll(async () => {
  db = await cloneDatabase()
  const sandbox = sandboxAggregator({})
  product = await compose({
    config: parseConfig({ PORT: '0' }),
    apiUrl: db.apiUrl,
    workerUrl: db.workerUrl,
    keyEncryptionKey: Buffer.alloc(32, 1),
    logger: pino({ level: 'silent' }),
    isStrict: true,
    aggregators: { selling: sandbox, settling: [sandbox] },
  })
  const startedMs = performance.now()
  await seedDemo(db.adminUrl, product, days)
  tookMs = performance.now() - startedMs
  url = await product.start()
}, patient(120_000))
afterAll(async () => {
  await product.stop()
  await db.close()
})

const rows = async (text: string) => (await db.admin.query(text)).rows

test('every store has sales on every day up to yesterday, and none later', async () => {
  const found = await rows(
    `select s.code, count(distinct o.sold_on)::int as days, max(o.sold_on) - (now() at time zone s.time_zone)::date as last,
            count(*)::int as orders
       from shop.stores s join selling.sales_orders o on o.merchant_id = s.merchant_id and o.store_id = s.id
      group by s.code, s.time_zone order by s.code`,
  )
  expect(found.map(({ code, days, last }) => [code, days, last])).toEqual([
    ['CENTRO', days, -1],
    ['LAPIZ', days, -1],
    ['NORTE', days, -1],
  ])
  expect(Math.min(...found.map(({ orders }) => orders))).toBeGreaterThan(days * 3)
  expect(
    await rows(`select from selling.sales_orders o join shop.shifts h on h.id = o.shift_id
    where o.created_at not between h.opened_at and h.closed_at`),
  ).toEqual([])
})

test('its books are consistent: postings balance, levels equal their movements, and nothing is owed', async () => {
  expect(await rows('select * from money.imbalances()')).toEqual([])
  expect(await rows('select * from stock.stock_faults()')).toEqual([])
  expect(
    await rows(`select entry_no, balance from (
      select merchant_id, entry_no, balance_after_centavos as after, row_number() over w as no,
             sum(amount_centavos) over w as balance
        from money.entries where account = 'wallet' window w as (partition by merchant_id order by entry_no)) e
      where e.after <> e.balance or e.no <> e.entry_no`),
  ).toEqual([])
  expect(
    await rows(`select id from (
      select id, on_hand_after, sum(quantity) over (partition by merchant_id, variant_id order by created_at, id) as level
        from stock.stock_movements) m where m.on_hand_after <> m.level`),
  ).toEqual([])
  const wallets = await rows(
    `select m.trade_name as name, w.available_centavos::int as available, w.held_centavos::int as held
       from money.wallets w join platform.merchants m on m.id = w.merchant_id order by 1`,
  )
  expect(wallets).toEqual([
    { name: 'Abarrotes La Esperanza', available: 2_500_000, held: 0 },
    { name: 'Papelería El Lápiz', available: 800_000, held: 0 },
  ])
})

test('prices equal the product’s, and receipts match the sales', async () => {
  expect(
    await rows(`select l.id from selling.carts c cross join lateral selling.priced_lines(c.merchant_id, c.id) p
      join selling.line_items l on l.id = p.line_id
     where (l.gross_centavos, l.tax_centavos, l.total_centavos) is distinct from (p.gross, p.tax, p.total)`),
  ).toEqual([])
  expect(
    await rows(`select o.id from selling.sales_orders o
      left join selling.receipts r on r.order_id = o.id and r.folio = o.folio
           and r.content ->> 'soldAt' = app.instant(o.created_at) and (r.content ->> 'totalCentavos')::bigint = o.total_centavos
      left join (select order_id, sum(amount_centavos) as paid from selling.order_payments group by 1) p on p.order_id = o.id
      left join (select order_id, sum(amount_centavos) as paid from selling.transactions group by 1) t on t.order_id = o.id
     where r.id is null or p.paid <> o.total_centavos or t.paid <> o.total_centavos`),
  ).toEqual([])
})

test('numbers are consecutive in chronological order, and continue from there', async () => {
  const series = (table: string, at: string, prefix: string) =>
    rows(`select folio from (select folio, row_number() over (partition by store_id order by ${at}, id) as no from ${table}) f
           where folio <> '${prefix}-' || lpad(no::text, 6, '0')`)
  expect(await series('selling.sales_orders', 'created_at', 'A')).toEqual([])
  expect(await series('shop.shift_reports', 'created_at', 'Z')).toEqual([])
  expect(await series('vas.sales', 'created_at', 'V')).toEqual([])
  expect(
    await rows(`select f.series from shop.folios f where f.last_no <> case f.series
      when 'A' then (select count(*) from selling.sales_orders o where o.store_id = f.store_id)
      when 'Z' then (select count(*) from shop.shift_reports z where z.store_id = f.store_id) else 0 end`),
  ).toEqual([])
})

test('every closed shift has the Z report of its sales, and a few have differences', async () => {
  const reports = await rows(
    `select (shop.shift_totals(z.merchant_id, z.shift_id) = z.totals) as "isExact", z.difference_centavos::int as difference,
            z.difference_reason as reason, z.expected_centavos::int as expected,
            (select sum(d.key::int * d.value::int)::int from jsonb_each_text(z.denominations) d) as counted
       from shop.shift_reports z`,
  )
  expect(reports).toHaveLength(days * 4)
  expect(reports.filter(({ isExact }) => !isExact)).toEqual([])
  expect(
    reports.filter(
      ({ counted, expected, difference, reason }) =>
        counted !== expected + difference || (difference !== 0) !== (reason !== null),
    ),
  ).toEqual([])
  const differing = reports.filter(({ difference }) => difference !== 0).length
  expect(differing).toBeGreaterThan(0)
  expect(differing).toBeLessThan(reports.length / 3)
})

test('reports match the rollups, and seeding is fast and happens once', async () => {
  const session = await fetch(`${url}/auth/sessions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'owner@demo.mostrador.test', password: demoPassword }),
  })
  const { token } = (await session.json()) as { token: string }
  const [{ from, to }] = await rows(
    `select min(sold_on)::text as from, max(sold_on)::text as to from selling.sales_orders`,
  )
  const report = await fetch(`${url}/pos/reports/sales?by=day&from=${from}&to=${to}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const { rowCount, totals } = (await report.json()) as { rowCount: number; totals: Record<string, number> }
  const [sum] = await rows(
    `select (select sum(o.total_centavos)::int from selling.sales_orders o join platform.merchants m on m.id = o.merchant_id
              where m.trade_name like 'Abarrotes%') as total,
            (select sum(s.amount_centavos)::int from vas.sales s join platform.merchants m on m.id = s.merchant_id
              where m.trade_name like 'Abarrotes%') as services`,
  )
  expect([rowCount, totals['totalCentavos'], totals['vasAmountCentavos']]).toEqual([
    days,
    sum.total,
    sum.services,
  ])
  const before = await rows('select count(*)::int as orders from selling.sales_orders')
  await seedDemo(db.adminUrl, product, days)
  expect(await rows('select count(*)::int as orders from selling.sales_orders')).toEqual(before)
  expect(tookMs).toBeLessThan(Math.max(60_000, patient(10_000)))
})
