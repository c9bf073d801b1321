import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { schemas } from '../src/areas.ts'
import { cloneDatabase, type TestDatabase } from './cluster.ts'
import { faultsOf, type Known, knownIn, type StoredFunction } from './distributed-forms.ts'

/**
 * Rows written together on the way of a checkout: one by one they took a tenth more of PostgreSQL's time. A node takes the form
 * from a function that is carried there, when the first column is p_merchant.
 */
const together = ['selling.write_lines: insert … select', 'stock.move_stock: insert … select']

let db: TestDatabase
let known: Known

beforeAll(async () => {
  db = await cloneDatabase()
  known = await knownIn(db.admin)
})
afterAll(() => db.close())

async function faultsIn(...of: readonly string[]): Promise<string[]> {
  const { rows } = await db.admin.query<StoredFunction>(
    `select n.nspname || '.' || p.proname as name, l.lanname as language,
            coalesce(pg_get_function_sqlbody(p.oid), p.prosrc) as body
       from pg_proc p join pg_namespace n on n.oid = p.pronamespace join pg_language l on l.oid = p.prolang
      where n.nspname = any ($1) order by 1`,
    [of],
  )
  expect(rows.length).toBeGreaterThan(0)
  return rows.flatMap((each) => faultsOf(each, known))
}

test('functions of an area have only forms that Citus takes', async () => {
  expect(await faultsIn(...schemas)).toEqual(together)
})

/** What follows the name of a function with this body; nobody calls it. */
const plpgsql = (body: string) => `returns void language plpgsql as $$ begin ${body} end $$`

const wrong: readonly (readonly [form: string, functions: Readonly<Record<string, string>>])[] = [
  [
    'a query in language sql',
    {
      counting: `returns bigint language sql stable as $$ select count(*) from stock.stock_levels $$`,
      shared: `returns bigint language sql stable as $$ select count(*) from shop.stores $$`,
      standard: `returns boolean language sql stable return exists (select 1 from stock.stock_levels)`,
      fixed: `returns setof uuid language sql stable set search_path = pg_catalog as $$ select l.id from stock.stock_levels l $$`,
      inlined: `returns setof uuid language sql stable as $$ select l.id from stock.stock_levels l $$`,
    },
  ],
  [
    'equality with now() in a query of a merchant’s rows',
    {
      begun: plpgsql(
        `perform from stock.chip_imports i where i.merchant_id = null and i.imported_at = now();`,
      ),
    },
  ],
  [
    'insert … select',
    {
      unnested: plpgsql(
        `insert into shop.folios as f (merchant_id, store_id, last_no) select u, u, 1 from unnest(array[null::uuid]) u;`,
      ),
      nameless: plpgsql(`insert into shop.folios select * from shop.folios;`),
      with_first: plpgsql(`insert into shop.folios with f as (select 1) select 1 from f;`),
    },
  ],
  [
    'insert … values with a subquery',
    {
      subquery: plpgsql(
        `insert into shop.folios (merchant_id, last_no) values (null, (select count(*) from shop.folios));`,
      ),
    },
  ],
  [
    'a volatile function in update or delete',
    {
      clock: plpgsql(
        `update stock.stock_levels l set updated_at = clock_timestamp() where l.merchant_id is null;`,
      ),
      own: plpgsql(`update vas.sales s set id = app.uuid_v7() where s.merchant_id is null;`),
      deleting: plpgsql(`delete from shop.folios f where f.last_no > random();`),
      looping: plpgsql(
        `perform 1; for v in update shop.folios f set last_no = random() returning f.* loop perform 1; end loop;`,
      ),
    },
  ],
  [
    'a function of columns that is not immutable in update or delete',
    {
      deciding: plpgsql(
        `update vas.sales s set fence = 1 where s.merchant_id is null and app.oversees(s.merchant_id);`,
      ),
      building: plpgsql(
        `update vas.sales s set record = jsonb_build_object('a', s.fence) where s.merchant_id is null;`,
      ),
      later: plpgsql(`update vas.sales s set updated_at = s.updated_at + p_for where s.merchant_id is null;`),
    },
  ],
  [
    'copied or spread rows in a change of the coordinator’s',
    {
      copied: plpgsql(
        `update identity.sessions s set ended_at = now() where exists (select 1 from identity.accounts a where a.id = s.account_id);`,
      ),
      spread: plpgsql(`delete from audit.seals s using audit.log l where l.id = any (s.audit_ids);`),
    },
  ],
  [
    'case or coalesce around what is not immutable in update or delete',
    {
      in_case: plpgsql(
        `update vas.sales s set completed_at = case when s.fence = 1 then now() end where s.merchant_id is null;`,
      ),
      in_coalesce: plpgsql(`delete from vas.sales s where coalesce(s.fence > 1, app.is_operator());`),
      in_interval: plpgsql(
        `update vas.sales s set sweep_until = coalesce(s.sweep_until, p_at + interval '1 day') where s.merchant_id is null;`,
      ),
      in_cast: plpgsql(
        `update vas.sales s set sweep_until = coalesce((p_facts ->> 'at')::timestamptz, s.sweep_until) where true;`,
      ),
    },
  ],
  [
    'what is not immutable in do update',
    {
      on_conflict: plpgsql(
        `insert into shop.folios as f (merchant_id) values (null) on conflict do update set last_no = random();`,
      ),
      stable: plpgsql(
        `insert into stock.stock_levels (id) values (null) on conflict do update set updated_at = app.clock() returning 1;`,
      ),
      keyword: plpgsql(
        `insert into stock.stock_levels (id) values (null) on conflict do update set updated_at = current_timestamp;`,
      ),
    },
  ],
  [
    'what is not immutable in returning',
    {
      asked: plpgsql(`update vas.sales s set fence = 1 where true returning app.account_id() into v;`),
      inserted: plpgsql(`insert into shop.folios (merchant_id) values (null) returning now() into v;`),
    },
  ],
  [
    'a whole row as an argument of a query',
    {
      alone: plpgsql(`perform vas.book(s) from vas.sales s;`),
      second: plpgsql(`perform app.f(1, s.*) from vas.sales as s;`),
      gathered: plpgsql(`v := (select array_agg(s order by s.id) from vas.sales s);`),
      array_of: plpgsql(`v := array(select s from vas.sales s where s.merchant_id = p_merchant);`),
      nameless_table: plpgsql(`perform to_jsonb(sales) from vas.sales;`),
    },
  ],
  [
    'a change inside with',
    {
      changing: plpgsql(
        `with gone as (delete from shop.folios f returning 1) select count(*) into v_count from gone;`,
      ),
      materialized: plpgsql(
        `with gone as materialized (update shop.folios f set last_no = 1 returning 1) select 1 into v from gone;`,
      ),
    },
  ],
  [
    'exists (select from …)',
    { empty: plpgsql(`if not exists (select from vas.sales s where s.fence = 1) then return; end if;`) },
  ],
  [
    'an authority lock in a query of a merchant’s rows',
    {
      directly: plpgsql(
        `perform pg_advisory_xact_lock(app.authority_key(s.account_id)) from vas.sales s where s.merchant_id = p_merchant;`,
      ),
      by_a_function: plpgsql(
        `perform app.lock_authority(p_id) where exists (select 1 from vas.sales s where s.id = p_id);`,
      ),
    },
  ],
  [
    'a row lock without the merchant',
    {
      by_id: plpgsql(`perform 1 from vas.sales s where s.id = p_id for update;`),
      by_any: plpgsql(
        `v := app.held((select s from vas.sales s where s.merchant_id = any (app.merchant_ids()) for no key update));`,
      ),
      of_a_join: plpgsql(
        `for v in select w.id from vas.sales w join events.events e on e.merchant_id = w.merchant_id for key share of w loop
           perform 1; end loop;`,
      ),
      after_another: plpgsql(
        `perform 1 from vas.sales s where s.merchant_id = p_merchant; perform 1 from vas.sales s for share;`,
      ),
    },
  ],
]

describe('is found:', () => {
  test.each(wrong)('%s', async (form, functions) => {
    await db.admin.query('drop schema if exists wrong cascade; create schema wrong')
    await db.admin.query(
      `set check_function_bodies = off;
       ${Object.entries(functions)
         .map(([name, rest]) => `create function wrong.${name}() ${rest};`)
         .join('\n')}
       reset check_function_bodies`,
    )
    const found = await faultsIn('wrong')
    const expected = Object.keys(functions).map((name) => `wrong.${name}: ${form}`)
    expect(found.filter((sentence) => sentence.endsWith(`: ${form}`))).toEqual(expected.sort())
  })
})

test('what both engines take is not refused', async () => {
  await db.admin.query('create schema fine')
  await db.admin.query(
    `set check_function_bodies = off;
     create function fine.of_control() returns bigint language sql stable as $$ select count(*) from identity.sessions $$;
     create function fine.query() returns bigint language plpgsql as $$ begin return (select count(*) from vas.sales); end $$;
     create function fine.changes() ${plpgsql(`
       -- insert into shop.folios select from now on
       insert into shop.folios as f (merchant_id, last_no) values (p_merchant, random()) on conflict do update set last_no = f.last_no + 1;
       insert into identity.sessions (id) select app.uuid_v7();
       update vas.sales s set updated_at = app.clock(), sweep_until = now() + interval '1 day', account_id = app.account_id(),
              fence = case when v_final then coalesce(v_fence, 1) else s.fence end
        where s.merchant_id = p_merchant and s.updated_at <= app.clock() - p_for;
       perform app.refuse('update vas.sales s set id = clock_timestamp()', coalesce(v_at, now()));
       for v_due in select w.account_id from vas.sales w loop perform app.lock_authority(v_due.account_id); end loop;
       perform app.lock_authority(m.account_id) from shop.memberships m;
       for v_due in select w.id, e.id from vas.sales w join events.events e on e.merchant_id = w.merchant_id
                     where w.merchant_id = v_merchant for key share of w loop
         perform vas.book(v_due);
       end loop;
       v_sale := app.held((select s from vas.sales s where s.merchant_id = p_merchant and s.id = p_id for no key update));`)};
     reset check_function_bodies`,
  )
  expect(await faultsIn('fine')).toEqual([])
})
