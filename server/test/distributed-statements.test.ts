import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from './cluster.ts'
import { faultsOfStatement, type Known, knownIn } from './distributed-forms.ts'
import { sentStatements } from './sent-statements.ts'

/**
 * Statements that still have a form that Citus refuses, as the test names them, each with the reason. It is empty, and
 * one without the fault must leave it.
 */
const unconvertedStatements: Readonly<Record<string, string>> = {}

let db: TestDatabase
let known: Known

beforeAll(async () => {
  db = await cloneDatabase()
  known = await knownIn(db.admin)
})
afterAll(() => db.close())

test('statements have only forms that Citus takes', async () => {
  const statements = await sentStatements()
  expect(statements.length).toBeGreaterThan(500)
  for (const each of [
    'vas/sales/queries.ts openSale',
    'collections/narrow.ts narrow',
    'database/statement-timeout.ts',
  ])
    expect(statements.filter(({ name }) => name.includes(each)).length, each).toBeGreaterThan(0)
  const faults = new Set(statements.flatMap((statement) => faultsOfStatement(statement, known)))
  expect([...faults].sort()).toEqual(Object.keys(unconvertedStatements).sort())
})

const wrong: readonly (readonly [form: string, statements: Readonly<Record<string, string>>])[] = [
  [
    'insert … select',
    {
      unnested: `insert into catalog.products (merchant_id, name) select $1, n from unnest($2::text[]) n`,
      ofOwnRows: `insert into app.deletions (merchant_id, id) select v.merchant_id, v.id from catalog.variants v
                   where v.merchant_id = $1 returning id`,
      afterWith: `insert into app.deletions with a as (select 1) select 1 from a`,
    },
  ],
  [
    'insert … values with a subquery',
    {
      subquery: `insert into shop.folios (merchant_id, last_no) values ($1, (select count(*) from shop.folios))`,
    },
  ],
  [
    'a volatile function in update or delete',
    {
      clock: `update "catalog"."products" set updated_at = clock_timestamp() where merchant_id = $1`,
      deleting: `delete from shop.folios where merchant_id = $1 and last_no > random()`,
    },
  ],
  [
    'a function of columns that is not immutable in update or delete',
    {
      building: `update vas.sales s set record = jsonb_build_object('a', s.fence) where s.merchant_id = $1`,
      later: `update vas.sales s set updated_at = s.updated_at + $2 where s.merchant_id = $1`,
    },
  ],
  [
    'case or coalesce around what is not immutable in update or delete',
    {
      inCase: `update vas.sales s set completed_at = case when s.fence = 1 then now() end where s.merchant_id = $1`,
      inCoalesce: `delete from vas.sales s where s.merchant_id = coalesce($1, app.account_id())`,
      inCast: `update vas.sales s set sweep_until = coalesce((s.record ->> 'at')::timestamptz, s.sweep_until) where s.merchant_id = $1`,
    },
  ],
  [
    'what is not immutable in do update',
    {
      clock: `insert into stock.stock_levels (id) values ($1) on conflict (id) do update set updated_at = app.clock()`,
      keyword: `insert into stock.stock_levels (id) values ($1) on conflict (id) do update set updated_at = current_timestamp`,
    },
  ],
  [
    'what is not immutable in returning',
    {
      ofUpdate: `update shop.folios set last_no = 1 where merchant_id = $1 returning last_no = any (app.readable_sets())`,
      ofInsert: `insert into shop.folios (merchant_id) values ($1) returning now()`,
    },
  ],
  [
    'a whole row as an argument of a query',
    {
      ofFunction: `select vas.shown(s) from vas.sales s where s.merchant_id = $1`,
      gathered: `select array_agg(s order by s.id) from vas.sales s`,
    },
  ],
  [
    'a change inside with',
    { changing: `with gone as (delete from shop.folios f returning 1) select count(*) from gone` },
  ],
  ['exists (select from …)', { empty: `select exists (select from vas.sales s where s.id = $1) as found` }],
  [
    'a row lock without the merchant',
    {
      byId: `select s.id from vas.sales s where s.id = $1 for update`,
      byAny: `select id from "catalog"."products" where merchant_id = any ($1::uuid[]) and id = $2 for no key update`,
    },
  ],
  [
    'a limit in a lateral query over several merchants',
    {
      ofPlaces: `select f.* from unnest($1::uuid[]) p (merchant_id) cross join lateral (
        select s.* from vas.sales s where s.merchant_id = p.merchant_id order by s.id limit $2) f`,
    },
  ],
  [
    'a carried function beside something else',
    {
      two: `select vas.book_late_completion($1, $2), 1 as one`,
      joined: `select s.id from vas.claim_one($1, $2, $3, $4, $5) s join shop.stores t on t.id = s.store_id`,
      filtered: `select s.id from vas.claim_one($1, $2, $3, $4, $5) s where s.id is not null`,
      deep: `with claimed as (select * from vas.claim_one($1, $2, $3, $4, $5)) select * from claimed`,
    },
  ],
  [
    'a function that reads tables beside rows of a merchant',
    {
      compared: `select l.id from audit.log l where l.merchant_id = $1 and l.permission_set = authz.set_of($1, $2, 'audit')`,
      joined: `with page as (select s.* from vas.sales s where s.merchant_id = $1)
               select p.id, n.name from page p left join identity.names_seen(array[p.account_id]) n on true`,
      called: `select authz.set_of(o.merchant_id, o.store_id, 'sales') from selling.sales_orders o where o.merchant_id = $1`,
    },
  ],
  [
    'a null merchant of a carried function',
    { nobody: `select audit.record_at(null, null, 'a.b', 'a', $1, null, null)` },
  ],
  [
    'a volatile argument of a carried function',
    { clock: `select * from vas.transition($1, $2, $3, $4, $5, $6, clock_timestamp() + $7, null)` },
  ],
]

describe('is found:', () => {
  test.each(wrong)('%s', (form, statements) => {
    const found = Object.entries(statements).flatMap(([name, text]) =>
      faultsOfStatement({ name, text }, known),
    )
    expect(found).toEqual(Object.keys(statements).map((name) => `${name}: ${form}`))
  })
})

test('what both engines take is not refused', () => {
  const fine = [
    `insert into catalog.products (merchant_id, name) select $1, n from unnest($2::text[]) n returning id`,
    `insert into identity.sessions (id) select app.uuid_v7()`,
    `insert into shop.folios (merchant_id, store_id) values ($1, authz.set_of($1, $2, 'catalog')) on conflict do nothing`,
    `insert into stock.stock_levels as l (id, updated_at) values ($1, clock_timestamp())
       on conflict (id) do update set updated_at = excluded.updated_at, on_hand = coalesce(l.on_hand, $2) returning id`,
    `update vas.sales s set updated_at = app.clock(), fence = coalesce($2, s.fence), sweep_until = coalesce($3::timestamptz, s.sweep_until)
      where s.merchant_id = $1 returning s.fence + 1`,
    `select s.id from vas.sales s where s.merchant_id = $1 and s.id = $2 for update`,
    `select t.id, authz.set_of(t.merchant_id, t.id, 'audit') from shop.stores t`,
    `select s.id, vas.is_seller_here(s.account_id, s.sold_in_session, s.sold_at_terminal) from vas.sales s where s.merchant_id = $1`,
    `select p.id, b.code from catalog.products p cross join lateral (
       select b.code from catalog.barcodes b where b.merchant_id = p.merchant_id order by b.id limit 1) b where p.merchant_id = $1`,
    `select vas.book_late_completion($1, $2) as booked`,
    `select s.id, s.store_id as "storeId" from vas.claim_one($1, $2, $3::text[], app.clock() + $4, $5) s`,
    `select *
       from vas.claim_one($1, $2, jsonb_populate_record(null::vas.sales, $3::jsonb), $4, $5)`,
  ]
  expect(fine.flatMap((text) => faultsOfStatement({ name: text, text }, known))).toEqual([])
})
