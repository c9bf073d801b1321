import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sealFile } from '../src/adapters/journals/seal-file.ts'
import { compose } from '../src/compose.ts'
import { parseConfig } from '../src/config.ts'
import { createLogger } from '../src/logger.ts'
import { cloneDatabase, type TestDatabase } from './cluster.ts'
import { runCommand } from './command.ts'
import { patient } from './patience.ts'

let db: TestDatabase
let dir: string
const key = randomBytes(32)
beforeAll(async () => {
  db = await cloneDatabase()
  dir = await mkdtemp(path.join(tmpdir(), 'mostrador-audit-'))
})
afterAll(async () => {
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

test(
  'a running server seals its audit log, and mostrador audit verify exits 1 after a change',
  async () => {
    const product = await compose({
      config: parseConfig({ PORT: '0', MOSTRADOR_DATA_DIR: dir }),
      apiUrl: db.apiUrl,
      workerUrl: db.workerUrl,
      keyEncryptionKey: key,
      sealJournal: sealFile(path.join(dir, 'audit-seals.jsonl')),
      logger: createLogger('silent'),
      isStrict: true,
      times: { sealMs: 50 },
    })
    await product.start()
    try {
      await db.admin.query(`select audit.record('test.done', 'test', 'a', null, '{"secret": "left out"}')`)
      const isSealed = async () => (await db.admin.query('select from audit.seals')).rowCount ?? 0
      await expect.poll(isSealed).toBeGreaterThan(0)
    } finally {
      await product.stop()
    }
    expect(await audit('verify')).toEqual({
      code: 0,
      out: expect.stringMatching(/^\d+ entries in \d+ seals, 0 not sealed yet, 0 faults\n$/),
      err: '',
    })
    // What leaves the database reveals nothing of the entries.
    expect(await readFile(path.join(dir, 'audit-seals.jsonl'), 'utf8')).not.toMatch(/test|secret/)

    await db.admin.query(`delete from audit.log where entity = 'test'`)
    expect(await audit('verify')).toEqual({
      code: 1,
      out: expect.stringMatching(/^entry removed {10}[0-9a-f-]{36}\n\d+ entries .*, 1 faults\n$/),
      err: '',
    })
  },
  patient(60_000),
)

test('any other audit command prints the usage', async () => {
  expect(await audit('erase')).toEqual({
    code: 1,
    out: '',
    err: 'Mostrador cannot start with this configuration:\nUsage: mostrador audit verify\n',
  })
})
