import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sandboxAggregator } from '../src/adapters/aggregator/sandbox.ts'
import { centavos } from '../src/amounts/centavos.ts'
import { cloneDatabase, type TestDatabase } from './cluster.ts'
import { runCommand } from './command.ts'
import { onOneDay } from './one-day.ts'

let db: TestDatabase
let dir: string
onOneDay()
beforeAll(async () => {
  db = await cloneDatabase()
  dir = await mkdtemp(path.join(tmpdir(), 'mostrador-reconcile-'))
})
afterAll(async () => {
  await db.close()
  await rm(dir, { recursive: true })
})

const today = () => new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Mexico_City' }).format()

const reconcile = (...args: readonly string[]) =>
  runCommand(['reconcile', ...args], {
    DATABASE_URL: db.apiUrl,
    DATABASE_WORKER_URL: db.workerUrl,
    MOSTRADOR_KEY: randomBytes(32).toString('base64'),
    MOSTRADOR_DATA_DIR: dir,
    VAS_AGGREGATOR_MODE: 'sandbox',
  })

test('mostrador reconcile exits 0 for a consistent day, and 1 with every difference otherwise', async () => {
  expect(await reconcile('--day', today())).toEqual({
    code: 0,
    out: `${today()}: 0 sales, 0 transactions at the provider, 0 differences\n`,
    err: '',
  })

  const sandbox = sandboxAggregator({ dir: path.join(dir, 'simulator') })
  const externalId = randomUUID()
  for await (const [product] of sandbox.products()) {
    if (product?.amount.kind !== 'fixed') throw new Error('the first product has a fixed price')
    const order = {
      reference: '5512345600',
      amountCentavos: centavos(product.amount.centavos),
      isRanged: false,
    }
    const { providerProductId, kind } = product
    await sandbox.hold({ externalId, providerProductId, kind, ...order, purchaserId: 'terminal-1' })
    break
  }
  await sandbox.close()

  const found = await reconcile('--day', today())
  expect(found.code).toBe(1)
  expect(found.out).toContain(`${externalId} · ours: nothing · theirs: held`)
  expect(found.out).toContain('1 differences')
  expect((await reconcile()).code).toBe(0)
  // Yesterday has ended; today has to be compared again.
  const { rows } = await db.admin.query(
    `select day < (now() at time zone 'America/Mexico_City')::date as ended, faults from app.nightly_checks`,
  )
  expect(rows).toEqual([{ ended: true, faults: 0 }])
})

test.each([
  ['--day', '2026-02-30'],
  ['--day', 'ayer'],
  ['--since', '2026-01-01'],
  ['2026-01-01'],
])('mostrador reconcile refuses %s %s', async (...args) => {
  const refused = await reconcile(...args.filter((arg) => arg !== undefined))
  expect(refused).toMatchObject({
    code: 1,
    err: expect.stringContaining('cannot start with this configuration'),
  })
})
