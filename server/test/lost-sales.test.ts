import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sandboxAggregator } from '../src/adapters/aggregator/sandbox.ts'
import { centavos } from '../src/amounts/centavos.ts'
import { type Aggregator, AggregatorFault } from '../src/vas/sales/aggregator.ts'
import { syncCatalog } from '../src/vas/sales/catalog-sync.ts'
import { openProduct, type RunningProduct } from './app.ts'
import { cloneDatabase, type TestDatabase } from './cluster.ts'
import { runCommand } from './command.ts'
import { wrongDayTotals } from './day-totals.ts'
import { journalFolder } from './journal-folder.ts'
import { patient } from './patience.ts'
import { copyOf, putBack } from './put-back.ts'
import type { Member, Person, Store } from './world.ts'

// A till sells, the database is put back to before, and the till repeats what it had asked for.
const key = randomBytes(32)
const password = 'una-contraseña-larga'
const sandbox = sandboxAggregator({ timeScale: 40 })
/** Whether the provider's list can be read. */
let isListed = true
const provider: Aggregator = {
  ...sandbox,
  close: async () => {},
  async *transactions(window) {
    if (!isListed) throw new AggregatorFault('HTTP 502')
    yield* sandbox.transactions(window)
  },
}
let dir: string
let db: TestDatabase
let app: RunningProduct
let store: Store
let cashier: Member
let admin: Person
let operator: Person
let productId: string
let copy: string
/** A connection whose key is wrong: its list cannot be read. */
let keyless: string
/** A transaction on the account of another merchant, made for our merchant's store. */
const forged = randomUUID()

const start = () =>
  openProduct(
    db,
    { VAS_AGGREGATOR_MODE: 'sandbox' },
    {
      keyEncryptionKey: key,
      aggregators: { selling: provider, settling: [provider] },
      authorityJournal: journalFolder(dir, key),
    },
  )
const sell = (as: Pick<Person, 'token'>, reference: string, idempotencyKey: string, product = productId) =>
  app.call(
    as,
    'POST',
    '/vas/sale',
    { storeId: store.id, productId: product, reference },
    {
      'idempotency-key': idempotencyKey,
      prefer: 'wait=10',
    },
  )
const connect = async (at: Store, name: string, apiKey: string): Promise<string> => {
  const order = { storeId: at.id, provider: 'dtone', name, apiKey, apiSecret: apiKey }
  const made = await app.call(at.manager, 'POST', '/pos/connections', order)
  expect(made.status, made.text).toBe(201)
  return made.body.id
}
/** Whoever holds an account at the provider orders with it what they like, past us. */
const forge = async (apiKey: string): Promise<void> => {
  const account = sandbox.withCredentials({ apiKey, apiSecret: apiKey })
  const { rows } = await db.admin.query(
    'select provider_product_ref as ref from vas.products where id = $1',
    [productId],
  )
  const held = await account.hold({
    externalId: forged,
    providerProductId: rows[0].ref,
    kind: 'airtime',
    reference: '5512347600',
    amountCentavos: centavos(10_000),
    isRanged: false,
    purchaserId: store.id,
  })
  if (held.kind !== 'held') throw new Error(held.kind)
  const { providerTransactionId } = held
  expect((await account.confirm({ externalId: forged, providerTransactionId })).kind).toBe('completed')
}
/** What the provider has completed for this number, ever. */
const completedAt = (reference: string): number => {
  const entries = sandbox.simulator.engine.readJournal()
  const made = new Set(
    entries.flatMap((entry) =>
      entry.kind === 'created' && entry.mobileNumber === `+52${reference}` ? [entry.id] : [],
    ),
  )
  return entries.filter(
    (entry) =>
      entry.kind === 'settled' && made.has(entry.id) && JSON.stringify(entry.status).includes('COMPLETED'),
  ).length
}
const signIn = async (who: Person) =>
  (await app.call(undefined, 'POST', '/auth/sessions', { email: who.email, password })).body as {
    token: string
  }
const books = async () => {
  const { rows } = await db.admin.query(
    `select w.available_centavos::int as available, w.held_centavos::int as held,
            (select count(*)::int from money.imbalances()) as faults
       from money.wallets w where w.merchant_id = $1`,
    [store.merchantId],
  )
  return rows[0]
}
const lost = new Map<string, { id: string; folio: string; authorization: string | null }>()
let spent: number

beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'mostrador-lost-'))
  db = await cloneDatabase()
  app = await start()
  await syncCatalog(app.database, sandbox)
  const { world } = app
  admin = await world.person({ labels: ['platformAdmin'], password })
  operator = await world.person({ labels: ['platformOperator'] })
  await db.admin.query(
    `insert into settings.settings (key, value, updated_by) values ('platform.second_factor_required', 'false', $1)`,
    [admin.id],
  )
  const merchant = await world.merchant()
  await db.admin.query('update platform.merchants set is_verified = true where id = $1', [merchant.id])
  store = await world.store(merchant)
  await world.fund(merchant.id, 15_000)
  cashier = await world.member(store, 'cashier', await world.person({ password }))
  await world.openShift(cashier)
  const { rows } = await db.admin.query(
    `select p.id from vas.products p join vas.providers v on v.id = p.provider_id
      where v.name = 'Telcel' and p.amount_centavos = 10000 and p.subkind = 'topup'`,
  )
  productId = rows[0].id
  expect((await sell(cashier, '5512340600', 'before-the-copy')).body.status).toBe('COMPLETED')
  keyless = await connect(store, 'Llave cambiada', 'a-key-of-nobody')
  await connect(await world.store(), 'Ajena', 'sandbox-merchant')
  await app.stop()
  copy = await copyOf(db)

  // What the restore will lose: a deposit, and two sales that it pays for.
  app = await start()
  await app.world.fund(merchant.id, 100_000)
  for (const reference of ['5512341600', '5512342600']) {
    const { status, body } = await sell(cashier, reference, `key-${reference}`)
    expect(status).toBe(201)
    lost.set(reference, body)
  }
  spent = 115_000 - (await books()).available
  await forge('sandbox-merchant')
  await app.stop()
  await putBack(db, copy)
  app = await start()
}, patient(120_000))
afterAll(async () => {
  await app.stop()
  await sandbox.close()
  await db.close()
  await rm(dir, { recursive: true, force: true })
})

test('until the lists are read nothing is sold, and a repeated request is not sold twice', async () => {
  const { token } = await signIn(cashier)
  for (const [reference, idempotencyKey] of [
    ['5512341600', 'key-5512341600'],
    ['5512349600', 'a-new-request'],
  ] as const) {
    const refused = await sell({ token }, reference, idempotencyKey)
    expect(refused.body).toMatchObject({ status: 503, code: 'restored' })
  }
  expect(completedAt('5512341600')).toBe(1)
  expect(completedAt('5512349600')).toBe(0)
})

test('a list that cannot be read opens nothing', async () => {
  const entered = await signIn(admin)
  isListed = false
  const refused = await app.call(entered, 'POST', '/platform/restorations/current/finish')
  isListed = true
  expect(refused.body).toMatchObject({ status: 503, code: 'aggregator_unavailable' })
  expect((await app.call(entered, 'GET', '/platform/restorations')).body.items[0]).toMatchObject({
    listsReadAt: null,
    reconciledAt: null,
    recoveredSales: [],
  })
})

test('the sales that the provider has are entered as what they were, and the books balance', async () => {
  const entered = await signIn(admin)
  const finished = await app.call(entered, 'POST', '/platform/restorations/current/finish')
  expect(finished.status, finished.text).toBe(204)
  const listed = (await app.call(entered, 'GET', '/platform/restorations')).body.items[0].recoveredSales
  expect(listed.map(({ saleId }: { saleId: string }) => saleId).toSorted()).toEqual(
    [...lost.values()].map(({ id }) => id).toSorted(),
  )
  const { rows } = await db.admin.query(
    `select id, status, reference, amount_centavos::int as amount, store_id as "storeId", product_id as "productId",
            authorization_code as authorization, incident
       from vas.sales where merchant_id = $1 and id <> all (select resource_id from app.idempotency_keys where key = 'before-the-copy')
      order by reference`,
    [store.merchantId],
  )
  expect(rows).toEqual(
    [...lost].map(([reference, sale]) => ({
      id: sale.id,
      status: 'COMPLETED',
      reference,
      amount: 10_000,
      storeId: store.id,
      productId,
      authorization: sale.authorization,
      incident: expect.toSatisfy((each: unknown) => each === null || each === 'wallet_uncovered'),
    })),
  )
  const { rows: audited } = await db.admin.query(
    `select l.entity_id as id, l.store_id as "storeId", l.user_id as by, l.before, l.after, s.folio, s.cost_centavos::int as cost,
            s.provider_transaction_ref as ref
       from audit.log l join vas.sales s on s.id::text = l.entity_id
      where l.action = 'vas.sale.recovered' and l.merchant_id = $1 order by s.reference`,
    [store.merchantId],
  )
  expect(audited).toEqual(
    [...lost.values()].map(({ id }, index) => {
      const { folio, cost, ref } = audited[index]
      const after = {
        folio,
        product: expect.stringContaining('Telcel'),
        amountCentavos: 10_000,
        costCentavos: cost,
      }
      return {
        ...{ id, storeId: store.id, by: null, before: null, folio, cost, ref },
        after: { ...after, providerTransactionId: ref },
      }
    }),
  )
  // The wallet does not cover both: what it lacks stands in suspense, and an operator hears of it.
  expect(rows.filter(({ incident }) => incident === 'wallet_uncovered').length).toBeGreaterThan(0)
  expect(await books()).toEqual({ available: 0, held: 0, faults: 0 })
  // They count towards the limits of the day, as before.
  expect(await wrongDayTotals(db.admin)).toEqual([])
  const { rows: suspense } = await db.admin.query(
    `select -sum(amount_centavos)::int as lacking from money.entries where merchant_id = $1 and account = 'suspense'`,
    [store.merchantId],
  )
  expect(suspense).toEqual([{ lacking: spent - 15_000 }])
})

test('a merchant’s list that cannot be read does not keep the platform closed: it is named, and its account pays for nothing', async () => {
  const { token } = await signIn(admin)
  const [restoration] = (await app.call({ token }, 'GET', '/platform/restorations')).body.items
  expect(restoration.reconciledAt).not.toBeNull()
  const { rows } = await db.admin.query(
    `select t.name as "storeName", coalesce(m.trade_name, m.name) as "merchantName" from shop.stores t
       join platform.merchants m on m.id = t.merchant_id where t.id = $1`,
    [store.id],
  )
  const named = { connectionId: keyless, connectionName: 'Llave cambiada', ...rows[0] }
  expect(restoration.unreadLists).toEqual([named])
  const manager = { token: await app.world.session(store.manager.id) }
  const connection = await app.call(manager, 'GET', `/pos/connections/${keyless}`)
  expect(connection.body).toMatchObject({ status: 'PAUSED', pausedReason: 'restored' })
  const told = await db.admin.query(
    `select l.after ->> 'reason' as reason, e.payload ->> 'reason' as told from audit.log l
       join events.events e on e.type = l.action and e.payload ->> 'connectionId' = l.entity_id
      where l.action = 'connection.paused' and l.entity_id = $1`,
    [keyless],
  )
  expect(told.rows).toEqual([{ reason: 'restored', told: 'restored' }])
  const { out } = await runCommand(['authority', 'reconcile'], {
    DATABASE_URL: db.apiUrl,
    DATABASE_WORKER_URL: db.workerUrl,
    MOSTRADOR_KEY: key.toString('base64'),
    MOSTRADOR_DATA_DIR: dir,
    LOG_LEVEL: 'silent',
  })
  expect(out).toContain('list for Llave cambiada of')
  expect(out).toContain(`(${keyless})`)
})

test('an account of one merchant enters no sale in the store of another', async () => {
  for (const table of ['vas.sales', 'vas.found_sales'])
    expect((await db.admin.query(`select from ${table} where id = $1`, [forged])).rowCount).toBe(0)
})

test('a till that repeats a lost sale gets the entered one, and nothing is sold again', async () => {
  const { token } = await signIn(cashier)
  for (const [reference, sale] of lost) {
    for (const _time of ['first', 'second']) {
      const again = await sell({ token }, reference, `key-${reference}`)
      expect(again.status, again.text).toBe(201)
      expect(again.body).toMatchObject({
        id: sale.id,
        status: 'COMPLETED',
        authorization: sale.authorization,
      })
    }
    expect(completedAt(reference)).toBe(1)
  }
  const other = (
    await db.admin.query('select id from vas.products where id <> $1 and kind = $2 and is_active limit 1', [
      productId,
      'airtime',
    ])
  ).rows[0].id
  await db.admin.query(`delete from app.idempotency_keys where key = 'key-5512341600'`)
  expect((await sell({ token }, '5512341600', 'key-5512341600', other)).body.code).toBe(
    'idempotency_key_reused',
  )
})

test('the lost deposit, reported again, leaves in the wallet what it had before the restore, and nothing in suspense', async () => {
  const manager = { token: await app.world.session(store.manager.id) }
  const deposit = {
    storeId: store.id,
    amountCentavos: 100_000,
    claveRastreo: 'PERDIDO0001',
    paidOn: '2026-01-15',
    bank: 'STP',
  }
  const { body } = await app.call(manager, 'POST', '/pos/deposits', deposit)
  const reviewer = { token: await app.world.session(operator.id) }
  const credited = await app.call(reviewer, 'PATCH', `/pos/deposits/${body.id}/review`, {
    status: 'CREDITED',
  })
  expect(credited.status, credited.text).toBe(200)
  expect(await books()).toEqual({ available: 115_000 - spent, held: 0, faults: 0 })
  const { rows } = await db.admin.query(
    `select coalesce(sum(amount_centavos), 0)::int as lent from money.entries where merchant_id = $1 and account = 'suspense'`,
    [store.merchantId],
  )
  expect(rows).toEqual([{ lent: 0 }])
})

test('folios continue after every number that is on a paper', async () => {
  const { token } = await signIn(cashier)
  const sold = await sell({ token }, '5512343600', 'after-it-all')
  expect(sold.status, sold.text).toBe(201)
  const papers = [...lost.values()].map(({ folio }) => folio)
  expect(papers.every((folio) => sold.body.folio > folio)).toBe(true)
  const { rows } = await db.admin.query(
    'select count(*)::int as all, count(distinct folio)::int as each from vas.sales where merchant_id = $1',
    [store.merchantId],
  )
  expect(rows[0].all).toBe(rows[0].each)
  const { rows: entered } = await db.admin.query('select folio from vas.sales where id = $1', [
    [...lost.values()][0]?.id,
  ])
  expect(papers).not.toContain(entered[0].folio)
})

test('reading the lists again enters nothing', async () => {
  expect(await app.product.restoration.readLists()).toBe(0)
  const { rows } = await db.admin.query('select count(*)::int as n from vas.found_sales')
  expect(rows).toEqual([{ n: 2 }])
})
