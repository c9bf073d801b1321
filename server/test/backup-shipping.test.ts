import { randomBytes } from 'node:crypto'
import { chmod, mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { folderStore } from '../src/adapters/backups/folder.ts'
import { systemClock } from '../src/adapters/clock/clock.ts'
import { backupService } from '../src/backup/service.ts'
import { createVault } from '../src/backup/vault.ts'
import { parseConfig } from '../src/config.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../src/database/embedded/launch.ts'
import { type RunningProduct, startProduct } from './app.ts'
import { patient } from './patience.ts'

// Its own cluster, whose WAL is archived to a store that goes away and comes back.
const metricsToken = 'a-token-that-only-the-monitor-knows-1'
const key = randomBytes(32)
const logLines: string[] = []
let dir: string
let target: string
let server: EmbeddedPostgres
let root: pg.Client
let backups: ReturnType<typeof serviceOn>
let shipping: { stop(): Promise<void> }
let app: RunningProduct

const serviceOn = (place: string, as = key) => ({
  ...backupService({
    config: parseConfig({ MOSTRADOR_DATA_DIR: path.join(dir, 'data') }),
    vault: createVault(folderStore(place), as),
    keepDays: 14,
    everyMs: 1_000,
    cluster: server,
    clock: systemClock,
    logger: pino({ level: 'error' }, { write: (line) => void logLines.push(line) }),
  }),
  schedule: '0 0 1 1 *',
})

/** A change, and the moment after it. */
async function change(): Promise<Date> {
  await root.query('insert into changes default values')
  return new Date()
}
const until = async (at: Date) =>
  expect
    .poll(async () => (await backups.status()).archivedUntil ?? new Date(0), { timeout: patient(20_000) })
    .toSatisfy((archived: Date) => archived >= at)
const failure = () =>
  expect.poll(async () => (await backups.status()).failure ?? '', { timeout: patient(20_000) })
const metric = async (name: string) => {
  const { text } = await app.call(undefined, 'GET', '/metrics', undefined, {
    authorization: `Bearer ${metricsToken}`,
  })
  return new RegExp(`^mostrador_backup_${name} (\\S+)$`, 'm').exec(text)?.[1]
}

beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'mostrador-shipping-'))
  await chmod(dir, 0o755)
  target = path.join(dir, 'target')
  await mkdir(target)
  server = await startEmbeddedPostgres({
    dir: path.join(dir, 'data', 'postgres'),
    settings: { fsync: 'off' },
    archive: { everySeconds: 1 },
  })
  root = new pg.Client({ connectionString: server.url })
  await root.connect()
  await root.query('create table changes (at timestamptz not null default now())')
  backups = serviceOn(target)
  app = await startProduct({ MOSTRADOR_METRICS_TOKEN: metricsToken }, { backups })
  shipping = backups.start(100)
}, patient(60_000))
afterAll(async () => {
  await shipping?.stop()
  await app?.close()
  await backups?.close()
  await root?.end()
  await server?.stop()
  await rm(dir, { recursive: true, force: true })
})

describe('shipping WAL', { timeout: patient(60_000) }, () => {
  test('a change is in the store soon after, and the disk is left empty', async () => {
    await until(await change())
    expect(await readdir(path.join(target, 'wal'))).toEqual(['0000000100000000'])
    await expect.poll(async () => (await backups.status()).waitingBytes, { timeout: patient(20_000) }).toBe(0)
    expect(await backups.status()).toMatchObject({ failure: null, lastBackupAt: null })
  })

  test('what is in the store stays current while nothing is changed', async () => {
    await until(await change())
    await until(new Date())
    await until(new Date())
  })

  test('a backup is seen on /metrics and by operators, and by nobody else', async () => {
    expect(await metric('last_seconds')).toBe('Nan')
    const { data } = await backups.take()
    expect(Number(await metric('last_seconds'))).toBeLessThan(patient(60))
    expect(await metric('last_bytes')).toBe(String(data.bytes))
    expect(Number(await metric('archive_lag_seconds'))).toBeLessThan(patient(60))
    expect(await metric('failing')).toBe('0')
    const operator = await app.world.platformAdmin()
    const { status, body } = await app.call(operator, 'GET', '/platform/backups')
    expect(status).toBe(200)
    expect(body).toMatchObject({ isConfigured: true, lastBackupBytes: data.bytes, isFailing: false })
    const { manager } = await app.world.store()
    expect((await app.call(manager, 'GET', '/platform/backups')).body.code).toBe('forbidden')
  })

  test('while the store is away changes wait on the disk, are seen and logged, and go out when it is back', async () => {
    await rename(target, `${target}-away`)
    const at = await change()
    await failure().toContain('mount its disk')
    await expect
      .poll(async () => (await backups.status()).waitingBytes, { timeout: patient(20_000) })
      .toBeGreaterThan(0)
    expect(await metric('failing')).toBe('1')
    expect(Number(await metric('waiting_bytes'))).toBeGreaterThan(0)
    expect(logLines.join('')).toContain('WAL does not reach the store')
    await rename(`${target}-away`, target)
    await until(at)
    await failure().toBe('')
    await expect.poll(async () => (await backups.status()).waitingBytes, { timeout: patient(20_000) }).toBe(0)
  })

  test('an empty folder in its place is taken for a disk that is not mounted', async () => {
    await rename(target, `${target}-away`)
    await mkdir(target)
    await failure().toContain('is empty, and it was not: mount its disk')
    expect(await readdir(target)).toEqual([])
    await rm(target, { recursive: true })
    await rename(`${target}-away`, target)
    await failure().toBe('')
  })

  test('when PostgreSQL cannot put WAL into its folder that is seen, and nothing is lost', async () => {
    await chmod(server.archiveDir, 0o500)
    const at = await change()
    await failure().toContain('PostgreSQL cannot copy its WAL')
    await chmod(server.archiveDir, 0o700)
    await until(at)
    await failure().toBe('')
  })

  test('the place of another database, and one with another key, get nothing', async () => {
    const other = path.join(dir, 'other')
    await mkdir(other)
    const marker = { format: 1, systemIdentifier: '1', keyId: '00000000', createdAt: '' }
    await writeFile(path.join(other, 'installation.json'), JSON.stringify(marker))
    const strange = serviceOn(other)
    await expect(strange.take()).rejects.toThrow('has the backups of another database')
    await strange.close()
    const locked = serviceOn(target, randomBytes(32))
    await expect(locked.take()).rejects.toThrow(/encrypted with the key [0-9a-f]{8}, and BACKUP_KEY is/)
    await locked.close()
    expect(await readdir(other)).toEqual(['installation.json'])
  })
})

test('a server that makes no backups says so', async () => {
  const plain = await startProduct({ MOSTRADOR_METRICS_TOKEN: metricsToken })
  try {
    const operator = await plain.world.platformAdmin()
    const { body } = await plain.call(operator, 'GET', '/platform/backups')
    expect(body).toMatchObject({ isConfigured: false, lastBackupAt: null })
  } finally {
    await plain.close()
  }
})
