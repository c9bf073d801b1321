import pg from 'pg'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../../test/cluster.ts'
import { patient } from '../../test/patience.ts'
import { version } from '../version.ts'
import { loginsOf } from './login.ts'
import { type MigrationReport, migrate } from './migrate.ts'
import { faultsOf } from './readiness.ts'
import { type SqlSources, sqlSources } from './sources.ts'
import { listenerName, readState } from './standing.ts'

let db: TestDatabase
beforeEach(async () => {
  db = await cloneDatabase()
})
afterEach(() => db.close())

/** This program's files and one more migration, as the version 9.0.0 may have them. */
async function later(text: string): Promise<SqlSources> {
  const sources = await sqlSources()
  const migration = { name: 'db/migrations/9001_later.sql', text, checksum: 'later' }
  return { ...sources, migrations: [...sources.migrations, migration] }
}

const migrated = (sources?: SqlSources, by?: string): Promise<MigrationReport> =>
  migrate(db.adminUrl, loginsOf(db.adminUrl).passwords, sources, by)
const atStart = () => faultsOf(db.apiUrl, 'DATABASE_URL', { isPooled: false })

const expanding = '-- oldest server: 0.2.0\nalter table vas.sales add column note text;'
const contracting = '-- oldest server: 9.0.0\nalter table vas.sales add column note text;'

describe('on a database that a newer version has migrated', () => {
  test('a server runs that is not older than the database allows', async () => {
    const sources = await later(expanding)
    const functions = sources.functions.map((file) => ({ ...file, checksum: 'later' }))
    await migrated({ ...sources, functions }, '9.0.0')
    expect(await atStart()).toEqual([])
    expect(await readState(db.admin)).toMatchObject({ version: '9.0.0', oldestServer: '0.2.0' })
  })

  test('a server that is too old for it does not run, and says which version it needs', async () => {
    await migrated(await later(contracting), '9.0.0')
    const [fault, ...others] = await atStart()
    expect(fault).toMatch(`migrated by 9.0.0 and needs 9.0.0 or newer; this is ${version}. Install 9.0.0`)
    expect(others).toEqual([])
  })

  test('migrate of this version changes nothing, or refuses what this version cannot run on', async () => {
    const sources = await later(expanding)
    const functions = sources.functions.map((file) => ({ ...file, checksum: 'later' }))
    await migrated({ ...sources, functions }, '9.0.0')
    expect(await migrated()).toEqual({ migrations: [], declarations: [], newer: '9.0.0' })
    const { rows } = await db.admin.query(
      `select count(*)::int as n from migration.applied where checksum = 'later'`,
    )
    expect(rows[0].n).toBe(functions.length + 1)
    await db.admin.query(`update migration.state set oldest_server = '9.0.0'`)
    await expect(migrated()).rejects.toThrow('needs 9.0.0 or newer')
  })

  test('what the newer version declares is no fault, and what nobody declares still is one', async () => {
    const sources = await later(`-- oldest server: 0.2.0
      create table catalog.seasons (name text primary key);
      grant select on catalog.seasons to mostrador_api;`)
    const [first, ...rest] = sources.functions
    const season = `create or replace function app.season() returns text language sql stable security definer
  set search_path = pg_catalog, pg_temp as $$ select 'spring' $$;
grant execute on function app.season() to mostrador_api;`
    const declared = { name: first?.name ?? '', text: `${first?.text}\n${season}`, checksum: 'later' }
    await migrated({ ...sources, functions: [declared, ...rest] }, '9.0.0')
    // The list of shared tables is in the code of the newer version.
    await db.admin.query(`update migration.state set allowances =
      jsonb_set(allowances, '{sharedTables}', allowances -> 'sharedTables' || '["catalog.seasons"]')`)
    expect(await atStart()).toEqual([])
    await db.admin.query(`create function app.by_hand() returns int language sql security definer
      set search_path = pg_catalog, pg_temp as 'select 1'; revoke execute on function app.by_hand() from public`)
    expect(await atStart()).toEqual(['app.by_hand() runs as its owner and no file declares it'])
  })

  test('a server also runs while its migration is under way, before its version has changed anything', async () => {
    const sources = await later(expanding)
    const blocker = await lockedTable('vas.sales')
    const running = migrated(sources, '9.0.0')
    await expect.poll(async () => (await readState(db.admin))?.version).toBe('9.0.0')
    expect(await atStart()).toEqual([])
    await blocker.release()
    expect((await running).migrations).toEqual(['db/migrations/9001_later.sql'])
  })
})

test('a server says on a database that is older than it which command to run', async () => {
  await db.admin.query(`delete from migration.applied where name like 'server/src/vas/sales/%'`)
  await db.admin.query(`update migration.state set version = '0.1.0'`)
  const [fault] = await atStart()
  expect(fault).toContain(`is at 0.1.0 and has not been migrated to this ${version}`)
  expect(fault).toContain('it lacks server/src/vas/sales/catalog.sql')
  expect(fault).toMatch(/Run: mostrador migrate$/)
})

test('a migration that was edited after it ran stops server and migrate, and both name it', async () => {
  await db.admin.query(
    `update migration.applied set checksum = 'other' where name = 'db/migrations/0007_shop.sql'`,
  )
  const words =
    'db/migrations/0007_shop.sql was changed after it ran on this database. Install Mostrador again'
  expect((await atStart())[0]).toContain(words)
  await expect(migrated()).rejects.toThrow(words)
})

test('a migration that needs newer servers is refused until the running ones have stopped', async () => {
  const server = new pg.Client({ connectionString: db.workerUrl, application_name: listenerName })
  await server.connect()
  onTestFinished(() => server.end().catch(() => {}))
  const before = await readState(db.admin)
  await expect(migrated(await later(contracting), '9.0.0')).rejects.toThrow(
    `needs servers from 9.0.0 on, and 1 of ${version} run on this database. Stop them`,
  )
  expect(await readState(db.admin)).toEqual(before)
  await server.end()
  await expect
    .poll(async () => await migrated(await later(contracting), '9.0.0').catch((error: Error) => error))
    .toMatchObject({ migrations: ['db/migrations/9001_later.sql'] })
})

test('a migration that waits for a table does not hold up the statements behind it', async () => {
  const blocker = await lockedTable('vas.sales')
  const running = migrated(await later(expanding), '9.0.0')
  const waits = async () =>
    (
      await db.admin.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
            and application_name = 'mostrador-migrate'`,
      )
    ).rowCount
  await expect.poll(waits, { interval: 20 }).toBe(1)
  // Behind the waiting migration, and before the table is free.
  const behind = new pg.Client({ connectionString: db.adminUrl, statement_timeout: patient(2_000) })
  await behind.connect()
  // The database is dropped before what `onTestFinished` was given, and ends the connections that it finds.
  try {
    expect((await behind.query('select from vas.sales limit 1')).command).toBe('SELECT')
  } finally {
    await Promise.all([behind.end(), blocker.release()])
  }
  expect((await running).migrations).toEqual(['db/migrations/9001_later.sql'])
})

/** A transaction that reads a table and stays open. */
async function lockedTable(table: string) {
  const reader = new pg.Client({ connectionString: db.adminUrl })
  await reader.connect()
  onTestFinished(() => reader.end().catch(() => {}))
  await reader.query(`begin; select from ${table} limit 1`)
  return { release: () => reader.end() }
}
