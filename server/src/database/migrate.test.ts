import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterEach, describe, expect, inject, test } from 'vitest'
import { ensureDatabase } from './create.ts'
import { loginsOf } from './login.ts'
import { migrate } from './migrate.ts'
import { unsafeThings } from './safety.ts'
import { sqlSources } from './sources.ts'
import { standingOf } from './standing.ts'

let adminUrl: string
let admin: pg.Client
let name: string

/** An empty database, or one that `migrate` made from an empty one. */
async function open(which: 'empty' | 'migrated'): Promise<void> {
  name = `m_${randomBytes(5).toString('hex')}`
  if (which === 'migrated') await atRoot(`create database ${name} template ${inject('template')}`)
  adminUrl = await ensureDatabase(inject('adminUrl'), name)
  admin = new pg.Client({ connectionString: adminUrl })
  await admin.connect()
}
afterEach(async () => {
  await admin.end()
  await atRoot(`drop database ${name} with (force)`)
})

async function atRoot(statement: string): Promise<void> {
  const root = new pg.Client({ connectionString: inject('adminUrl') })
  await root.connect()
  await root.query(statement)
  await root.end()
}

const run = () => migrate(adminUrl, loginsOf(adminUrl).passwords)

describe('migrate', () => {
  test('migrates an empty database, and does nothing the second time', async () => {
    await open('empty')
    const first = await run()
    expect(first.migrations.length).toBeGreaterThan(5)
    expect(first.declarations).toContain('server/src/vas/sales/policies.sql')
    expect(await run()).toEqual({ migrations: [], declarations: [] })
    expect(await standingOf(admin)).toEqual({ kind: 'current' })
    const api = new pg.Client({ connectionString: loginsOf(adminUrl).apiUrl })
    await api.connect()
    expect(await unsafeThings(api)).toEqual([])
    await api.end()
  })

  test('neither login role can create temporary tables', async () => {
    await open('empty')
    await run()
    const { apiUrl, workerUrl } = loginsOf(adminUrl)
    for (const connectionString of [apiUrl, workerUrl]) {
      const login = new pg.Client({ connectionString })
      await login.connect()
      await expect(login.query('create temporary table t (id int)')).rejects.toMatchObject({ code: '42501' })
      await login.end()
    }
  })

  test('two concurrent runs queue, and both succeed', async () => {
    await open('empty')
    const reports = await Promise.all([run(), run()])
    expect(reports.map(({ migrations }) => migrations.length).filter((count) => count === 0)).toHaveLength(1)
  })

  test('refuses a migration that was edited after it ran', async () => {
    await open('migrated')
    await admin.query(
      `update migration.applied set checksum = 'other' where name = 'db/migrations/0001_app.sql'`,
    )
    await expect(run()).rejects.toThrow('0001_app.sql was changed after it ran')
  })

  test('restores a policy that was dropped by hand, and the server detects that it was missing', async () => {
    await open('migrated')
    await admin.query('drop policy product_read on catalog.products')
    const api = new pg.Client({ connectionString: loginsOf(adminUrl).apiUrl })
    await api.connect()
    expect((await unsafeThings(api)).join()).toContain('catalog.products')
    expect((await run()).declarations).toEqual(['server/src/catalog/products/policies.sql'])
    expect(await unsafeThings(api)).toEqual([])
    await api.end()
  })

  test('derives every permission set again when the matrix has changed', async () => {
    await open('migrated')
    await admin.query(
      `update migration.applied set checksum = 'old' where name = 'db/generated/authorization.sql'`,
    )
    await admin.query(`update authz.matrix set verbs = '{}' where domain = 'catalog' and role = 'cashier'`)
    expect((await run()).declarations).toEqual(['db/generated/authorization.sql'])
    const { rows } = await admin.query(
      `select verbs from authz.matrix where domain = 'catalog' and role = 'cashier'`,
    )
    expect(rows[0].verbs).toEqual(['read'])
  })

  test.each([
    ['sql', 'as $$ select missing.thing() $$', 'schema "missing" does not exist'],
    ['plpgsql', 'as $$ begin select from; if end $$', 'syntax error'],
  ])('a function in %s with a broken body leaves every function unchanged', async (language, body, message) => {
    await open('migrated')
    const sources = await sqlSources()
    const functions = sources.functions.map((file) => ({
      ...file,
      checksum: 'new',
      text: `${file.text}\ncreate or replace function app.broken() returns void language ${language} ${body};`,
    }))
    const broken = migrate(adminUrl, loginsOf(adminUrl).passwords, { ...sources, functions })
    await expect(broken).rejects.toThrow(message)
    expect(await standingOf(admin)).toEqual({ kind: 'current' })
    const { rows } = await admin.query(`select from pg_proc where proname = 'broken'`)
    expect(rows).toEqual([])
  })
})
