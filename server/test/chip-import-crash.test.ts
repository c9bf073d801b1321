import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type App, startApp } from './app.ts'
import { chipFile, sendForm } from './chip-shop.ts'
import type { Leashed } from './leashed.ts'
import { patient } from './patience.ts'
import { firstLine, killProgram, startProgram } from './programs.ts'
import { iccid } from './workbook.ts'
import type { Member, Store } from './world.ts'

// The data is created in this process; the import runs in other processes, which are killed.
let app: App
let store: Store
let supervisor: Member
let productId: string

beforeAll(async () => {
  app = await startApp({ routes: () => [] })
  store = await app.world.store()
  supervisor = await app.world.member(store, 'supervisor')
  await app.admin.query('update platform.merchants set is_verified = true')
  const { rows } = await app.admin.query(
    `insert into catalog.products (merchant_id, id, store_id, permission_set, name, kind, price_centavos)
     values ($1, app.uuid_v7(), $2, authz.set_of($1, $2, 'catalog'), 'Chip', 'CHIP', 5000) returning id`,
    [store.merchantId, store.id],
  )
  productId = rows[0].id
})
afterAll(() => app.close())

async function start(): Promise<{ url: string; child: Leashed }> {
  const child = startProgram([path.join(import.meta.dirname, 'chip-import-server.mjs')], {
    env: {
      ...process.env,
      API_URL: app.apiUrl,
      WORKER_URL: app.workerUrl,
      LEASE_MS: String(patient(1_000)),
    },
  })
  return { url: await firstLine(child), child }
}

const count = async (table: string) =>
  (await app.admin.query(`select count(*)::int as n from ${table}`)).rows[0].n as number
const runState = async () =>
  (
    await app.admin.query(
      'select status, rows_imported as imported, file_sealed is not null as "isKept" from stock.chip_import_runs',
    )
  ).rows[0]

test(
  'kill -9 in the middle of an import: nothing of it is in stock, and the next process imports it once',
  async () => {
    const numbers = Array.from({ length: 8_000 }, (_, no) => no + 1)
    const last = iccid(numbers.at(-1) as number)
    // Another store's uncommitted chip with the last number: the import waits here with most of its rows
    // written.
    const other = await app.world.store({ id: store.merchantId, owner: store.manager })
    await app.admin.query(
      `insert into catalog.products (merchant_id, id, store_id, permission_set, name, kind, price_centavos)
     values ($1, $2, $2, authz.set_of($1, $2, 'catalog'), 'Chip', 'CHIP', 5000)`,
      [other.merchantId, other.id],
    )
    await app.admin.query(
      `insert into stock.chip_imports (merchant_id, id, store_id, permission_set, product_id, file_name, file_hash, sheet_name,
                                   row_count, imported_by)
     values ($1, $2, $2, authz.set_of($1, $2, 'inventory'), $2, 'x', sha256('x'), 'x', 1, $2)`,
      [other.merchantId, other.id],
    )
    const holder = await app.admin.connect()
    await holder.query('begin')
    await holder.query(
      `insert into stock.chip_units (merchant_id, id, store_id, permission_set, product_id, import_id, import_row, iccid)
     values ($1, $2, $2, authz.set_of($1, $2, 'inventory'), $2, $2, 2, $3)`,
      [other.merchantId, other.id, last],
    )

    const first = await start()
    const answer = await sendForm(first.url, supervisor, chipFile(numbers), { storeId: store.id, productId })
    expect(answer, answer.text).toMatchObject({ status: 202 })
    await expect.poll(runState, { timeout: patient(30_000), interval: 25 }).toMatchObject({ imported: 7_500 })
    await killProgram(first.child)
    expect(await runState()).toMatchObject({ status: 'RUNNING', isKept: true })
    expect([await count('stock.chip_units'), await count('stock.chip_codes')]).toEqual([0, 0])
    await holder.query('rollback')
    holder.release()

    const second = await start()
    const again = await sendForm(second.url, supervisor, chipFile(numbers), { storeId: store.id, productId })
    expect(again.status).toBe(409)
    await expect
      .poll(async () => (await runState()).status, { timeout: patient(60_000), interval: 100 })
      .toBe('IMPORTED')
    expect(await runState()).toEqual({ status: 'IMPORTED', imported: 8_000, isKept: false })
    expect(await count('stock.chip_units')).toBe(8_000)
    const { rows } = await app.admin.query(
      `select count(*)::int as n from audit.log where action = 'chips.imported'`,
    )
    expect(rows).toEqual([{ n: 1 }])
    // Its rows are committed before the engine has recorded that the work is done.
    const work = async () => {
      const told = await fetch(`${second.url}/workflows/${answer.body.workflowId}`, {
        headers: { authorization: `Bearer ${supervisor.token}` },
      })
      return told.json()
    }
    await expect.poll(work).toMatchObject({ status: 'SUCCEEDED', result: { rowCount: 8_000 } })
    await killProgram(second.child)
  },
  patient(120_000),
)
