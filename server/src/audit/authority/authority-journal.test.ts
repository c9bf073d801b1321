import { randomBytes } from 'node:crypto'
import { appendFile, cp, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type RunningProduct, startProduct } from '../../../test/app.ts'
import { patient } from '../../../test/patience.ts'
import { firstLine, startProgram } from '../../../test/programs.ts'
import type { Person } from '../../../test/world.ts'
import { systemClock } from '../../adapters/clock/clock.ts'
import { authorityFolder } from '../../adapters/journals/authority-folder.ts'
import { createSealSigner } from '../../adapters/keys/seal-signer.ts'
import type { AuthorityEvent, AuthorityJournal, JournalLine } from './journal.ts'
import { authorityJournaling } from './service.ts'

const key = randomBytes(32)
let base: string
let dir: string
let app: RunningProduct
let journal: AuthorityJournal
let admin: Person

const folder = (
  keys: readonly [Buffer, ...Buffer[]] = [key],
  at = dir,
  fullBytes?: number,
  node = 'caja 1',
) =>
  authorityFolder({
    dir: at,
    node,
    signer: createSealSigner(keys),
    clock: systemClock,
    ...(fullBytes !== undefined && { fullBytes }),
  })

beforeAll(async () => {
  base = await mkdtemp(path.join(tmpdir(), 'mostrador-authority-'))
  dir = path.join(base, 'authority')
  journal = folder()
  app = await startProduct({}, { authorityJournal: journal })
  admin = await app.world.platformAdmin()
})
afterAll(async () => {
  await app.close()
  await rm(base, { recursive: true, force: true })
})

const journaling = (from: AuthorityJournal = folder()) =>
  authorityJournaling({
    database: app.database,
    journal: from,
    clock: systemClock,
    logger: app.product.server.log as never,
  })
/** The journal as it is now, to be damaged. */
const copied = async () => {
  const copy = await mkdtemp(path.join(base, 'copy-'))
  await cp(dir, copy, { recursive: true })
  const names = (await readdir(copy)).sort()
  return {
    copy,
    name: names.at(-1) as string,
    journal: (keys = [key] as [Buffer, ...Buffer[]]) => folder(keys, copy),
  }
}
const operator = () => app.world.operator()
const revoke = (who: Person) => app.call(admin, 'DELETE', `/platform/roles/${who.id}/platformOperator`)
/** Every act of a journal, each once, with every line checked. */
const actsOf = async (from: AuthorityJournal) => {
  const acts = new Map<string, AuthorityEvent>()
  for (const { position } of await from.files())
    for await (const events of from.acts(position)) for (const event of events) acts.set(event.id, event)
  return [...acts.values()].sort((a, b) => (a.id < b.id ? -1 : 1))
}
const written = () => actsOf(folder())
const waiting = async (): Promise<number> =>
  (await app.admin.query('select count(*)::int as n from audit.unjournaled')).rows[0].n

test('an act of authority is on disk when it is answered, and nothing else is', async () => {
  const who = await operator()
  expect((await revoke(who)).status).toBe(204)
  const acts = (await written()).filter(({ entityId }) => entityId === who.id)
  expect(acts).toMatchObject([
    { action: 'label.revoked', entity: 'account', before: { label: 'platformOperator' }, userId: admin.id },
  ])
  expect(acts[0]).not.toHaveProperty('merchantId')
  const { rows } = await app.admin.query('select action from audit.log where id = $1', [acts[0]?.id])
  expect(rows).toEqual([{ action: 'label.revoked' }])
  // A refusal rolls back, and leaves no line.
  expect((await revoke(who)).body.code).toBe('label_not_held')
  expect((await written()).filter(({ entityId }) => entityId === who.id)).toHaveLength(1)
  await expect.poll(waiting, { timeout: patient(20_000) }).toBe(0)
})

test('the files are only for their owner, and hold no secret', async () => {
  const store = await app.world.store()
  const made = await app.call(store.manager, 'POST', '/pos/invites', {
    storeId: store.id,
    email: 'nueva@example.test',
    role: 'cashier',
  })
  expect(made.status).toBe(201)
  const [name = ''] = await readdir(dir)
  expect((await stat(path.join(dir, name))).mode & 0o777).toBe(0o600)
  expect((await stat(dir)).mode & 0o777).toBe(0o700)
  const text = await readFile(path.join(dir, name), 'utf8')
  expect(text).toContain('invite.created')
  expect(text).not.toContain(made.body.token)
})

test('twenty revocations at once are each written once, in one chain', async () => {
  const all = await Promise.all(Array.from({ length: 20 }, operator))
  const answers = await Promise.all(all.map(revoke))
  expect(answers.map(({ status }) => status)).toEqual(all.map(() => 204))
  const asked = new Set(all.map(({ id }) => id))
  const acts = (await written()).filter(({ entityId = '' }) => asked.has(entityId))
  expect(new Set(acts.map(({ entityId }) => entityId))).toEqual(asked)
  expect(acts).toHaveLength(20)
})

test('an altered line is refused by name, and one that was being written is not missed', async () => {
  await revoke(await operator())
  await revoke(await operator())
  const { copy, name, journal: damaged } = await copied()
  const place = path.join(copy, name)
  const whole = await readFile(place, 'utf8')
  const events = await actsOf(damaged())
  await appendFile(place, '{"no": 99, "prev')
  expect(await actsOf(damaged())).toEqual(events)

  const lines = whole.split('\n')
  const second = JSON.parse(lines[1] as string) as JournalLine
  const changed = { ...second, body: { ...second.body, event: { id: 'x' } } }
  await writeFile(place, [lines[0], JSON.stringify(changed), ...lines.slice(2)].join('\n'))
  await expect(actsOf(damaged())).rejects.toThrow(`${name}:3 was altered`)
  await writeFile(place, [lines[0], ...lines.slice(2)].join('\n'))
  await expect(actsOf(damaged())).rejects.toThrow(`${name}:2 was altered`)
  // The ends of a file are read at every start.
  const [last, ending] = [lines.at(-2) as string, lines.slice(0, -2)]
  await writeFile(place, [...ending, last.replace('label.revoked', 'label.granted'), ''].join('\n'))
  await expect(damaged().files()).rejects.toThrow(`${name}:${lines.length - 1} was altered`)
  await writeFile(place, [lines[0]?.replace('caja 1', 'caja 2'), ...lines.slice(1)].join('\n'))
  await expect(damaged().files()).rejects.toThrow(`${name}:2 was altered`)
  // Another key: not ours.
  await writeFile(place, whole)
  await expect(actsOf(damaged([randomBytes(32)]))).rejects.toThrow(
    'neither MOSTRADOR_KEY nor in MOSTRADOR_OLD_KEYS',
  )
})

test('a file that was cut is refused, and one that was archived as a whole is not', async () => {
  await revoke(await operator())
  await revoke(await operator())
  await expect.poll(waiting, { timeout: patient(20_000) }).toBe(0)
  const { copy, name, journal: damaged } = await copied()
  const place = path.join(copy, name)
  const whole = await readFile(place, 'utf8')
  await truncate(place, whole.lastIndexOf('\n', whole.length - 2) + 1)
  await expect(journaling(damaged()).compare()).rejects.toThrow(`${name} of the authority journal was cut`)
  await rm(place)
  expect(await journaling(damaged()).compare()).toMatchObject({ events: [], replacedNodes: [] })
})

test('a journal of another installation is never compared with this database', async () => {
  await revoke(await operator())
  const { rows } = await app.admin.query('select id from audit.installation')
  await app.admin.query('update audit.installation set id = gen_random_uuid()')
  await expect(journaling().compare()).rejects.toThrow('belongs to another installation')
  await app.admin.query('update audit.installation set id = $1', [rows[0].id])
  expect(await journaling().compare()).toMatchObject({ events: [] })
})

test('a key that was replaced still vouches for what it signed', async () => {
  await revoke(await operator())
  const next = randomBytes(32)
  const { copy } = await copied()
  await expect(actsOf(folder([next], copy))).rejects.toThrow('no later file vouches for it')
  const rotated = folder([next, key], copy)
  await journaling(rotated).open()
  await rotated.close()
  expect((await actsOf(folder([next], copy))).length).toBeGreaterThan(0)
})

test('two processes get a new key one after the other, and the first goes on writing with the old one meanwhile', async () => {
  await revoke(await operator())
  const next = randomBytes(32)
  const { copy } = await copied()
  const opened = async (node: string, keys: readonly [Buffer, ...Buffer[]]) => {
    const started = folder(keys, copy, undefined, node)
    await journaling(started).open()
    return started
  }
  const [act] = await actsOf(folder([key], copy))
  const [a, b] = [await opened('a', [key]), await opened('b', [key])]
  for (const each of [a, b]) await each.append([act as AuthorityEvent])
  await b.close()
  const b2 = await opened('b', [next, key])
  await a.append([act as AuthorityEvent])
  await a.close()
  const a2 = await opened('a', [next, key])
  for (const each of [a2, b2]) await each.close()
  expect((await actsOf(folder([next], copy))).length).toBeGreaterThan(0)
})

test('what was committed while the journal could not be written is owned up to, and nothing more is changed', async () => {
  const [first, second] = [await operator(), await operator()]
  await journal.close()
  await rm(dir, { recursive: true })
  // A full disk, a disk that is gone: nothing can be created in its place.
  await writeFile(dir, '')
  onTestFinished(async () => {
    if ((await stat(dir)).isFile()) await rm(dir)
  })
  const done = await revoke(first)
  expect(done.body).toMatchObject({ status: 503, code: 'journal_unavailable', isDone: true })
  expect(Number(done.headers.get('retry-after'))).toBeGreaterThan(0)
  const held = async (who: Person) =>
    (await app.admin.query('select from identity.labels where account_id = $1', [who.id])).rowCount
  expect(await held(first)).toBe(0)

  const refused = await revoke(second)
  expect(refused.body).toMatchObject({ status: 503, code: 'journal_unavailable' })
  expect(refused.body.isDone).toBeUndefined()
  expect(await held(second)).toBe(1)
  const ready = await app.call(undefined, 'GET', '/readyz')
  expect(ready.body).toMatchObject({ status: 503, code: 'not_ready' })
  expect(ready.body.detail).toContain('The authority journal in')
  // Everything else goes on.
  expect((await app.call(admin, 'GET', '/platform/roles')).status).toBe(200)

  await rm(dir)
  expect((await revoke(second)).status).toBe(204)
  expect((await app.call(undefined, 'GET', '/readyz')).status).toBe(200)
  await journaling(journal).adopt(0)
  const acts = (await written()).map(({ entityId }) => entityId)
  expect(acts).toEqual(expect.arrayContaining([first.id, second.id]))
})

test(
  'an act whose process is killed between its commit and the journal is written by the next start',
  async ({ signal }) => {
    const who = await operator()
    const child = startProgram([path.resolve(import.meta.dirname, '../../../test/journal-server.mjs')], {
      signal,
      env: {
        ...process.env,
        API_URL: app.apiUrl,
        WORKER_URL: app.workerUrl,
        KEY: key.toString('base64'),
        DIR: dir,
      },
    })
    const url = await firstLine(child)
    const answer = await fetch(`${url}/platform/roles/${who.id}/platformOperator`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${admin.token}` },
    }).catch(() => undefined)
    expect(answer).toBeUndefined()
    expect(
      (await app.admin.query('select from identity.labels where account_id = $1', [who.id])).rowCount,
    ).toBe(0)
    expect((await written()).filter(({ entityId }) => entityId === who.id)).toEqual([])

    await journaling(journal).adopt(0)
    expect((await written()).filter(({ entityId }) => entityId === who.id)).toMatchObject([
      { action: 'label.revoked' },
    ])
  },
  patient(60_000),
)
