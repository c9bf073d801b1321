import { readFile } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { unsafeThings } from '../src/database/safety.ts'
import { root, sqlSources } from '../src/database/sources.ts'
import { cloneDatabase, type TestDatabase } from './cluster.ts'

let base: TestDatabase
let client: pg.Client
beforeAll(async () => {
  base = await cloneDatabase()
  client = new pg.Client({ connectionString: base.adminUrl })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await base.close()
})

test('a migrated database is safe for both login roles', async () => {
  for (const connectionString of [base.apiUrl, base.workerUrl]) {
    const login = new pg.Client({ connectionString })
    await login.connect()
    expect(await unsafeThings(login)).toEqual([])
    await login.end()
  }
})

/** Breaks something, checks it as the API would, and rolls it back. */
async function faultsAfter(breakage: string): Promise<string[]> {
  await client.query('begin')
  try {
    await client.query(breakage)
    await client.query('set local session authorization mostrador_api')
    return await unsafeThings(client)
  } finally {
    await client.query('rollback')
  }
}

const tenant = `create table catalog.gadgets (merchant_id uuid not null, id uuid not null, permission_set int not null,
                  primary key (merchant_id, id));`
const forced =
  'alter table catalog.gadgets enable row level security; alter table catalog.gadgets force row level security;'
const readable = 'grant select on catalog.gadgets to mostrador_api;'
const policy =
  'create policy g on catalog.gadgets for select to mostrador_api using (permission_set = any (app.readable_sets()));'
const unpinned = `create function app.f() returns int language sql security definer return 1;
                  revoke execute on function app.f() from public;`

describe('the server does not serve from a database where', () => {
  test.each<[string, string, string[]]>([
    [
      'a table that it reads has no row-level security',
      tenant + readable,
      [
        'catalog.gadgets has no forced row-level security',
        'mostrador_api may SELECT catalog.gadgets without a policy',
      ],
    ],
    [
      'row-level security was switched off',
      'alter table catalog.products disable row level security',
      ['catalog.products has no forced row-level security'],
    ],
    [
      'its owner would bypass it',
      'alter table shop.memberships no force row level security',
      ['shop.memberships has no forced row-level security'],
    ],
    [
      'a policy is missing',
      'drop policy product_delete on catalog.products',
      ['mostrador_api may DELETE catalog.products without a policy'],
    ],
    [
      'a column without a policy can be written',
      `${tenant + forced + readable + policy} grant update (id) on catalog.gadgets to mostrador_worker;`,
      [
        'mostrador_worker may UPDATE catalog.gadgets without a policy',
        'mostrador_worker may update catalog.gadgets.id',
      ],
    ],
    [
      'a policy applies to everybody',
      `${tenant + forced} create policy g on catalog.gadgets using (true)`,
      ['policy g on catalog.gadgets is for everybody'],
    ],
    [
      'a policy shows the API every row',
      'create policy wide on catalog.products for select to mostrador_api using (true)',
      ['policy wide on catalog.products shows every row to mostrador_api'],
    ],
    [
      'rows could be moved between stores',
      'grant update (store_id) on catalog.products to mostrador_api',
      ['mostrador_api may update catalog.products.store_id'],
    ],
    [
      'a unique key reveals rows of other merchants',
      'create unique index products_sku on catalog.products (sku)',
      ['products_sku on catalog.products does not begin with merchant_id'],
    ],
    [
      'a foreign key refers to another merchant',
      `create unique index on catalog.products (id);
       alter table shop.terminals add column product_id uuid references catalog.products (id)`,
      [
        'products_id_idx on catalog.products does not begin with merchant_id',
        'terminals_product_id_fkey on shop.terminals refers across merchants',
      ],
    ],
    [
      'a table can be truncated',
      'grant truncate on catalog.products to mostrador_api',
      ['mostrador_api holds TRUNCATE on catalog.products'],
    ],
    [
      'a trigger can be created on a table',
      'grant trigger, references (id) on catalog.products to mostrador_worker',
      [
        'mostrador_worker holds TRIGGER on catalog.products',
        'mostrador_worker holds REFERENCES on catalog.products',
      ],
    ],
    [
      'everybody holds a grant',
      'grant insert on authz.role_sets to public',
      ['everybody holds INSERT on authz.role_sets', 'authz.role_sets has no forced row-level security'],
    ],
    [
      'a view runs with its owner’s permissions',
      'create view catalog.everything as select * from catalog.products; grant select on catalog.everything to mostrador_api',
      ['catalog.everything is reached past row-level security'],
    ],
    [
      'a function runs as its owner without being declared in a file',
      `${unpinned} alter function app.f() set search_path = pg_catalog, pg_temp`,
      ['app.f() runs as its owner and no file declares it'],
    ],
    [
      'a function runs as its owner without a fixed search path',
      'alter function authz.set_of(uuid, uuid, text, uuid) reset search_path',
      ['authz.set_of(uuid,uuid,text,uuid) runs as its owner without a pinned search_path'],
    ],
    [
      'everybody may call a function of ours',
      'grant execute on function authz.create_sets(uuid, uuid, uuid) to public',
      ['authz.create_sets(uuid,uuid,uuid) can be called by everybody'],
    ],
    [
      'a login role bypasses row-level security',
      'alter role mostrador_api bypassrls',
      ['login role mostrador_api has powers beyond its grants'],
    ],
    [
      'a login role may become the owner',
      'grant mostrador_owner to mostrador_worker',
      ['login role mostrador_worker is a member of mostrador_owner'],
    ],
    [
      'a login role owns something',
      'create table catalog.own (id int); alter table catalog.own owner to mostrador_api',
      ['login role mostrador_api owns 1 objects'],
    ],
    [
      'a login role may create tables',
      'grant create on schema catalog to mostrador_api',
      ['login role mostrador_api may create in schema catalog'],
    ],
    ['the owner can log in', 'alter role mostrador_owner login', ['mostrador_owner can log in']],
  ])('%s', async (_title, breakage, faults) => {
    expect(await faultsAfter(breakage)).toEqual(expect.arrayContaining(faults))
  })
})

test('a superuser’s connection is refused', async () => {
  expect(await unsafeThings(client)).toContain('login role postgres has powers beyond its grants')
})

test('every policy reads the caller’s sets once per query, and not per row', async () => {
  const { rows } = await client.query<{ name: string }>(
    `select format('%s on %s.%s', policyname, schemaname, tablename) as name from pg_policies
      where concat(qual, with_check) ~ '_sets\\(\\)' and concat(qual, with_check) !~ 'SELECT app\\.\\w+_sets\\(\\)'`,
  )
  expect(rows).toEqual([])
})

test('exactly the functions listed in db/schema.sql run as their owner', async () => {
  const { rows } = await client.query<{ name: string }>(
    `select p.oid::regproc::text as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where p.prosecdef and n.nspname not like 'pg\\_%'`,
  )
  // Each bypasses row-level security: a new one is a line of that file, for reviewers to check.
  const text = await readFile(path.join(root, 'db/schema.sql'), 'utf8')
  const listed = [...text.matchAll(/^-- ([\w.]+)\(.*\) returns .* security definer\b/gm)].map(
    ([, name]) => name,
  )
  expect(listed.length).toBeGreaterThan(150)
  expect(rows.map(({ name }) => name).sort()).toEqual(listed.sort())
})

test('what runs as the owner names no table whose rows the owner cannot see', async () => {
  // Row-level security applies to the owner, too: without a policy for it, such a table is always empty.
  const { rows } = await client.query<{ name: string }>(
    `select format('%s reads %s', p.oid::regproc, c.oid::regclass) as name
       from pg_class c
       join pg_proc p on coalesce(pg_get_function_sqlbody(p.oid), p.prosrc) ~ ('\\m' || c.oid::regclass || '\\M')
      where c.relforcerowsecurity and (p.prosecdef or not has_function_privilege('mostrador_api', p.oid, 'execute'))
        and not exists (select from pg_policy l where l.polrelid = c.oid and 'mostrador_owner'::regrole = any (l.polroles))`,
  )
  expect(rows).toEqual([])
})

test('each function that runs as its owner is preceded by a sentence that says what it is for', async () => {
  const { functions } = await sqlSources()
  const bare = functions.flatMap(({ text }) =>
    [...text.matchAll(/^(.*)\ncreate or replace function ([\w.]+)\([^$]*?security definer/gm)]
      .filter(([, before]) => !before?.startsWith('--'))
      .map(([, , name]) => name),
  )
  expect(bare).toEqual([])
})

test('no text column for a reference accepts an empty text: a missing reference is null', async () => {
  const { rows: columns } = await client.query<{ name: string; quoted: string; conditions: string[] }>(
    `select format('%s.%s', c.oid::regclass, a.attname) as name, quote_ident(a.attname) as quoted,
            array(select pg_get_expr(k.conbin, k.conrelid) from pg_constraint k
                   where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]) as conditions
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
       join pg_type t on t.oid = a.atttypid
      where c.relkind in ('r', 'p') and n.nspname not in ('dbos', 'information_schema') and n.nspname not like 'pg\\_%'
        and a.attname ~ '(^|_)reference(_|$)' and t.typcategory = 'S'`,
  )
  expect(columns.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'selling.order_payments.reference',
      'vas.quotes.reference',
      'vas.sales.reference',
    ]),
  )
  const lax: string[] = []
  for (const { name, quoted, conditions } of columns) {
    const { rows } = await client.query<{ accepted: boolean }>(
      `select ${['true', ...conditions].join(' and ')} as accepted from (values (''::text)) v (${quoted})`,
    )
    if (rows[0]?.accepted !== false) lax.push(name)
  }
  expect(lax).toEqual([])
})

/** One sentence for each index whose columns another index of its table begins with, in the same or the opposite order. */
async function repeatedIndexes(): Promise<string[]> {
  const { rows } = await client.query<{ sentence: string }>(
    `with keys as (
       select i.indexrelid::regclass::text as name, i.indrelid, i.indisunique,
              array(select (i.indkey[k], i.indclass[k], i.indcollation[k])::text
                      from generate_series(0, i.indnkeyatts - 1) k order by k) as columns,
              array(select i.indoption[k]::int & 1 from generate_series(0, i.indnkeyatts - 1) k order by k) as falling
         from pg_index i join pg_class c on c.oid = i.indexrelid join pg_am m on m.oid = c.relam
        where m.amname = 'btree' and i.indpred is null and i.indexprs is null
          and c.relnamespace::regnamespace::text not in ('pg_catalog', 'pg_toast', 'dbos'))
     select s.name || ' is the beginning of ' || l.name as sentence
       from keys s join keys l on l.indrelid = s.indrelid and l.name <> s.name
      where not s.indisunique and l.columns[:cardinality(s.columns)] = s.columns
        and (l.falling[:cardinality(s.columns)] = s.falling
             or not exists (select from generate_subscripts(s.falling, 1) k where s.falling[k] = l.falling[k]))
      order by 1`,
  )
  return rows.map(({ sentence }) => sentence)
}

test('no index is the beginning of another one: each is written with every row', async () => {
  expect(await repeatedIndexes()).toEqual([])
  await client.query('begin')
  await client.query(`create index twice on identity.accounts (id desc) include (name);
    create index once_more on selling.carts (merchant_id, store_id, updated_at desc);
    create index another_way on selling.carts (merchant_id, store_id desc)`)
  expect(await repeatedIndexes()).toEqual([
    'identity.twice is the beginning of identity.accounts_pkey',
    'selling.once_more is the beginning of selling.carts_store',
  ])
  await client.query('rollback')
})
