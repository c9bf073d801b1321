import { randomBytes } from 'node:crypto'
import { chmod, cp, mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { folderStore } from '../src/adapters/backups/folder.ts'
import { systemClock } from '../src/adapters/clock/clock.ts'
import { restore } from '../src/backup/restore.ts'
import { backupService, clusterDirOf, keptFiles, spoolDirOf } from '../src/backup/service.ts'
import { createVault } from '../src/backup/vault.ts'
import { verifyBackups } from '../src/backup/verify.ts'
import { parseConfig } from '../src/config.ts'
import { archiveDirOf } from '../src/database/embedded/cluster.ts'
import { startEmbeddedPostgres } from '../src/database/embedded/launch.ts'
import { patient } from './patience.ts'

// A restore begins a timeline. What is sold on it must survive the next dead disk, so its history has to be in the store.
const key = randomBytes(32)
let dir: string
/** Two backups, and all WAL of a shop whose disk is dead; each test has a copy. */
let first: string
/** Between the two, before the last sale of that shop. */
let moment: Date
/** The second one. */
let later: string

const configOf = (data: string) => parseConfig({ MOSTRADOR_DATA_DIR: path.join(dir, data) })
const vaultOf = (target: string) => createVault(folderStore(target), key)

/** A cluster that sells and is backed up, as `mostrador demo` runs it with BACKUP_TARGET. */
async function opened(data: string, target: string) {
  const config = configOf(data)
  const server = await startEmbeddedPostgres({
    dir: clusterDirOf(config),
    settings: { fsync: 'off' },
    archive: { everySeconds: 1 },
  })
  const root = new pg.Client({ connectionString: server.url })
  root.on('error', () => {})
  await root.connect()
  const backups = backupService({
    config,
    vault: vaultOf(target),
    keepDays: 14,
    everyMs: 1_000,
    cluster: server,
    clock: systemClock,
    logger: pino({ level: 'silent' }),
  })
  const shipping = backups.start(100)
  return {
    take: backups.take,
    status: backups.status,
    sell: (what: string) => root.query('insert into sales values ($1)', [what]),
    query: (text: string) => root.query(text),
    /** Ends when the store has everything up to now. */
    async shipped(): Promise<void> {
      const at = new Date()
      await vi.waitFor(
        async () => {
          const { archivedUntil, failure } = await backups.status()
          expect(failure).toBe(null)
          expect(archivedUntil?.getTime()).toBeGreaterThanOrEqual(at.getTime())
        },
        { timeout: patient(30_000), interval: 100 },
      )
    },
    async stop(): Promise<void> {
      await shipping.stop()
      await backups.close()
      await root.end()
      await server.stop()
    },
    /** Its disk is dead. */
    async lost(): Promise<void> {
      await this.stop()
      await rename(path.join(dir, data), path.join(dir, `${data}-lost`))
    },
  }
}
/** Leaves so little of the segment that the promotion of a restore needs the next one. */
const almostFullSegment = `
  with place as (select 16777216 - (pg_walfile_name_offset(pg_current_wal_insert_lsn())).file_offset as left_bytes)
  select pg_logical_emit_message(false, 'filling', repeat('x', left_bytes - (left_bytes / 8192 + 1) * 24 - 260)) from place`

const restored = (
  data: string,
  target: string,
  until: Date | undefined,
  timeline?: number,
  backupId?: string,
) =>
  restore({
    vault: vaultOf(target),
    clusterDir: clusterDirOf(configOf(data)),
    spoolDir: spoolDirOf(configOf(data)),
    until,
    timeline,
    backupId,
    files: keptFiles(configOf(data)),
    clock: systemClock,
    say: () => {},
  })

/** What was sold, by a restored cluster that nobody has started yet. */
async function salesIn(data: string): Promise<string[]> {
  const server = await startEmbeddedPostgres({ dir: clusterDirOf(configOf(data)) })
  const root = new pg.Client({ connectionString: server.url })
  try {
    await root.connect()
    const { rows } = await root.query('select array(select what from sales order by at) as sales')
    return rows[0].sales
  } finally {
    await root.end()
    await server.stop()
  }
}

async function copied(name: string): Promise<string> {
  const target = path.join(dir, name)
  await cp(first, target, { recursive: true })
  return target
}

beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'mostrador-timelines-'))
  await chmod(dir, 0o755)
  first = path.join(dir, 'first')
  await mkdir(first)
  const shop = await opened('shop', first)
  await shop.query('create table sales (what text, at timestamptz not null default clock_timestamp())')
  await shop.sell('backed up')
  await shop.take()
  await shop.sell('kept')
  await shop.query(almostFullSegment)
  moment = new Date()
  await shop.sell('undone')
  later = (await shop.take()).id
  await shop.shipped()
  await shop.lost()
}, patient(60_000))
afterAll(() => rm(dir, { recursive: true, force: true, maxRetries: 20, retryDelay: 500 }))

test(
  'a shop that is stopped leaves nothing on its disk that the store does not have',
  async () => {
    const target = await copied('stopped')
    await restored('stopped-1', target, undefined)
    const shop = await opened('stopped-1', target)
    await shop.shipped()
    await shop.sell('before the stop')
    await shop.lost()
    await restored('stopped-2', target, undefined)
    expect(await salesIn('stopped-2')).toEqual(['backed up', 'kept', 'undone', 'before the stop'])
  },
  patient(90_000),
)

test(
  'a shop whose database is damaged while the store is away gets back what waits on the same disk',
  async () => {
    const target = await copied('waiting')
    await restored('waiting-1', target, undefined)
    const shop = await opened('waiting-1', target)
    await shop.shipped()
    await rename(target, `${target}-unmounted`)
    for (const what of ['sealed', 'archived']) {
      await shop.sell(what)
      await shop.query('select pg_switch_wal()')
      const spool = spoolDirOf(configOf('waiting-1'))
      const sealed = async () => (await readdir(spool)).filter((name) => name.endsWith('.sealed')).length
      if (what === 'sealed') await expect.poll(sealed, { timeout: patient(20_000) }).toBeGreaterThan(0)
    }
    await shop.stop()
    await rename(`${target}-unmounted`, target)
    const cluster = clusterDirOf(configOf('waiting-1'))
    await rename(path.join(cluster, 'data'), path.join(cluster, 'data.damaged'))
    await writeFile(path.join(archiveDirOf({ dir: cluster }), '0000000200000000000000FF'), 'not WAL')
    await restored('waiting-1', target, undefined)
    expect(await salesIn('waiting-1')).toEqual(['backed up', 'kept', 'undone', 'sealed', 'archived'])
  },
  patient(90_000),
)

describe('a restored shop that loses its disk too', { timeout: patient(90_000) }, () => {
  test('gets back what it has sold since, from the backup that leads there, and verify names the one left behind', async () => {
    const target = await copied('again')
    await restored('again-1', target, moment)
    const shop = await opened('again-1', target)
    await shop.sell('since')
    await shop.shipped()
    await shop.lost()
    const { backups, leftBehind, faults } = await verifyBackups(vaultOf(target), undefined)
    expect(faults).toEqual([])
    expect([backups.length, leftBehind.map(({ id }) => id)]).toEqual([2, [later]])
    await restored('again-2', target, undefined)
    expect(await salesIn('again-2')).toEqual(['backed up', 'kept', 'since'])
  })

  test('gets it back too when it was backed up in between', async () => {
    const target = await copied('backed-up')
    await restored('backed-up-1', target, moment)
    const shop = await opened('backed-up-1', target)
    expect(await shop.status()).toMatchObject({ wasRestoredSince: true })
    await shop.take()
    expect(await shop.status()).toMatchObject({ wasRestoredSince: false })
    await shop.sell('since')
    await shop.shipped()
    await shop.lost()
    expect((await verifyBackups(vaultOf(target), undefined)).faults).toEqual([])
    await restored('backed-up-2', target, undefined)
    expect(await salesIn('backed-up-2')).toEqual(['backed up', 'kept', 'since'])
    await expect(restored('backed-up-3', target, undefined, undefined, later)).rejects.toThrow(
      'does not lead to timeline 2: a restore has left it behind',
    )
    await restored('backed-up-3', target, undefined, 1)
    expect(await salesIn('backed-up-3')).toEqual(['backed up', 'kept', 'undone'])
  })

  test('can be backed up at another place, which gets what a restore from there needs', async () => {
    const [target, other] = [await copied('moved'), path.join(dir, 'other')]
    await mkdir(other)
    await restored('moved-1', target, moment)
    const before = await opened('moved-1', target)
    await before.shipped()
    await before.stop()
    const shop = await opened('moved-1', other)
    await shop.take()
    await shop.sell('since')
    await shop.shipped()
    await shop.lost()
    expect((await verifyBackups(vaultOf(other), undefined)).faults).toEqual([])
    await restored('moved-2', other, undefined)
    expect(await salesIn('moved-2')).toEqual(['backed up', 'kept', 'since'])
  })

  test('can be restored to the same moment again, and the second one is backed up beside the first', async () => {
    const target = await copied('twice')
    await restored('twice-1', target, moment)
    const one = await opened('twice-1', target)
    await one.sell('by the first')
    await one.shipped()
    await one.lost()
    await restored('twice-2', target, moment)
    const two = await opened('twice-2', target)
    await two.sell('by the second')
    await two.shipped()
    await two.lost()
    expect((await verifyBackups(vaultOf(target), undefined)).faults).toEqual([])
    await restored('twice-3', target, undefined)
    expect(await salesIn('twice-3')).toEqual(['backed up', 'kept', 'by the second'])
    await restored('twice-4', target, undefined, 2)
    expect(await salesIn('twice-4')).toEqual(['backed up', 'kept', 'by the first'])
  })

  test('is restored again beside what the first one could not ship, because the store was away', async () => {
    const target = await copied('away')
    await restored('away-1', target, moment)
    await rename(target, `${target}-unmounted`)
    const one = await opened('away-1', target)
    for (let no = 0; no < 4; no++) {
      await one.sell('by the first')
      await one.query('select pg_switch_wal()')
    }
    await one.stop()
    await rename(`${target}-unmounted`, target)
    const cluster = clusterDirOf(configOf('away-1'))
    await rename(path.join(cluster, 'data'), path.join(cluster, 'data.before-restore'))
    await restored('away-1', target, moment)
    const two = await opened('away-1', target)
    await two.sell('by the second')
    await two.shipped()
    await two.lost()
    expect((await verifyBackups(vaultOf(target), undefined)).faults).toEqual([])
    await restored('away-2', target, undefined)
    expect(await salesIn('away-2')).toEqual(['backed up', 'kept', 'by the second'])
  })
})
