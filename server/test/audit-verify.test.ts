import { execFile } from 'node:child_process'
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

const main = path.resolve(import.meta.dirname, '../dist/main.js')

/** `mostrador audit …` as its own process, with only this environment. */
function audit(...args: readonly string[]) {
  return new Promise<{ code: number; said: string }>((resolve) => {
    const env = {
      PATH: process.env['PATH'],
      DATABASE_URL: db.apiUrl,
      DATABASE_WORKER_URL: db.workerUrl,
      MOSTRADOR_KEY: key.toString('base64'),
      MOSTRADOR_DATA_DIR: dir,
    }
    execFile(process.execPath, [main, 'audit', ...args], { env }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), said: stdout + stderr }),
    )
  })
}

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
    const { code, said } = await audit('verify')
    expect(said).toMatch(/^\d+ entries in \d+ seals, 0 not sealed yet, 0 faults\n$/)
    expect(code).toBe(0)
    // What leaves the database reveals nothing of the entries.
    expect(await readFile(path.join(dir, 'audit-seals.jsonl'), 'utf8')).not.toMatch(/test|secret/)

    await db.admin.query(`delete from audit.log where entity = 'test'`)
    const after = await audit('verify')
    expect(after.code).toBe(1)
    expect(after.said).toMatch(/^entry removed {10}[0-9a-f-]{36}\n\d+ entries .*, 1 faults\n$/)
  },
  patient(60_000),
)

test('any other audit command prints the usage', async () => {
  expect(await audit('erase')).toEqual({
    code: 1,
    said: 'Mostrador cannot start with this configuration:\nUsage: mostrador audit verify\n',
  })
})
