import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type RunningProduct, startProduct } from '../../../test/app.ts'
import { patient } from '../../../test/patience.ts'
import { systemClock } from '../../adapters/clock/clock.ts'
import { authorityFolder } from '../../adapters/journals/authority-folder.ts'
import { createSealSigner } from '../../adapters/keys/seal-signer.ts'
import type { AuthorityJournal } from './journal.ts'
import { authorityJournaling } from './service.ts'

const signer = createSealSigner([randomBytes(32)])
/** Full after three acts or so. */
const small = 2_000
let base: string
let dir: string
let product: RunningProduct

const folder = (at = dir, fullBytes = small): AuthorityJournal =>
  authorityFolder({ dir: at, node: 'caja', signer, clock: systemClock, fullBytes })

beforeAll(async () => {
  base = await mkdtemp(path.join(tmpdir(), 'mostrador-comparing-'))
  dir = path.join(base, 'authority')
  product = await startProduct({}, { authorityJournal: folder() })
})
afterAll(async () => {
  await product.close()
  await rm(base, { recursive: true, force: true })
})

/** A start that compares: the files that it reads, and what it finds; with `isListing`, a command that only lists that. */
const started = async ({ journal = folder(), readsAll = false, isListing = false, app = product } = {}) => {
  const read = new Set<string>()
  const acts: AuthorityJournal['acts'] = (position) => {
    read.add(position.file)
    return journal.acts(position)
  }
  const authority = journaling({ ...journal, acts }, app)
  const { events, complete } = await authority.compare({ readsAll })
  if (!isListing) await authority.noteCompared(complete)
  return { read: [...read], lost: events.map(({ id }) => id) }
}
const journaling = (journal: AuthorityJournal, app = product) =>
  authorityJournaling({
    database: app.database,
    journal,
    clock: systemClock,
    logger: app.product.server.log as never,
  })
const names = async () => (await folder().files()).map(({ position }) => position.file)
const noted = ({ admin } = product) =>
  expect
    .poll(async () => (await admin.query('select from audit.unjournaled')).rowCount, {
      timeout: patient(20_000),
    })
    .toBe(0)
/** @returns the entry of the act */
const revoke = async ({ world, call, admin } = product): Promise<string> => {
  const [who, by] = [await world.operator(), await world.platformAdmin()]
  expect((await call(by, 'DELETE', `/platform/roles/${who.id}/platformOperator`)).status).toBe(204)
  const { rows } = await admin.query(
    `select id from audit.log where action = 'label.revoked' and entity_id = $1`,
    [who.id],
  )
  return rows[0].id
}

test('a process goes on in another file when one is full, and a start reads only the ends of what the database has', async () => {
  const revoked: string[] = []
  for (let made = 0; made < 8; made++) revoked.push(await revoke())
  await noted()
  const files = await names()
  expect(files.length).toBeGreaterThan(2)
  const written: string[] = []
  for (const { position, opening } of await folder().files()) {
    for await (const acts of folder().acts(position)) written.push(...acts.map(({ id }) => id))
    // Each names those before it, so that a later key vouches for all.
    const before = files.slice(0, files.indexOf(position.file))
    expect(Object.keys(opening?.others ?? {})).toEqual(before)
  }
  expect(written.filter((id) => revoked.includes(id))).toEqual(revoked)
  expect(await started()).toEqual({ read: [], lost: [] })
  expect(await started({ readsAll: true })).toEqual({ read: files, lost: [] })
})

test('a line of a file that need not be read is still checked where all of them are', async () => {
  const [name = ''] = await names()
  const place = path.join(dir, name)
  const whole = await readFile(place, 'utf8')
  const lines = whole.split('\n')
  await writeFile(
    place,
    [lines[0], lines[1]?.replace('label.revoked', 'label.granted'), ...lines.slice(2)].join('\n'),
  )
  expect(await started()).toEqual({ read: [], lost: [] })
  await expect(started({ readsAll: true })).rejects.toThrow(`${name}:3 was altered`)
  await writeFile(place, whole)
})

test('a database that was set back under a running server is compared with all that was written since', async () => {
  const place = path.join(base, 'set-back')
  // The server goes on in the file that it has.
  const journal = () => folder(place, 50_000_000)
  const app = await startProduct({}, { authorityJournal: journal() })
  onTestFinished(() => app.close())
  const { admin } = app
  await revoke(app)
  await noted(app)
  const before = await admin.query('select line_count, head, has_all from audit.journal_files')
  const lost = [await revoke(app), await revoke(app)]
  await noted(app)
  expect(await started({ journal: journal(), app })).toEqual({ read: [], lost: [] })
  // As it was before: the same PostgreSQL on the same timeline, from a copy of its files.
  await admin.query('create temporary table later as select * from audit.log where id = any ($1)', [lost])
  await admin.query('delete from audit.log where id = any ($1)', [lost])
  await admin.query(
    'update audit.journal_files set line_count = $1, head = $2, has_all = $3',
    Object.values(before.rows[0]),
  )
  await revoke(app)
  await noted(app)
  // Nobody applies them here, so they are found at each start.
  for (let start = 0; start < 2; start++)
    expect((await started({ journal: journal(), app })).lost).toEqual(lost)
  // The requests of this test have to be in the log.
  await admin.query('insert into audit.log select * from later')
})

test('a file is read until a start has found each of its acts in the database', async () => {
  const other = path.join(base, 'other')
  const [has, lacks] = [await revoke(), uuid()]
  await noted()
  const act = { at: new Date().toISOString(), action: 'label.revoked', entity: 'account' }
  // The database has forgotten both while they waited to be reported: it cannot tell that it has one of them.
  for (const [id, lost] of [
    [lacks, [lacks]],
    [has, []],
  ] as const) {
    const place = path.join(other, id)
    const writing = journaling(folder(place))
    await writing.open()
    await writing.append([{ ...act, id }])
    await writing.note()
    const listed = await started({ journal: folder(place), isListing: true })
    expect([listed.read.length, listed.lost]).toEqual([1, lost])
    const first = await started({ journal: folder(place) })
    expect([first.read.length, first.lost]).toEqual([1, lost])
    const second = await started({ journal: folder(place) })
    expect([second.read.length, second.lost]).toEqual([lost.length, lost])
  }
})

test('on a cluster, whose nodes can be set back one by one, every file is read at each start', async () => {
  const cluster = path.join(base, 'cluster')
  const known = await product.admin.query(
    'select installation_id as id, identity from audit.database_facts()',
  )
  const { id: installationId, identity } = known.rows[0]
  const writing = folder(cluster)
  await writing.open({ installationId, identity: `${identity} 2=71/5/00000001` })
  for (let start = 0; start < 2; start++)
    expect((await started({ journal: folder(cluster) })).read).toHaveLength(1)
})
