import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startEmbeddedPostgres } from '../server/src/database/embedded/launch.ts'
import {
  type Acknowledged,
  archivedIn,
  asked,
  ran,
  sellWithoutPause,
  shippedUpToNow,
  startDemo,
  superuserOf,
  type TopUp,
} from '../server/test/backup-drill.ts'
import { patient } from '../server/test/patience.ts'
import { killProgram } from '../server/test/programs.ts'
import { brokenPromises } from '../server/test/restore-promises.ts'
import { type S3Server, startS3 } from '../server/test/s3-server.ts'
import { type Right, rightsOf } from '../server/test/shop-rights.ts'

// One story: a shop that sells without a pause is backed up to a bucket and killed, its disk is gone, and it is brought
// back, to the last moment from the bucket, and to one in the middle from a folder with the same objects. What the shop
// got acknowledged is kept outside, and compared. `npm run drill` does it for many moments.
const key = randomBytes(32).toString('base64')
let dir: string
let s3: S3Server
/** The folder with the bucket's objects. */
let target: string
let acknowledged: readonly Acknowledged[]
let topUps: readonly TopUp[]
/** Taken away after the moment. */
let taken: readonly Right[]
/** Everything that was acknowledged before had reached the store when the server was killed. */
let shippedAt: Date
let killedAt: Date
/** In the middle of the sales, after the backup. */
let moment: Date

const environment = (data: string, changes: Readonly<Record<string, string>> = {}) => ({
  MOSTRADOR_DATA_DIR: path.join(dir, data),
  ...s3.environment,
  BACKUP_KEY: key,
  // Every segment is 16 MB, read again by every restore and every verification.
  BACKUP_WAL_SECONDS: '4',
  // The backups are those of this story, also at night.
  BACKUP_SCHEDULE: '0 0 1 1 *',
  ...changes,
})
const restored = (data: string, to: string, ...more: readonly string[]) =>
  ran(['restore', '--to', to, '--data', path.join(dir, data), ...more], environment(data))

const objects = () => readdirSync(target, { recursive: true }).map(String)
const archived = () => archivedIn(target)

beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'mostrador-backup-'))
  // Root's PostgreSQL runs as another account, which has to enter.
  await chmod(dir, 0o755)
  target = path.join(dir, 'target')
  await mkdir(target)
  s3 = await startS3(50, target)
})
afterAll(async () => {
  await s3?.close()
  // The killed shop's PostgreSQL may still be stopping.
  await rm(dir, { recursive: true, force: true, maxRetries: 20, retryDelay: 500 })
})

test(
  'a shop sells and is backed up meanwhile, by itself and by command, one at a time, and is killed',
  async () => {
    const shop = await startDemo(environment('shop'))
    const rights = await rightsOf(shop, 1)
    const load = await sellWithoutPause(shop)
    const root = await superuserOf(shop.dataDir)
    // The server makes the first one by itself.
    await expect
      .poll(() => objects().some((name) => name.includes('manifest')), { timeout: patient(60_000) })
      .toBe(true)
    // A running backup holds this lock: the next one is refused.
    await root.query('select pg_advisory_lock(7270119)')
    const second = await ran(['backup'], environment('shop'))
    expect(second.said).toContain('Another backup is running')
    expect(second.code).toBe(1)
    await root.end()
    const first = await ran(['backup'], environment('shop'))
    expect(first.code, first.said).toBe(0)
    const since = load.acknowledged.length
    const segments = archived().length
    await expect.poll(() => load.acknowledged.length, { timeout: patient(30_000) }).toBeGreaterThan(since + 8)
    moment = new Date()
    for (const right of rights) await right.takeAway()
    taken = rights
    await expect
      .poll(() => load.acknowledged.length, { timeout: patient(30_000) })
      .toBeGreaterThan(since + 16)
    // The log is sealed once a minute. What is sold until then would only be more WAL for every restore below.
    await load.rest(() =>
      expect
        .poll(() => readFile(path.join(shop.dataDir, 'audit-seals.jsonl'), 'utf8').catch(() => ''), {
          timeout: patient(90_000),
          interval: 250,
        })
        .not.toBe(''),
    )
    await expect
      .poll(() => load.acknowledged.length, { timeout: patient(30_000) })
      .toBeGreaterThan(since + 24)
    // Enough for one in the middle to be missing.
    await expect.poll(() => archived().length, { timeout: patient(30_000) }).toBeGreaterThan(segments + 3)
    shippedAt = await shippedUpToNow(shop, target)
    await killProgram(shop.child)
    killedAt = new Date()
    await load.stop()
    acknowledged = load.acknowledged
    topUps = load.topUps
    // The disk is gone, with everything on it. What the provider has written down is not on that disk.
    await rename(path.join(dir, 'shop'), path.join(dir, 'lost'))
    await cp(path.join(dir, 'lost', 'simulator'), path.join(dir, 'moment', 'simulator'), { recursive: true })
  },
  patient(300_000),
)

describe('a dead disk', { timeout: patient(120_000) }, () => {
  test('restored to the latest moment, everything that was acknowledged is there, and the books balance', async () => {
    const { code, said } = await restored('latest', 'latest')
    expect(code, said).toBe(0)
    const last = new Date(/last transaction is of (\S+)\.$/m.exec(said)?.[1] as string)
    expect(killedAt.getTime() - last.getTime()).toBeLessThan(patient(60_000))
    const rows = await asked<{ carts: string[]; sales: Record<string, string>; faults: number }>(
      path.join(dir, 'latest'),
      `select array(select cart_id::text from selling.sales_orders) as carts,
              (select jsonb_object_agg(id, status) from vas.sales) as sales,
              (select count(*)::int from money.imbalances()) as faults`,
    )
    const found = rows[0] as (typeof rows)[number]
    const due = acknowledged.filter(({ acknowledgedAt }) => acknowledgedAt <= shippedAt)
    expect(due.length).toBeGreaterThan(16)
    expect(due.filter(({ kind }) => kind === 'airtime').length).toBeGreaterThan(0)
    const lost = due.filter(({ kind, id, status }) =>
      kind === 'goods'
        ? !found.carts.includes(id)
        : found.sales[id] === undefined || (status === 'COMPLETED' && found.sales[id] !== status),
    )
    expect(lost).toEqual([])
    expect(found.faults).toBe(0)
  })

  test('restored to a moment, what was acknowledged before it is there, and nothing that was asked for after it', async () => {
    const { code, said } = await restored('moment', moment.toISOString(), '--from', target)
    expect(code, said).toBe(0)
    const [found] = await asked<{ carts: string[]; sales: string[]; members: number }>(
      path.join(dir, 'moment'),
      `select array(select cart_id::text from selling.sales_orders) as carts, array(select id::text from vas.sales) as sales,
              (select count(*)::int from shop.memberships m join identity.accounts a on a.id = m.account_id
                where a.email = 'cashier2@demo.mostrador.test' and m.ended_at is null) as members`,
    )
    const isThere = ({ kind, id }: Acknowledged) =>
      (kind === 'goods' ? found?.carts : found?.sales)?.includes(id) ?? false
    expect(
      acknowledged.filter(({ acknowledgedAt }) => acknowledgedAt < moment).filter((each) => !isThere(each)),
    ).toEqual([])
    const later = acknowledged.filter(({ askedAt }) => askedAt > moment)
    expect(later.length).toBeGreaterThan(0)
    expect(later.filter(isThere)).toEqual([])
    // PostgreSQL has set the dismissal back …
    expect(found?.members).toBe(1)
  })

  test('the next start finds it restored: no right is back that was taken away, and every top-up is sold once', async () => {
    const shop = await startDemo({ MOSTRADOR_DATA_DIR: path.join(dir, 'moment') })
    // … and the authority journal, which was not set back, takes it away again.
    const { counts, ...broken } = await brokenPromises(shop, { acknowledged, topUps, taken }, moment)
    await killProgram(shop.child)
    expect(broken).toEqual({ lost: [], repeated: [], alive: [], early: [], unbalanced: 0 })
    expect(taken.length).toBe(5)
    expect(counts.goods).toBeGreaterThan(0)
    expect(counts.entered).toBeGreaterThan(0)
  })

  test('the seals of the audit log verify, and find nothing but that the log was set back', async () => {
    const server = await startEmbeddedPostgres({ dir: path.join(dir, 'latest', 'postgres') })
    const { said } = await ran(['audit', 'verify'], { MOSTRADOR_DATA_DIR: path.join(dir, 'latest') })
    await server.stop()
    expect(said).toMatch(/^\d+ entries in [1-9]\d* seals/m)
    expect(said).not.toMatch(/entry (changed|removed|inserted)|seal (missing|altered|of)/)
  })
})

test(
  'mostrador backup list shows them, and verify reads all of them',
  async () => {
    const { code, said } = await ran(['backup', 'list'], environment('lost'))
    expect(code, said).toBe(0)
    expect(said.trim().split('\n').length).toBe(2)
    const verified = await ran(['backup', 'verify'], environment('lost'))
    expect(verified.said).toMatch(/^2 backups and \d+ segments of WAL were read: 0 faults$/m)
    expect(verified.code).toBe(0)
  },
  patient(60_000),
)

describe('a restore refuses', { timeout: patient(60_000) }, () => {
  const refused = async (to: string, changes: Record<string, string>, data = 'refused') => {
    const { code, said } = await ran(['restore', '--to', to], environment(data, changes))
    expect(code).toBe(1)
    expect(said).not.toContain('    at ')
    return said
  }
  /** A copy of the store, to be damaged. */
  const copied = async (name: string): Promise<{ place: string; BACKUP_TARGET: string }> => {
    const place = path.join(dir, name)
    await cp(target, place, { recursive: true })
    return { place, BACKUP_TARGET: place }
  }

  test('a folder with a database, and names the command that moves it away', async () => {
    expect(await refused('latest', {}, 'latest')).toContain(
      `mv ${path.join(dir, 'latest', 'postgres', 'data')} `,
    )
  })

  test('a moment before the first backup, one in the future, and one without a zone', async () => {
    expect(await refused('2020-01-01T00:00:00Z', {})).toContain('The first backup ends at 20')
    expect(await refused('2999-01-01T00:00:00Z', {})).toContain('--to latest')
    expect(await refused('2026-11-23T10:00', {})).toContain('is not a time with its zone')
  })

  test('a moment that the archive does not reach', async () => {
    const said = await refused(new Date().toISOString(), {})
    expect(said).toMatch(/does not reach .*: its last transaction is of 20.*--to latest/)
  })

  test('another key, and says which one the backups need', async () => {
    const said = await refused('latest', { BACKUP_KEY: randomBytes(32).toString('base64') })
    expect(said).toMatch(/are encrypted with the key [0-9a-f]{8}, and BACKUP_KEY is [0-9a-f]{8}/)
  })

  test('a place without backups', async () => {
    expect(await refused('latest', { BACKUP_TARGET: path.join(dir, 'not-mounted') })).toContain(
      'is its disk mounted?',
    )
  })

  test('WAL with a gap, and names it', async () => {
    const { place, BACKUP_TARGET } = await copied('gap')
    const middle = archived().at(-3) as string
    await rm(path.join(place, 'wal', middle.slice(0, 16), `${middle}.enc`))
    const said = await refused('latest', { BACKUP_TARGET })
    expect(said).toContain(`WAL is missing from ${middle} on`)
    expect(said).toContain('--to 20')
    const verified = await ran(['backup', 'verify'], environment('lost', { BACKUP_TARGET }))
    expect(verified.said).toContain(`${middle}.enc is missing`)
    expect(verified.code).toBe(1)
  })

  test('a damaged copy, and leaves nothing behind', async () => {
    const { place, BACKUP_TARGET } = await copied('damaged')
    const data = objects()
      .filter((name) => name.endsWith('data.tar.gz.enc'))
      .sort()
      .at(-1)
    const file = path.join(place, data as string)
    const bytes = await readFile(file)
    const middle = bytes.length >> 1
    bytes[middle] = (bytes[middle] as number) ^ 1
    await writeFile(file, bytes)
    expect(await refused('latest', { BACKUP_TARGET })).toMatch(
      /data\.tar\.gz\.enc is damaged: it was changed/,
    )
    expect(
      (await readdir(path.join(dir, 'refused', 'postgres'))).filter((name) => /data|restoring/.test(name)),
    ).toEqual([])
  })
})
