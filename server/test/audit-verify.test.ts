import { randomBytes } from 'node:crypto'
import { appendFile, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sealFile } from '../src/adapters/journals/seal-file.ts'
import { hashOf, type SealStatement } from '../src/audit/log/seal.ts'
import { lostSeal } from '../src/audit/log/verifying.ts'
import { usage } from '../src/commands/audit.ts'
import { compose } from '../src/compose.ts'
import { parseConfig } from '../src/config.ts'
import { createLogger } from '../src/logger.ts'
import { cloneDatabase, type TestDatabase } from './cluster.ts'
import { runCommand } from './command.ts'
import { journalFolder } from './journal-folder.ts'
import { patient } from './patience.ts'

let db: TestDatabase
let dir: string
const key = randomBytes(32)
beforeEach(async () => {
  db = await cloneDatabase()
  dir = await mkdtemp(path.join(tmpdir(), 'mostrador-audit-'))
})
afterEach(async () => {
  await db.close()
  await rm(dir, { recursive: true })
})

const audit = (...args: readonly string[]) =>
  runCommand(['audit', ...args], {
    DATABASE_URL: db.apiUrl,
    DATABASE_WORKER_URL: db.workerUrl,
    MOSTRADOR_KEY: key.toString('base64'),
    MOSTRADOR_DATA_DIR: dir,
  })

const seals = () => path.join(dir, 'audit-seals.jsonl')
const written = async (): Promise<SealStatement[]> => {
  const found: SealStatement[] = []
  for await (const seal of await sealFile(seals()).read()) found.push(seal)
  return found
}
/** A server that seals at once, and at its start compares the database with both journals. */
const composed = () =>
  compose({
    config: parseConfig({ PORT: '0', MOSTRADOR_DATA_DIR: dir }),
    apiUrl: db.apiUrl,
    workerUrl: db.workerUrl,
    keyEncryptionKey: key,
    sealJournal: sealFile(seals()),
    authorityJournal: journalFolder(dir, key),
    logger: createLogger('silent'),
    isStrict: true,
    times: { sealMs: 50 },
  })
/** Starts a server, which seals an entry, and stops it. */
const sealed = async (name: string) => {
  const product = await composed()
  try {
    await product.start()
    await db.admin.query(`select audit.record('test.done', 'test', $1, null, '{"secret": "left out"}')`, [
      name,
    ])
    const isSealed = async () =>
      (
        await db.admin.query(
          'select from audit.seals where (select id from audit.log where entity_id = $1) = any (audit_ids)',
          [name],
        )
      ).rowCount
    await expect.poll(isSealed).toBe(1)
  } finally {
    await product.stop()
  }
}

test(
  'a running server seals its audit log, and mostrador audit verify exits 1 after a change',
  async () => {
    await sealed('a')
    expect(await audit('verify')).toEqual({
      code: 0,
      out: expect.stringMatching(/^\d+ entries in \d+ seals, 0 not sealed yet, 0 faults\n$/),
      err: '',
    })
    // What leaves the database reveals nothing of the entries.
    expect(await readFile(seals(), 'utf8')).not.toMatch(/test|secret/)

    await db.admin.query(`delete from audit.log where entity = 'test'`)
    expect(await audit('verify')).toEqual({
      code: 1,
      out: expect.stringMatching(/^entry removed {10}[0-9a-f-]{36}\n\d+ entries .*, 1 faults\n$/),
      err: '',
    })
  },
  patient(60_000),
)

test(
  'a seal that was not written to its end is cut before the next one, and servers start with its file',
  async () => {
    await sealed('a')
    const before = await written()
    // What a full disk or a power cut leaves.
    await appendFile(seals(), '{"no":2,"at"')
    expect(await written()).toEqual(before)
    await sealed('b')
    const after = await written()
    expect(after.slice(0, before.length)).toEqual(before)
    expect(after.length).toBeGreaterThan(before.length)
    await sealed('c')
    expect(await audit('verify')).toMatchObject({ code: 0, err: '' })
  },
  patient(60_000),
)

test(
  'a line that is no seal is named, and no server starts with it',
  async () => {
    await appendFile(seals(), '{"no":1,"at"{"no":2}\n')
    const named = `${seals()}:1 is not a seal: the file was altered. Put it back from a copy`
    expect(await audit('verify')).toEqual({
      code: 1,
      out: '',
      err: expect.stringMatching(new RegExp(`^${named}.*\\n$`)),
    })
    const product = await composed()
    await expect(product.start()).rejects.toMatchObject({
      name: 'NotServable',
      message: expect.stringContaining(named),
    })
    await product.stop()
  },
  patient(60_000),
)

test('a start reads the last seal only, however long the file is', async () => {
  // Longer than a string of JavaScript can be; sparse, so it uses no disk.
  await writeFile(seals(), '')
  await truncate(seals(), 600_000_000)
  await appendFile(seals(), '\n{"no":1,"at"')
  const journal = sealFile(seals())
  const seal = { no: 7, at: '', count: 1, root: '', previous: '', publicKey: '' }
  await journal.append(seal)
  expect(await journal.last()).toEqual(seal)
  // The database has no such seal: it is an older one.
  expect(await lostSeal({ database: db.database, journal })).toBe(hashOf(seal))
})

test('the seals that a file had when it was asked are read one after the other, and a line among them is named', async () => {
  const journal = sealFile(seals())
  expect([await written(), await journal.last()]).toEqual([[], undefined])
  const seal = (no: number) => ({ no, at: '', count: 1, root: '', previous: '', publicKey: '' })
  for (const no of [1, 2]) await journal.append(seal(no))
  const asked = await journal.read()
  await journal.append(seal(3))
  const found: number[] = []
  for await (const { no } of asked) found.push(no)
  expect(found).toEqual([1, 2])
  await appendFile(seals(), 'null\n')
  await journal.append(seal(4))
  await expect(written()).rejects.toThrow(`${seals()}:4 is not a seal`)
  expect(await journal.last()).toEqual(seal(4))
})

test('any other audit command prints the usage', async () => {
  expect(await audit('erase')).toEqual({
    code: 1,
    out: '',
    err: `Mostrador cannot start with this configuration:\n${usage}\n`,
  })
})
