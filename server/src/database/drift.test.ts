import { afterEach, beforeEach, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../../test/cluster.ts'
import { withClient } from './client.ts'
import { type Drift, driftBetween, readObjects, recordedObjects } from './drift.ts'
import { loginsOf } from './login.ts'
import { migrate } from './migrate.ts'
import { sqlSources } from './sources.ts'

let db: TestDatabase
beforeEach(async () => {
  db = await cloneDatabase()
})
afterEach(() => db.close())

/** As the API's login sees it, which is the one that `doctor` has. */
const drift = (): Promise<Drift> =>
  withClient({ connectionString: db.apiUrl }, async (client) =>
    driftBetween((await recordedObjects(client)) ?? {}, await readObjects(client)),
  )
const migrated = () => migrate(db.adminUrl, loginsOf(db.adminUrl).passwords)

const later = (name: string, text: string) => ({ name, text, checksum: text })
const none = { changed: [], missing: [], added: [] }

test('a migrated database is as it was recorded', async () => {
  expect(await drift()).toEqual(none)
})

test.each<[string, string, Partial<Drift>]>([
  [
    'a default',
    `alter table shop.stores alter column code set default 'X'`,
    { changed: ['table shop.stores'] },
  ],
  ['an index', 'drop index app.idempotency_keys_created', { changed: ['table app.idempotency_keys'] }],
  [
    'a trigger',
    `create trigger note before insert on identity.labels for each row execute function suppress_redundant_updates_trigger()`,
    { changed: ['table identity.labels'] },
  ],
  ['a right', 'grant delete on money.entries to mostrador_worker', { changed: ['table money.entries'] }],
  ['a table', 'create table app.notes (text text)', { added: ['table app.notes'] }],
])('%s that was changed by hand is found, and migrate does not take it for its own', async (_what, by, expected) => {
  await db.admin.query(by)
  expect(await drift()).toEqual({ ...none, ...expected })
  await migrated()
  expect(await drift()).toEqual({ ...none, ...expected })
})

test('functions and policies that were changed by hand are found, and migrate restores them', async () => {
  await db.admin.query(`
    create or replace function app.fold(p_text text) returns text language sql immutable strict parallel safe
      return p_text;
    drop function platform.gauges();
    alter policy product_read on catalog.products using (false)`)
  expect(await drift()).toEqual({
    changed: ['function app.fold(text)', 'policy product_read on catalog.products'],
    missing: ['function platform.gauges()'],
    added: [],
  })
  await migrated()
  const left = await drift()
  expect(left.missing).toEqual([])
  expect(left.changed).not.toContain('policy product_read on catalog.products')
})

test('an upgrade records what it has changed, and leaves what somebody else has changed', async () => {
  await db.admin.query(`alter table shop.stores alter column code set default 'X'`)
  const sources = await sqlSources()
  const migrations = [
    ...sources.migrations,
    later('db/migrations/9001_later.sql', 'alter table vas.sales add column note text'),
  ]
  await migrate(db.adminUrl, loginsOf(db.adminUrl).passwords, { ...sources, migrations }, '9.0.0')
  expect(await drift()).toEqual({ ...none, changed: ['table shop.stores'] })
})

test('a run that is interrupted, and repeated, leaves nothing that seems changed by hand', async () => {
  await db.admin.query(`alter table shop.stores alter column code set default 'X'`)
  const found = { ...none, changed: ['table shop.stores'] }
  const sources = await sqlSources()
  const upgrade = async (second: string) => {
    const migrations = [
      ...sources.migrations,
      later(
        'db/migrations/9001_first.sql',
        `alter table vas.sales add column note text;
         create table app.notes (text text);
         alter table app.idempotency_keys set (fillfactor = 90)`,
      ),
      later('db/migrations/9002_second.sql', second),
    ]
    const functions = [
      ...sources.functions,
      later('server/src/later/functions.sql', 'drop function platform.gauges()'),
    ]
    return migrate(
      db.adminUrl,
      loginsOf(db.adminUrl).passwords,
      { ...sources, migrations, functions },
      '9.0.0',
    )
  }
  await expect(upgrade('select missing.thing()')).rejects.toThrow('schema "missing" does not exist')
  expect(await drift()).toEqual(found)
  await upgrade('alter table vas.sales add column more text')
  expect(await drift()).toEqual(found)
})

test('so does one that was interrupted after the last file', async () => {
  const sources = await sqlSources()
  const migrations = [
    ...sources.migrations,
    later('db/migrations/9001_later.sql', 'create table app.notes (text text)'),
  ]
  // Holds from the next transaction of the connection on.
  const policies = [
    ...sources.policies,
    later('server/src/later/policies.sql', 'set default_transaction_read_only = on'),
  ]
  const upgrade = () =>
    migrate(db.adminUrl, loginsOf(db.adminUrl).passwords, { ...sources, migrations, policies }, '9.0.0')
  await expect(upgrade()).rejects.toThrow('read-only transaction')
  expect(await drift()).toEqual(none)
  expect(await upgrade()).toEqual({ migrations: [], declarations: [] })
  expect(await drift()).toEqual(none)
})

test('another major version of PostgreSQL prints definitions differently, so nothing is compared until migrate has recorded them', async () => {
  await db.admin.query('update migration.state set postgres_major = postgres_major - 1')
  const recorded = () => withClient({ connectionString: db.apiUrl }, recordedObjects)
  expect(await recorded()).toBeUndefined()
  await migrated()
  expect(await recorded()).toBeDefined()
  expect(await drift()).toEqual(none)
})
