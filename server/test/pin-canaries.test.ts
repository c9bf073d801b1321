import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Answer } from './app.ts'
import { patient } from './patience.ts'
import { startVasApp, type VasApp } from './vas-app.ts'
import type { Member, Store } from './world.ts'

/** MOSTRADOR_CANARIES=1000 for the long run. */
const count = Number(process.env['MOSTRADOR_CANARIES'] ?? 200)
/** PINs that are sold concurrently. */
const atOnce = 10

let app: VasApp
let store: Store
let cashier: Member
let supervisor: Member
let product: string

beforeAll(async () => {
  app = await startVasApp({ poolSize: 20, times: { queryIntervalMs: 1 } })
  product = await app.product('Xbox', 20_000)
  ;({ store, cashier } = await app.shop(20_000 * (count + 1)))
  await app.world.liftLimits(store.merchantId)
  supervisor = await app.world.member(store, 'supervisor')
})
afterAll(() => app.close())

/** Sells one PIN while others read the sale and repeat the request; returns all answers. */
async function sellWatched(n: number): Promise<Answer[]> {
  const key = `canary-${n}`
  const sell = () =>
    app.call(
      cashier,
      'POST',
      '/vas/sale',
      { storeId: store.id, productId: product },
      { 'idempotency-key': key, prefer: 'wait=10' },
    )
  const list = () => app.call(cashier, 'GET', `/vas/sales?storeId=${store.id}&limit=5`)
  const watch = async (): Promise<Answer[]> => {
    const { rows } = await app.admin.query(
      'select resource_id as id from app.idempotency_keys where key = $1',
      [key],
    )
    const id: string | undefined = rows[0]?.id
    if (id === undefined) return []
    const look = (as: Member) => app.call(as, 'GET', `/vas/sale/${id}`)
    return Promise.all([look(cashier), look(supervisor), look(cashier), list()])
  }
  const first = sell()
  const watched: Answer[] = []
  let isOver = false
  const watching = (async () => {
    while (!isOver) watched.push(...(await watch()))
  })()
  const answers = [await first, await sell()]
  isOver = true
  await watching
  return [...answers, ...watched, ...(await watch())]
}

const codeShape = /(?<!\d)\d{16}(?!\d)/g

/** How often each code occurs in clear in these texts. */
function sightings(codes: ReadonlySet<string>, texts: Iterable<string>): Map<string, number> {
  const seen = new Map<string, number>()
  for (const text of texts)
    for (const [code] of text.matchAll(codeShape)) {
      if (codes.has(code)) seen.set(code, (seen.get(code) ?? 0) + 1)
    }
  return seen
}

/** Every row of every table as text, with bytes also decoded as characters. */
async function* everyRow(): AsyncGenerator<string> {
  const { rows: tables } = await app.admin.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema')`,
  )
  for (const { name } of tables) {
    const { rows } = await app.admin.query<{ row: string }>(`select t::text as row from ${name} t`)
    for (const { row } of rows) {
      yield row
      for (const [, hex] of row.matchAll(/\\x([0-9a-f]+)/g))
        yield Buffer.from(hex as string, 'hex').toString('latin1')
    }
  }
}

/** PostgreSQL's files of this database, and its write-ahead log. */
async function* everyFile(): AsyncGenerator<string> {
  await app.admin.query('checkpoint')
  const { rows } = await app.admin.query(
    `select current_setting('data_directory') as dir, oid::text from pg_database where datname = current_database()`,
  )
  for (const folder of [path.join(rows[0].dir, 'base', rows[0].oid), path.join(rows[0].dir, 'pg_wal')]) {
    for (const entry of await readdir(folder, { withFileTypes: true }))
      if (entry.isFile()) yield (await readFile(path.join(folder, entry.name))).toString('latin1')
  }
}

async function all(texts: AsyncIterable<string>): Promise<string[]> {
  const found: string[] = []
  for await (const text of texts) found.push(text)
  return found
}

test(
  `${count} PINs: each occurs in clear in one answer and in its reprint, and nowhere else`,
  async () => {
    const answers: Answer[] = []
    for (let n = 0; n < count; n += atOnce) {
      const some = await Promise.all(Array.from({ length: atOnce }, (_, each) => sellWatched(n + each)))
      answers.push(...some.flat())
    }
    const { rows: sold } = await app.admin.query<{ id: string }>(
      `select id from vas.sales where store_id = $1 and status = 'COMPLETED'`,
      [store.id],
    )
    expect(sold).toHaveLength(count)
    const codes = new Set<string>()
    for (const { id } of sold) {
      const answer = await app.sandbox.find({ externalId: id })
      if (answer.kind === 'completed' && answer.pin) codes.add(answer.pin.code)
    }
    expect(codes.size).toBe(count)

    const once = new Map([...codes].map((code) => [code, 1]))
    expect(
      sightings(
        codes,
        answers.map(({ text }) => text),
      ),
    ).toEqual(once)

    const reprinted = sold.slice(0, 20)
    const reprints = await Promise.all(
      reprinted.map(({ id }) =>
        app.call(supervisor, 'POST', '/vas/pin/reprint', {
          saleId: id,
          reason: 'El cliente perdió el ticket',
        }),
      ),
    )
    const again = sightings(
      codes,
      reprints.map(({ text }) => text),
    )
    expect([...again.values()]).toEqual(reprinted.map(() => 1))
    const { rows: audited } = await app.admin.query(
      `select count(*)::int as n from audit.log where action = 'vas.pin.reprinted'`,
    )
    expect(audited).toEqual([{ n: reprinted.length }])

    const folios = await Promise.all([
      app.call(cashier, 'GET', `/vas/sales?storeId=${store.id}&limit=200`),
      app.call(store.manager, 'GET', `/pos/wallet/entries?storeId=${store.id}&limit=200`, undefined, {
        accept: 'text/csv',
      }),
    ])
    for (const { status } of folios) expect(status).toBe(200)
    expect(
      sightings(
        codes,
        folios.map(({ text }) => text),
      ).size,
    ).toBe(0)
    expect(app.logLines.length).toBeGreaterThan(count)
    expect(sightings(codes, app.logLines).size).toBe(0)

    // The search works: a planted code is found, and it is the only one.
    const planted = [...codes][0] as string
    await app.admin.query('create table public.planted (code text, bytes bytea)')
    await app.admin.query('insert into public.planted values ($1, $2)', [
      planted,
      Buffer.from(` ${planted} `),
    ])
    expect(sightings(codes, await all(everyRow()))).toEqual(new Map([[planted, 2]]))
    expect([...sightings(codes, await all(everyFile())).keys()]).toEqual([planted])
  },
  patient(120_000),
)
