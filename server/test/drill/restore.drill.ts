import { randomBytes } from 'node:crypto'
import { chmod, cp, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { archivedIn, ran, sellWithoutPause, shippedUpToNow, startDemo } from '../backup-drill.ts'
import { passTime } from '../pass-time.ts'
import { killProgram } from '../programs.ts'
import { brokenPromises, type OutsideJournal } from '../restore-promises.ts'
import { type S3Server, startS3 } from '../s3-server.ts'
import { rightsOf } from '../shop-rights.ts'

// `npm run drill`: a shop that sells without a pause, and from which rights are taken away meanwhile, is killed and its
// disk is gone. It is restored to many random moments, and the promises are checked after each.
interface Wanted {
  readonly moments: number
  readonly seed: number
  /** How long it sells. */
  readonly seconds: number
  readonly store: 'folder' | 's3'
  /** The file for the results. */
  readonly results: string
}
const wanted = JSON.parse(process.env['RESTORE_DRILL'] ?? '') as Wanted
const random = seeded(wanted.seed)
/** Sessions, and as many API keys. */
const rightsOfEach = 6
const backups = 3

interface Row {
  readonly moment: string
  readonly restoreSeconds: number
  readonly goods: number
  readonly topUps: number
  readonly entered: number
  readonly rights: number
  readonly broken: readonly string[]
}
const rows: Row[] = []
let dir: string
let target: string
let s3: S3Server | undefined
let outside: OutsideJournal
let moments: readonly Date[]

const environment = (data: string) => ({
  MOSTRADOR_DATA_DIR: path.join(dir, data),
  ...(s3 === undefined ? { BACKUP_TARGET: target } : s3.environment),
  BACKUP_KEY: key,
})
const key = randomBytes(32).toString('base64')
const tell = (line: string) => process.stdout.write(`${line}\n`)

beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'mostrador-drill-'))
  // Root's PostgreSQL runs as another account, which has to enter.
  await chmod(dir, 0o755)
  target = path.join(dir, 'target')
  await mkdir(target)
  if (wanted.store === 's3') s3 = await startS3(1_000, target)
})
afterAll(async () => {
  await s3?.close()
  await rm(dir, { recursive: true, force: true, maxRetries: 20, retryDelay: 500 })
  await writeFile(wanted.results, JSON.stringify({ ...wanted, rows }, undefined, 2))
})

test('a shop sells, loses rights and is backed up, and is killed', async () => {
  tell(
    `A shop sells for ${wanted.seconds} s and is backed up to ${s3 === undefined ? 'a folder' : 'a bucket'}.`,
  )
  const shop = await startDemo(environment('shop'))
  const rights = await rightsOf(shop, rightsOfEach)
  await backUp()
  const load = await sellWithoutPause(shop, { random, goodsShare: 0.9 })
  const untilMs = Date.now() + wanted.seconds * 1_000
  const everyMs = (wanted.seconds * 1_000) / (rights.length + 1)
  const pause = () =>
    passTime(Math.max(0, Math.min(everyMs, untilMs - Date.now())), 'the shop sells between two revocations')
  const taken: typeof rights = []
  const makeBackups = (async () => {
    for (let no = 1; no < backups; no++) {
      await passTime((wanted.seconds * 1_000) / backups, 'the shop sells between two backups')
      await backUp()
    }
  })()
  for (const right of rights) {
    await pause()
    await right.takeAway()
    taken.push(right)
  }
  await makeBackups
  while (Date.now() < untilMs) await pause()
  const shippedAt = await shippedUpToNow(shop, target)
  await killProgram(shop.child)
  await load.stop()
  // Sold to the end: the shop did not run out of stock, balance or limits meanwhile.
  expect([...load.refused]).toEqual([])
  outside = { acknowledged: load.acknowledged, topUps: load.topUps, taken }
  // The disk is gone. What the provider has written down is not on that disk.
  await rename(path.join(dir, 'shop'), path.join(dir, 'lost'))
  const reached = load.acknowledged.filter(({ acknowledgedAt }) => acknowledgedAt < shippedAt).at(-1)
  expect(reached).toBeDefined()
  const backedUpAt = await firstBackupEnd()
  const fromMs = Math.max(backedUpAt.getTime(), load.acknowledged[0]?.askedAt.getTime() ?? 0)
  const lastMs = (reached as NonNullable<typeof reached>).askedAt.getTime()
  moments = Array.from({ length: wanted.moments }, () => new Date(fromMs + random() * (lastMs - fromMs)))
  tell(
    `Killed after ${load.acknowledged.length} sales, ${taken.length} rights taken away, ${archivedIn(target).length} segments of WAL.`,
  )
})

/** No earlier moment can be restored. */
async function firstBackupEnd(): Promise<Date> {
  const { said } = await ran(['backup', 'list'], environment('lost'))
  return new Date(/complete (\S+)/.exec(said)?.[1] ?? said)
}

async function backUp(): Promise<void> {
  const { code, said } = await ran(['backup'], environment('shop'))
  if (code !== 0 && !said.includes('Another backup is running')) throw new Error(said)
}

for (let no = 0; no < wanted.moments; no++) {
  test(`restored to moment ${no + 1}, every promise is kept`, async () => {
    const moment = moments[no] as Date
    const data = `restored-${no}`
    await cp(path.join(dir, 'lost', 'simulator'), path.join(dir, data, 'simulator'), { recursive: true })
    const beganMs = performance.now()
    const { code, said } = await ran(['restore', '--to', moment.toISOString()], environment(data))
    const restoreSeconds = (performance.now() - beganMs) / 1_000
    const row = { moment: moment.toISOString(), restoreSeconds, rights: outside.taken.length }
    // It archives nothing: the next moment is one of the same timeline.
    const shop = code === 0 ? await startDemo({ MOSTRADOR_DATA_DIR: path.join(dir, data) }) : undefined
    if (shop === undefined) rows.push({ ...row, goods: 0, topUps: 0, entered: 0, broken: [said] })
    else {
      const { lost, repeated, alive, early, unbalanced, counts } = await brokenPromises(shop, outside, moment)
      const broken = [
        ...lost.map((each) => `lost: ${each}`),
        ...repeated.map((each) => `sold more than once: ${each}`),
        ...alive.map((each) => `alive again: ${each}`),
        ...early.map((each) => `before it was reconciled: ${each}`),
        ...(unbalanced > 0 ? [`${unbalanced} imbalances`] : []),
      ]
      rows.push({ ...row, ...counts, broken })
      await killProgram(shop.child)
      await rm(path.join(dir, data), { recursive: true, force: true, maxRetries: 20, retryDelay: 500 })
    }
    const { goods, topUps, entered, broken } = rows.at(-1) as Row
    tell(
      `${String(no + 1).padStart(3)}  ${row.moment}  restored in ${restoreSeconds.toFixed(1)} s, ${goods} goods there, ${topUps} top-ups repeated, ${entered} entered: ${broken.length} broken`,
    )
    expect(broken).toEqual([])
  })
}

/** Mulberry32: the same numbers for the same seed. */
function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
