import { afterAll, beforeAll, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from './cluster.ts'
import { runCommand } from './command.ts'
import { type World, worldOf } from './world.ts'

let db: TestDatabase
let world: World
beforeAll(async () => {
  db = await cloneDatabase()
  world = worldOf(db.admin)
})
afterAll(() => db.close())

const check = () => runCommand(['check'], { DATABASE_URL: db.apiUrl, DATABASE_WORKER_URL: db.workerUrl })

test('mostrador check exits 0 while ledger and stock are consistent, and 1 with every fault otherwise', async () => {
  const store = await world.store()
  const { merchantId } = store
  await world.fund(merchantId, 500)
  expect(await check()).toEqual({
    code: 0,
    out: '1 merchants: 0 faults in the ledger, 0 in the stock\n',
    err: '',
  })

  await db.admin.query('update money.wallets set available_centavos = 507 where merchant_id = $1', [
    merchantId,
  ])
  const levelId = await world.unexplainedStock(store)
  const found = await check()
  expect(found.code).toBe(1)
  expect(found.out.split('\n')).toEqual([
    `ledger  merchant ${merchantId} · wallet differs from its last entry · expected: 500 · found: 507`,
    `stock   merchant ${merchantId} · ${levelId} · level differs from its movements · expected: 0 · found: 3`,
    '1 merchants: 1 faults in the ledger, 1 in the stock',
    '',
  ])
  const { rows: counted } = await db.admin.query('select job, faults from app.nightly_checks order by job')
  expect(counted).toEqual([
    { job: 'ledger.check', faults: 1 },
    { job: 'stock.check', faults: 1 },
  ])
})
