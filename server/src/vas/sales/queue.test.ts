import { readFile } from 'node:fs/promises'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeSalesDue } from '../../../test/changed-sales.ts'
import { wrongDayTotals } from '../../../test/day-totals.ts'
import { patient } from '../../../test/patience.ts'
import { startVasApp, type VasApp } from '../../../test/vas-app.ts'
import type { Member, Person, Store } from '../../../test/world.ts'
import type { SandboxAggregator } from '../../adapters/aggregator/sandbox.ts'
import type { HoldOrder } from './aggregator.ts'

let app: VasApp
let product: string
let store: Store
let cashier: Member
let operator: Person

/** What was wrong in the queue while the provider was asked for a hold, by sale. */
const duringHold = new Map<string, unknown[]>()

beforeAll(async () => {
  app = await startVasApp({
    sandbox: { timeScale: 100 },
    poolSize: 16,
    selling: (sandbox) =>
      Object.assign(Object.create(sandbox) as SandboxAggregator, {
        hold: async (order: HoldOrder) => {
          duringHold.set(order.externalId, await misplaced())
          return sandbox.hold(order)
        },
      }),
  })
  product = await app.product('Telcel', 10_000)
  ;({ store, cashier } = await app.shop(100_000_000))
  operator = await app.world.operator()
})
afterAll(() => app.close())

let numbers = 0
const sell = async (ending = '99'): Promise<string> => {
  const reference = `5500${String(++numbers).padStart(4, '0')}${ending}`
  const body = { productId: product, reference }
  const sold = await app.call(cashier, 'POST', '/vas/sale', body, { prefer: 'wait=0' })
  // On a busy machine it is answered before the provider is.
  await app.settling.idle()
  return sold.body.id
}

/**
 * Sales whose place in the queue differs from what their rows demand. An open one may be in it for an earlier time, but never
 * for a later one.
 */
async function misplaced(): Promise<unknown[]> {
  const { rows } = await app.admin.query(`
    with demanded as (
      select s.merchant_id, s.id as sale_id,
             case when s.status = 'PENDING' then least(s.next_check_at, o.due_at)
                  when s.sweep_until is not null then s.next_check_at end as due_at
        from vas.sales s left join vas.open_sales o on o.merchant_id = s.merchant_id and o.sale_id = s.id
       where s.status = 'PENDING' or s.sweep_until is not null
          or s.review_closed_at is null and (s.phase = 'REVIEW' or s.incident is not null))
    (select 'missing' as fault, * from demanded except select 'missing', * from vas.open_sales) union all
    (select 'needless', * from vas.open_sales except select 'needless', * from demanded)`)
  return rows
}

const moves = [
  'RESERVED>HELD RESERVED>CONFIRMING RESERVED>FAILED HELD>HELD HELD>CONFIRMING HELD>FAILED HELD>REVIEW',
  'CONFIRMING>CONFIRMING CONFIRMING>SUBMITTED CONFIRMING>COMPLETED CONFIRMING>FAILED CONFIRMING>REVIEW',
  'SUBMITTED>SUBMITTED SUBMITTED>COMPLETED SUBMITTED>FAILED SUBMITTED>REVIEW REVIEW>REVIEW REVIEW>COMPLETED',
  'REVIEW>FAILED COMPLETED>REVERSED COMPLETED>COMPLETED FAILED>FAILED',
]
  .join(' ')
  .split(' ')

const operation = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('move' as const),
      choice: fc.nat(),
      pauseSeconds: fc.constantFrom(0, 1, 30),
      facts: fc.constantFrom(
        {},
        {},
        { incident: 'contradicted' },
        { sweepUntil: '2030-01-01T00:00:00Z' },
        { sweepUntil: null },
      ),
      isKept: fc.constantFrom(true, true, true, false),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom(
        'wake' as const,
        'list' as const,
        'claim' as const,
        'claimOne' as const,
        'decide' as const,
      ),
      choice: fc.nat(),
    }),
  },
)
type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never

/** A new sale that nobody settles, as open_sale leaves it. */
async function opened(template: string): Promise<string> {
  const { rows } = await app.admin.query(
    `with copy as (
       insert into vas.sales
       select (jsonb_populate_record(s, jsonb_build_object('id', app.uuid_v7(), 'folio', 'C-' || $2::int, 'status', 'PENDING',
         'phase', 'RESERVED', 'fence', 1, 'leased_until', null, 'sweep_until', null, 'completed_at', null))).*
         from vas.sales s where s.id = $1 returning sales)
     select (c.sales).id as id, vas.enqueue(c.sales), vas.count_found(c.sales), money.post((c.sales).merchant_id, 'reserve', (c.sales).id,
              array['wallet', 'wallet_held'], array[-(c.sales).cost_centavos, (c.sales).cost_centavos])
       from copy c`,
    [template, ++numbers],
  )
  return rows[0].id
}

async function run(id: string, operation: Operation): Promise<void> {
  const merchantId = store.merchantId
  switch (operation.kind) {
    case 'wake':
      await app.admin.query('select vas.wake($1, 0)', [id])
      return
    case 'list': {
      const outcome = operation.choice % 2 === 0 ? 'reversed' : 'completed'
      await app.admin.query('select vas.recheck_listed($1, $2)', [
        'sandbox',
        JSON.stringify([{ id, outcome }]),
      ])
      return
    }
    case 'claim':
      await app.admin.query(`select from vas.claim_due('{sandbox}', 2, 1)`)
      return
    case 'claimOne':
      await app.admin.query(`select from vas.claim_one($1, $2, '{sandbox}', 0, 1)`, [merchantId, id])
      return
    case 'decide': {
      const decision = ['COMPLETED', 'FAILED', 'CLOSED'][operation.choice % 3]
      const body = { decision, reason: 'Lo confirmó el proveedor' }
      const { status } = await app.call(operator, 'POST', `/vas/ops/reviews/${id}/decision`, body)
      expect([204, 409]).toContain(status)
      return
    }
    case 'move': {
      const client = await app.admin.connect()
      try {
        await client.query('begin')
        const { rows } = await client.query('select phase, fence from vas.sales where id = $1', [id])
        const { phase, fence } = rows[0]
        const open = moves.filter((move) => move.startsWith(`${phase}>`))
        const to = open[operation.choice % Math.max(open.length, 1)]?.split('>')[1]
        if (to !== undefined)
          await client.query(
            `select from vas.transition($1, $2, $3, $4, $5, $6, now() + $7::int * interval '1 second', null)`,
            [merchantId, id, fence, phase, to, JSON.stringify(operation.facts), operation.pauseSeconds],
          )
        await client.query(operation.isKept ? 'commit' : 'rollback')
      } finally {
        client.release()
      }
    }
  }
}

// These tests run first, because connections report their writes later: the counters then contain this sale alone.
describe('the row of a sale', () => {
  test('is written in its place, and no index with it, by every update of a sale that is completed', async () => {
    const { rows } = await app.admin.query(
      `select s.status, count(l)::int as n from vas.sales s
         join audit.log l on l.entity_id = s.id::text and l.action <> 'vas.sale.opened'
        where s.id = $1 group by s.status`,
      [await sell()],
    )
    const writes = async () =>
      (
        await app.admin.query(
          `select n_tup_upd::int as updates, n_tup_hot_upd::int as "inPlace" from pg_stat_user_tables
            where relid = 'vas.sales'::regclass`,
        )
      ).rows[0]
    expect(rows).toEqual([{ status: 'COMPLETED', n: expect.any(Number) }])
    expect(rows[0].n).toBeGreaterThanOrEqual(2)
    await expect
      .poll(writes, { interval: 200, timeout: patient(60_000) })
      .toEqual({ updates: rows[0].n, inPlace: rows[0].n })
  })

  test('has only indexes whose query is named beside them', async () => {
    const text = await readFile(
      new URL('../../../../db/migrations/0012_vas.sql', import.meta.url).pathname,
      'utf8',
    )
    const unnamed = (sql: string) =>
      [...sql.matchAll(/(.*)\ncreate (?:unique )?index (\w+) on vas\.(?:open_)?sales /g)].flatMap(
        ([, above, name]) => (above?.startsWith('-- ') ? [] : [name]),
      )
    expect(text.match(/^create (unique )?index \w+ on vas\.(open_)?sales /gm)).toHaveLength(8)
    expect(unnamed(text)).toEqual([])
    expect(unnamed(`${text}\n\ncreate index sales_folio on vas.sales (folio);`)).toEqual(['sales_folio'])
  })
})

describe('the queue holds exactly the sales that their rows demand, with the time of their next check,', () => {
  test('after sales of every outcome', async () => {
    for (const ending of ['99', '01', '02', '30', '00']) await sell(ending)
    expect(await misplaced()).toEqual([])
    await app.settling.idle()
    expect(await misplaced()).toEqual([])
    await makeSalesDue(app.admin)
    await app.settling.settleDue(50)
    expect(await misplaced()).toEqual([])
  })

  test('while the provider is asked for the first time', async () => {
    const id = await sell()
    expect(duringHold.get(id)).toEqual([])
  })

  test('after a person has closed the incident of a sale that had ended', async () => {
    const id = await sell()
    const { rows } = await app.admin.query(
      `select s.phase from vas.sales s, vas.transition(s.merchant_id, s.id, s.fence, 'COMPLETED', 'COMPLETED',
         '{"incident":"contradicted"}', null, null) where s.id = $1`,
      [id],
    )
    expect(rows).toEqual([{ phase: 'COMPLETED' }])
    const queued = async () =>
      (await app.admin.query('select due_at from vas.open_sales where sale_id = $1', [id])).rows
    expect(await queued()).toEqual([{ due_at: null }])
    const listed = (await app.call(operator, 'GET', '/vas/ops/reviews')).body.items
    expect(listed.map((item: { id: string }) => item.id)).toContain(id)
    const decision = { decision: 'CLOSED', reason: 'Aclarado con el proveedor' }
    expect((await app.call(operator, 'POST', `/vas/ops/reviews/${id}/decision`, decision)).status).toBe(204)
    expect(await queued()).toEqual([])
    expect(await misplaced()).toEqual([])
  })

  test('after any sequence of changes, some of them undone, by many processes at once', async () => {
    const template = await sell()
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(fc.tuple(fc.nat(2), operation), { minLength: 1, maxLength: 5 }), {
          minLength: 3,
          maxLength: 10,
        }),
        async (rounds) => {
          const sales = [await opened(template), await opened(template), await opened(template)]
          for (const round of rounds) {
            await Promise.all(round.map(([which, operation]) => run(sales[which] as string, operation)))
            expect(await misplaced()).toEqual([])
            expect(await wrongDayTotals(app.admin)).toEqual([])
          }
        },
      ),
      { numRuns: 25 },
    )
    expect((await app.books(store.merchantId)).faults).toEqual([])
  })
})
