import { afterAll, beforeAll, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from './cluster.ts'
import { brokenBetween, type Surface, surfaceOf } from './surface.ts'

let db: TestDatabase
let before: Surface
beforeAll(async () => {
  db = await cloneDatabase()
  before = await surfaceOf(db.admin)
})
afterAll(() => db?.close())

/** What earlier servers would fail at after these statements of a new migration. */
async function brokenBy(text: string): Promise<string[]> {
  const client = await db.admin.connect()
  try {
    await client.query('begin; set local role mostrador_owner')
    await client.query(text)
    return brokenBetween(before, await surfaceOf(client))
  } finally {
    await client.query('rollback')
    client.release()
  }
}

test('what only adds to the database breaks nothing for earlier servers', async () => {
  const added = await brokenBy(`
    alter table vas.sales add column note text;
    create table catalog.tags (merchant_id uuid not null, id uuid not null, primary key (merchant_id, id));
    grant select, insert on catalog.tags to mostrador_api;
    create function app.added() returns int language sql return 1;
    grant execute on function app.added() to mostrador_api;`)
  expect(added).toEqual([])
})

test.each<[string, string, string[]]>([
  [
    'a column that they read is dropped',
    'alter table catalog.categories drop column name cascade',
    [
      'mostrador_api SELECT catalog.categories.name: is gone',
      'mostrador_api INSERT catalog.categories.name: is gone',
    ],
  ],
  [
    'a column that they read is renamed',
    'alter table vas.providers rename column slug to short_name',
    ['mostrador_api SELECT vas.providers.slug: is gone'],
  ],
  [
    'a function that they call is dropped',
    'drop function platform.gauges()',
    ['mostrador_worker calls platform.gauges(): is gone'],
  ],
  [
    'a function returns something else',
    `drop function platform.gauges();
     create function platform.gauges() returns table (name text, amount numeric) language sql as $$ select 'none', 0::numeric $$;
     grant execute on function platform.gauges() to mostrador_worker`,
    [
      'mostrador_worker calls platform.gauges(): was TABLE(name text, value double precision) of name, value with 0 defaults, ' +
        'is TABLE(name text, amount numeric) of name, amount with 0 defaults',
    ],
  ],
  [
    'a function gets a namesake that the same call could mean',
    `create function app.instant(p_at timestamptz, p_zone text default 'utc') returns text language sql return 'then';
     grant execute on function app.instant(timestamptz, text) to mostrador_api`,
    ['mostrador_api calls app.instant(timestamp with time zone, text): makes earlier calls ambiguous'],
  ],
  [
    'a right is taken away',
    'revoke execute on function platform.gauges() from mostrador_worker',
    ['mostrador_worker calls platform.gauges(): is gone'],
  ],
  [
    'a new column has to be given',
    `alter table catalog.categories add column shelf text not null default 'A';
     alter table catalog.categories alter column shelf drop default`,
    ['mostrador_api INSERT catalog.categories.shelf: has to be given, and earlier servers do not know it'],
  ],
])('earlier servers break when %s', async (_what, statements, expected) => {
  const found = await brokenBy(statements)
  for (const line of expected) expect(found).toContainEqual(line)
})
