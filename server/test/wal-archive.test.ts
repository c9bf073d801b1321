import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { examined } from '../src/commands/doctor.ts'
import { ensureDatabase } from '../src/database/create.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../src/database/embedded/launch.ts'
import { loginsOf } from '../src/database/login.ts'
import { migrate } from '../src/database/migrate.ts'
import type { Finding } from '../src/doctor/finding.ts'
import { firing } from './alert-rules.ts'
import { patient } from './patience.ts'

// A PostgreSQL of one's own whose archive_command waits, as at a disk or at a store that does not answer.
let dir: string
let gate: string
let server: EmbeddedPostgres
let adminUrl: string
let admin: pg.Client

beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'mostrador-archive-'))
  // PostgreSQL's account has to enter.
  await chmod(dir, 0o755)
  gate = path.join(dir, 'open')
  server = await startEmbeddedPostgres({
    dir: path.join(dir, 'postgres'),
    settings: {
      fsync: 'off',
      archive_mode: 'on',
      archive_command: `while [ ! -e ${gate} ]; do sleep 0.1; done`,
    },
  })
  adminUrl = await ensureDatabase(server.url, 'mostrador')
  await migrate(adminUrl, loginsOf(adminUrl).passwords)
  admin = new pg.Client({ connectionString: adminUrl })
  await admin.connect()
}, patient(60_000))
afterAll(async () => {
  // A command that waits would not let PostgreSQL stop.
  await writeFile(gate, '')
  await admin?.end()
  await server?.stop()
  await rm(dir, { recursive: true, force: true })
})

/** As `GET /metrics` exports them. */
async function gauges(): Promise<string> {
  const { rows } = await admin.query<{ name: string; value: number }>('select * from platform.gauges()')
  return rows.map(({ name, value }) => `mostrador_${name} ${value}`).join('\n')
}
const gauge = async (name: string) =>
  Number(new RegExp(`^mostrador_${name} (.*)$`, 'm').exec(await gauges())?.[1])
/** One more segment of WAL is full. */
const fillSegment = () =>
  admin.query(`select pg_logical_emit_message(true, 'test', 'something was sold'); select pg_switch_wal()`)
const archiveAlerts = async () =>
  firing(await gauges()).filter((alert) => alert.startsWith('MostradorArchive'))
async function finding(): Promise<Finding | undefined> {
  const { apiUrl, workerUrl } = loginsOf(adminUrl)
  const found = await examined({
    DATABASE_URL: apiUrl,
    DATABASE_WORKER_URL: workerUrl,
    MOSTRADOR_DATA_DIR: dir,
    PORT: '9',
  })
  return found.find(({ check }) => check === 'backup')
}

test('an archive_command that hangs counts the time since the last segment, and only while a full one waits', async () => {
  await fillSegment()
  expect(await gauge('wal_archive_on')).toBe(1)
  expect(await gauge('wal_unarchived_seconds')).toBeGreaterThan(0)
  await writeFile(gate, '')
  await expect.poll(() => gauge('wal_unarchived_seconds'), { timeout: patient(20_000) }).toBe(0)
  expect(await archiveAlerts()).toEqual([])

  await rm(gate)
  await fillSegment()
  await admin.query(`select pg_logical_emit_message(true, 'test', 'something was sold')`)
  await expect.poll(() => gauge('wal_unarchived_seconds'), { timeout: patient(20_000) }).toBeGreaterThan(0)
  // It hangs, and does not fail.
  expect(await gauge('wal_archive_failing')).toBe(0)
  expect(await finding()).toMatchObject({ state: 'ok' })
})

test('one that has hung for an hour is an alert, and an error of mostrador doctor', async () => {
  // Nothing was archived since PostgreSQL has started, which the function is told to be an hour ago.
  await admin.query(`select pg_stat_reset_shared('archiver')`)
  await admin.query(`
    create function public.pg_postmaster_start_time() returns timestamptz stable
      return now() - interval '1 hour';
    alter function platform.gauges() set search_path = public, pg_catalog, pg_temp`)
  expect(await archiveAlerts()).toEqual(['MostradorArchiveFails'])
  expect(await finding()).toMatchObject({
    state: 'error',
    text: expect.stringMatching(/^PostgreSQL has archived nothing for 60 minutes, although WAL waits/),
  })
})

test('without archive_mode it is off, which is an alert of its own', async () => {
  await writeFile(gate, '')
  await admin.end()
  await server.stop()
  server = await startEmbeddedPostgres({ dir: path.join(dir, 'postgres'), settings: { fsync: 'off' } })
  adminUrl = await ensureDatabase(server.url, 'mostrador')
  admin = new pg.Client({ connectionString: adminUrl })
  await admin.connect()
  expect(await gauge('wal_archive_on')).toBe(0)
  expect(await gauge('wal_unarchived_seconds')).toBe(0)
  expect(await archiveAlerts()).toEqual(['MostradorArchiveOff'])
  expect((await finding())?.text).toContain('PostgreSQL archives no WAL')
})
