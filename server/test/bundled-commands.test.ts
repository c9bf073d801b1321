import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { composeDemo, demoConfig } from '../src/commands/demo.ts'
import { examined } from '../src/commands/doctor.ts'
import type { Product } from '../src/compose.ts'
import { ensureDatabase } from '../src/database/create.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../src/database/embedded/launch.ts'
import { loginsOf } from '../src/database/login.ts'
import { migrate } from '../src/database/migrate.ts'
import { runCommand } from './command.ts'
import { patient } from './patience.ts'

// What `mostrador demo` runs, without its people and goods: a PostgreSQL, a key and a sandbox that no setting names.
let dir: string
let postgres: EmbeddedPostgres
/** Undefined: it was stopped. */
let product: Product | undefined
let admin: pg.Client

const environment = () => ({ MOSTRADOR_DATA_DIR: dir, LOG_LEVEL: 'silent', PORT: '0' })
const ran = (...args: readonly string[]) => runCommand(args, environment())

beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'mostrador-bundled-'))
  // Root's PostgreSQL runs as another account, which has to enter.
  await chmod(dir, 0o755)
  postgres = await startEmbeddedPostgres({ dir: path.join(dir, 'postgres'), settings: { fsync: 'off' } })
  const adminUrl = await ensureDatabase(postgres.url, 'mostrador')
  const { apiUrl, workerUrl, passwords } = loginsOf(adminUrl)
  await migrate(adminUrl, passwords)
  product = await composeDemo(demoConfig(environment()), { apiUrl, workerUrl })
  await product.start()
  admin = new pg.Client({ connectionString: adminUrl })
  await admin.connect()
}, patient(120_000))
afterAll(async () => {
  await admin?.end()
  await product?.stop()
  await postgres?.stop()
  await rm(dir, { recursive: true, force: true })
})

describe('with the environment of a demo that runs', { timeout: patient(60_000) }, () => {
  test('mostrador check and audit verify find its database and its key', async () => {
    expect(await ran('check')).toEqual({
      code: 0,
      out: '0 merchants: 0 faults in the ledger, 0 in the stock\n',
      err: '',
    })
    expect(await ran('audit', 'verify')).toEqual({
      code: 0,
      out: expect.stringMatching(/^\d+ entries in \d+ seals, .* 0 faults\n$/),
      err: '',
    })
  })

  test('mostrador accounts recover asks its database', async () => {
    expect(await ran('accounts', 'recover', 'nobody@example.test')).toMatchObject({
      code: 1,
      err: expect.stringContaining('No active account has the address nobody@example.test.'),
    })
  })

  test('mostrador doctor looks at its database', async () => {
    const findings = await examined(environment())
    expect(findings.find(({ check }) => check === 'database')).toMatchObject({ state: 'ok' })
  })

  test('mostrador authority reconcile lists, and leaves the list of a running sandbox to its server', async () => {
    expect(await ran('authority', 'reconcile')).toEqual({
      code: 0,
      out: 'This database was never restored.\n',
      err: '',
    })
    await admin.query(`select from platform.mark_restored('another', '{0}', null, '[]', '[]')`)
    const left = await ran('authority', 'reconcile', '--apply')
    expect([left.code, left.err]).toEqual([1, ''])
    expect(left.out).toMatch(/^RESTORED: [\s\S]*finish on the page Restauración/)
    const { rows } = await admin.query('select lists_read_at from platform.restorations')
    expect(rows).toEqual([{ lists_read_at: null }])
    // The PostgreSQL goes on without it, as for a backup.
    await product?.stop()
    product = undefined
    expect(await ran('authority', 'reconcile', '--apply')).toEqual({
      code: 0,
      out: "0 sales of the provider's list were entered.\nThe database is reconciled: nothing waits.\n",
      err: '',
    })
  })
})

test.each([
  'check',
  'audit verify',
  'authority reconcile',
  'accounts recover nobody@example.test',
])('where nothing runs, mostrador %s says what to name or to start', async (command) => {
  const nowhere = path.join(dir, 'nowhere')
  const { code, err } = await runCommand(command.split(' '), { MOSTRADOR_DATA_DIR: nowhere })
  expect(code).toBe(1)
  expect(err).toContain(
    `DATABASE_URL is not set, and the bundled PostgreSQL does not run in ${nowhere}. Name the settings with --env FILE, or start the demo`,
  )
})

test('a database that is named is not replaced by the bundled one', async () => {
  const { code, err } = await runCommand(['check'], {
    ...environment(),
    DATABASE_ADMIN_URL: 'postgres://nobody@127.0.0.1:1/x',
  })
  expect(code).toBe(1)
  expect(err).toContain('DATABASE_URL is required')
})
