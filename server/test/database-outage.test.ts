import { randomUUID } from 'node:crypto'
import type { LookupFunction } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import { type SandboxAggregator, sandboxAggregator } from '../src/adapters/aggregator/sandbox.ts'
import type { Aggregator } from '../src/vas/sales/aggregator.ts'
import { type Answer, type App, openProduct, startProduct } from './app.ts'
import { changeSales } from './changed-sales.ts'
import { cloneDatabase } from './cluster.ts'
import { type CuttableWire, cuttableWire } from './cuttable-wire.ts'
import { patient } from './patience.ts'
import { type Shop, tillsOf } from './till.ts'

const metricsToken = 'metrics-token-of-database-outages'
let wire: CuttableWire
let sandbox: SandboxAggregator
let app: App
let shop: Shop
let airtime: string
let biller: string
/** What was asked outside, in order: of the provider, and of the resolver of webhooks' hosts. */
const asked: string[] = []

beforeAll(async () => {
  wire = await cuttableWire(inject('adminUrl'))
  sandbox = sandboxAggregator({ timeScale: 20 })
  const watched = watching(sandbox)
  const started = await startProduct(
    { MOSTRADOR_METRICS_TOKEN: metricsToken },
    { via: wire.via, aggregators: { selling: watched, settling: [watched] }, lookup: resolver },
  )
  app = started
  await started.product.sync()
  shop = await tillsOf(app).shop()
  await app.admin.query('update platform.merchants set is_verified = true')
  await app.world.fund(shop.store.merchantId, 1_000_000)
  const { rows } = await app.admin.query(
    `select id from vas.products where amount_centavos = 10000 and subkind = 'topup' order by id limit 1`,
  )
  airtime = rows[0].id
  await app.admin.query(`insert into settings.settings (key, value) values ('vas_adeudo_lookup', 'true')`)
  const billers = await app.admin.query(`select id from vas.providers where name = 'CFE'`)
  biller = billers.rows[0].id
})
afterEach(async () => {
  await app.admin.query(
    `drop trigger if exists refuse on catalog.products; drop trigger if exists refuse on vas.sales;
     drop trigger if exists refuse on dbos.workflow_status`,
  )
  await app.admin.query(`alter database ${app.name} reset default_transaction_read_only`)
  await endConnections()
  await isReady(200)
})
afterAll(async () => {
  await app.close()
  await sandbox.close()
  await wire.close()
})

function watching(aggregator: Aggregator): Aggregator {
  const noting =
    <A extends unknown[], R>(what: string, ask: (...args: A) => R) =>
    (...args: A): R => {
      asked.push(what)
      return ask(...args)
    }
  return {
    ...aggregator,
    withCredentials: (credentials) => watching(aggregator.withCredentials(credentials)),
    lookupDebt: noting('lookupDebt', aggregator.lookupDebt),
    balance: noting('balance', aggregator.balance),
    hold: noting('hold', aggregator.hold),
    confirm: noting('confirm', aggregator.confirm),
    cancel: noting('cancel', aggregator.cancel),
    find: noting('find', aggregator.find),
  }
}

/** Every host has a public address. */
const resolver: LookupFunction = (_host, _options, callback) => {
  asked.push('resolve')
  callback(null, [{ address: '93.184.216.34', family: 4 }])
}

/**
 * Terminates the product's connections, as a restart or a failover of PostgreSQL does, and waits until they
 * are gone at both ends: a connection whose loss the product has not noticed would fail the next request.
 */
async function endConnections() {
  const left = wire.connected()
  const end = () =>
    app.admin.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and usename in ('mostrador_api', 'mostrador_worker')`,
    )
  // A connection that was just being opened is found by a later check.
  const look = async () => {
    await end()
    return left()
  }
  await expect.poll(look, { interval: 5 }).toBe(0)
}
/** Inserts into `table` fail with this SQLSTATE. */
async function refusing(table: string, state: string, admin = app.admin) {
  await admin.query(`
    create or replace function public.refuse() returns trigger language plpgsql as
      $$ begin raise exception 'as PostgreSQL would' using errcode = '${state}'; end $$;
    create trigger refuse before insert on ${table} for each row execute function public.refuse()`)
}
const isReady = (status: number) =>
  expect
    .poll(async () => (await app.call(undefined, 'GET', '/readyz')).status, { timeout: patient(60_000) })
    .toBe(status)

const keyed = (key: string) => ({ 'idempotency-key': key })
const sell = (key: string, reference: string) =>
  app.call(
    shop.cashier,
    'POST',
    '/vas/sale',
    { storeId: shop.store.id, productId: airtime, reference },
    keyed(key),
  )
/** Lines of `GET /metrics`. */
async function metrics(which: RegExp): Promise<string[]> {
  const headers = { authorization: `Bearer ${metricsToken}` }
  const { text } = await app.call(undefined, 'GET', '/metrics', undefined, headers)
  return text.split('\n').filter((line) => which.test(line))
}
const logged = ({ logLines } = app) => logLines.map((line) => JSON.parse(line).msg)
const addProduct = () =>
  app.call(shop.manager, 'POST', '/pos/products', {
    storeId: shop.store.id,
    name: `Café ${randomUUID()}`,
    priceCentavos: 100,
  })
const sales = async () => Number((await app.admin.query('select count(*) from vas.sales')).rows[0].count)

function expectUnavailable(answer: Answer, code = 'database_unavailable') {
  expect(answer, answer.text).toMatchObject({ status: 503, body: { code, status: 503 } })
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(answer.headers.get('content-type')).toMatch('application/problem+json')
}

describe('every failure of PostgreSQL itself is 503 with Retry-After, and nothing is half-written', () => {
  test.each([
    ['read_only_sql_transaction', '25006', 'database_unavailable'],
    ['idle_in_transaction_session_timeout', '25P03', 'database_unavailable'],
    ['connection_failure', '08006', 'database_unavailable'],
    ['insufficient_resources', '53000', 'database_unavailable'],
    ['disk_full', '53100', 'database_unavailable'],
    ['out_of_memory', '53200', 'database_unavailable'],
    ['too_many_connections', '53300', 'overloaded'],
    ['system_error', '58000', 'database_unavailable'],
    ['io_error', '58030', 'database_unavailable'],
    ['admin_shutdown', '57P01', 'database_unavailable'],
    ['crash_shutdown', '57P02', 'database_unavailable'],
    ['cannot_connect_now', '57P03', 'database_unavailable'],
  ])('%s', async (name, state, code) => {
    await refusing('catalog.products', state)
    const before = await app.admin.query('select count(*) from catalog.products')
    expectUnavailable(await addProduct(), code)
    expect((await app.admin.query('select count(*) from catalog.products')).rows, name).toEqual(before.rows)
    // After a lost connection the next one clears the fault; only a write shows that writes work again.
    const ready = await app.call(undefined, 'GET', '/readyz')
    if (/^(25006|53[^3]|58)/.test(state))
      expect(ready, ready.text).toMatchObject({ status: 503, body: { code: 'not_ready' } })
    await app.admin.query('drop trigger refuse on catalog.products')
    expect((await addProduct()).status).toBe(201)
    expect((await app.call(undefined, 'GET', '/readyz')).status).toBe(200)
  })
})

describe('a read-only database', () => {
  test('sells nothing, calls no provider, is not ready, and sells once when it accepts writes again', async () => {
    await app.admin.query(`alter database ${app.name} set default_transaction_read_only = on`)
    await endConnections()
    const notReady = async () => (await app.call(undefined, 'GET', '/readyz')).body.detail
    await expect
      .poll(notReady, { timeout: patient(60_000) })
      .toBe('The database does not accept writes at the moment.')
    const [key, before, askedBefore] = [randomUUID(), await sales(), asked.length]
    expectUnavailable(await sell(key, '5512345600'))
    expectUnavailable(await addProduct())
    expectUnavailable(
      await app.call(undefined, 'POST', '/auth/sessions', { email: 'a@b.mx', password: 'not any password' }),
    )
    expect(await sales()).toBe(before)
    expect(asked.length).toBe(askedBefore)
    // Reads still work.
    expect((await app.call(shop.cashier, 'GET', `/vas/sales?storeId=${shop.store.id}`)).status).toBe(200)
    await app.admin.query(`alter database ${app.name} reset default_transaction_read_only`)
    await endConnections()
    await isReady(200)
    expect(await sell(key, '5512345600')).toMatchObject({ status: 201, body: { status: 'COMPLETED' } })
    expect(await sales()).toBe(before + 1)
  })
})

describe('what is asked outside to be written', () => {
  test('is not asked while the database takes no writes', async () => {
    const { id: storeId } = shop.store
    const account = { apiKey: 'sandbox-merchant', apiSecret: 'sandbox-merchant' }
    const order = { storeId, provider: 'dtone', name: 'Cuenta', ...account }
    const connection = (await app.call(shop.manager, 'POST', '/pos/connections', order)).body.id
    const hook = (host: string) => ({ storeId, url: `https://${host}.example.test/` })
    const webhook = (await app.call(shop.manager, 'POST', '/pos/webhooks', hook('one'))).body.id
    const askOutside = () =>
      Promise.all([
        app.call(
          shop.cashier,
          'GET',
          `/vas/adeudo?storeId=${storeId}&providerId=${biller}&reference=123456789001`,
        ),
        app.call(shop.manager, 'POST', `/pos/connections/${connection}/check`),
        app.call(shop.manager, 'POST', '/pos/webhooks', hook('two')),
        app.call(shop.manager, 'PATCH', `/pos/webhooks/${webhook}`, { url: hook('three').url }),
      ])
    await app.admin.query(`alter database ${app.name} set default_transaction_read_only = on`)
    await endConnections()
    const before = asked.length
    for (const answer of await askOutside()) expectUnavailable(answer)
    expect(asked.slice(before)).toEqual([])
    await isReady(503)
    await app.admin.query(`alter database ${app.name} reset default_transaction_read_only`)
    await endConnections()
    await isReady(200)
    expect((await askOutside()).map(({ status }) => status)).toEqual([200, 200, 201, 200])
    expect(asked.slice(before).toSorted()).toEqual(['balance', 'lookupDebt', 'resolve', 'resolve'])
  })
})

describe('durable work', () => {
  const requested = async () =>
    (
      await app.admin.query(
        `select (select count(*)::int from audit.log where action like '%_requested') as audited,
                (select count(*)::int from dbos.workflow_status) as queued`,
      )
    ).rows[0]
  const orders: readonly (readonly [path: string, body?: object])[] = [
    ['/vas/admin/catalog/sync'],
    ['/pos/settlements/ops/rollup', { to: '2026-01-31', from: '2026-01-01' }],
  ]

  test.each([
    ['read_only_sql_transaction', '25006', 'database_unavailable'],
    ['lock_not_available', '55P03', 'overloaded'],
    ['query_canceled', '57014', 'overloaded'],
    ['io_error', '58030', 'database_unavailable'],
  ])('that cannot be queued is 503, and was never requested: %s', async (_name, state, code) => {
    const operator = await app.world.operator()
    const before = await requested()
    await refusing('dbos.workflow_status', state)
    for (const [path, body] of orders) expectUnavailable(await app.call(operator, 'POST', path, body), code)
    expect(await requested()).toEqual(before)
    if (code === 'database_unavailable') await isReady(503)
    await app.admin.query('drop trigger refuse on dbos.workflow_status')
    for (const [path, body] of orders)
      expect((await app.call(operator, 'POST', path, body)).status, path).toBe(202)
    expect(await requested()).toEqual({ audited: before.audited + 2, queued: before.queued + 2 })
  })

  test('of a first backup that cannot be queued does not keep the product from starting', async () => {
    const cloned = await cloneDatabase()
    await refusing('dbos.workflow_status', '57014', cloned.admin)
    const status = { place: 'nowhere', lastBackupAt: null, lastBackupBytes: null, archivedUntil: null }
    const own = await openProduct(
      cloned,
      { MOSTRADOR_WORKER: 'on' },
      {
        backups: {
          schedule: '0 0 1 1 *',
          take: async () => ({ id: 'none', data: { bytes: 0 } }),
          status: async () => ({ ...status, waitingBytes: 0, failure: null }),
        },
      },
    )
    try {
      expect((await own.call(undefined, 'GET', '/readyz')).status).toBe(200)
      expect(logged(own)).toContain('the first backup could not be queued')
    } finally {
      await own.close()
    }
  })

  test('that cannot be read is 503', async () => {
    const operator = await app.world.operator()
    const { workflowId } = (await app.call(operator, 'POST', '/vas/admin/catalog/sync')).body
    const lock = await app.admin.connect()
    try {
      await lock.query('begin; lock table dbos.workflow_status in access exclusive mode')
      for (const path of [`/workflows/${workflowId}`, `/workflows/${workflowId}/steps`])
        expectUnavailable(await app.call(operator, 'GET', path), 'overloaded')
    } finally {
      await lock.query('rollback').finally(() => lock.release())
    }
    expect((await app.call(operator, 'GET', `/workflows/${workflowId}`)).status).toBe(200)
  })
})

test('a worker that the database does not let in: goods are sold, no services, and it is reported', async () => {
  const operator = await app.world.operator()
  const { workflowId } = (await app.call(operator, 'POST', '/vas/admin/catalog/sync')).body
  const [key, soldBefore] = [randomUUID(), randomUUID()]
  const { id: saleId } = (await sell(soldBefore, '5512345611')).body
  const [before, askedBefore] = [await sales(), asked.length]
  await app.admin.query(
    `revoke connect on database ${app.name} from public, mostrador_worker;
     grant connect on database ${app.name} to mostrador_api`,
  )
  try {
    await endConnections()
    expectUnavailable(await sell(key, '5512345610'))
    // A till still learns of what its key has sold.
    expect(await sell(soldBefore, '5512345611')).toMatchObject({
      status: 201,
      body: { id: saleId, status: 'COMPLETED' },
    })
    expectUnavailable(await app.call(operator, 'GET', `/workflows/${workflowId}`))
    expect(await sales()).toBe(before)
    expect(asked.length).toBe(askedBefore)
    const readiness = () => app.call(undefined, 'GET', '/readyz')
    const refused = { status: 200, body: { status: 'worker_refused' } }
    await expect.poll(readiness, { timeout: patient(60_000) }).toMatchObject(refused)
    expect(await metrics(/^mostrador_database_(worker_)?up /)).toEqual([
      'mostrador_database_up 1',
      'mostrador_database_worker_up 0',
    ])
    expect(logged()).toContain('the database does not let the worker in: services are refused')
    // Also after the worker has failed again, …
    expectUnavailable(await sell(key, '5512345610'))
    expect(await readiness()).toMatchObject(refused)
    // … and what needs no worker goes on.
    expect((await addProduct()).status).toBe(201)
  } finally {
    await app.admin.query(`grant connect on database ${app.name} to public`)
  }
  await isReady(200)
  expect(await sell(key, '5512345610')).toMatchObject({ status: 201, body: { status: 'COMPLETED' } })
})

describe('a connection lost in the middle', () => {
  test('of a transaction rolls it back: 503, and the same key sells once', async () => {
    const [key, before, askedBefore] = [randomUUID(), await sales(), asked.length]
    const lock = await app.admin.connect()
    try {
      await lock.query('begin; lock table vas.folios in access exclusive mode')
      const answered = sell(key, '5512345601')
      const waits = async () =>
        (
          await app.admin.query(
            `select from pg_stat_activity
              where datname = current_database() and usename = 'mostrador_api' and wait_event_type = 'Lock'`,
          )
        ).rowCount
      await expect.poll(waits, { timeout: patient(60_000) }).toBeGreaterThan(0)
      await endConnections()
      expectUnavailable(await answered)
    } finally {
      await lock.query('rollback').finally(() => lock.release())
    }
    expect(await sales()).toBe(before)
    expect(asked.length).toBe(askedBefore)
    expect(await sell(key, '5512345601')).toMatchObject({ status: 201, body: { status: 'COMPLETED' } })
    expect(await sales()).toBe(before + 1)
  })

  test('of a COMMIT leaves the outcome unknown: 503, and the same key returns it', async () => {
    const before = await sales()
    const key = randomUUID()
    const answer = await wire.losingCommit('mostrador_api', () => sell(key, '5512345602'))
    expectUnavailable(answer)
    expect(answer.body.detail).toMatch('before repeating the request')
    // It was committed. A retry gets the same sale, and no second one.
    expect(await sales()).toBe(before + 1)
    const again = await sell(key, '5512345602')
    expect(again, again.text).toMatchObject({ status: 409, body: { code: 'idempotency_key_in_use' } })
    const saleId = again.body.saleId
    // A sale with an expired lease is taken over, as after a crash.
    await changeSales(app.admin, 'leased_until = now(), next_check_at = now()', 's.id = $1', [saleId])
    const status = async () => (await app.call(shop.cashier, 'GET', `/vas/sale/${saleId}`)).body.status
    await expect.poll(status, { timeout: patient(60_000), interval: 200 }).not.toBe('PENDING')
    expect(await sales()).toBe(before + 1)
    expect(asked.filter((what) => what === 'confirm').length).toBeLessThanOrEqual(await sales())
  })

  test('while a cart is finalized sells it once', async () => {
    const tills = tillsOf(app)
    const productId = await tills.product(shop.store, { stock: 5 })
    const cart = await app.call(shop.cashier, 'POST', '/pos/carts', {
      storeId: shop.store.id,
      lines: [{ variantId: productId, quantity: 1 }],
    })
    expect(cart.status, cart.text).toBe(201)
    const key = randomUUID()
    const finalize = () =>
      app.call(
        shop.cashier,
        'POST',
        `/pos/carts/${cart.body.id}/finalize`,
        {
          version: cart.body.version,
          payments: [{ method: 'CASH', amountCentavos: 1_000, tenderedCentavos: 1_000 }],
        },
        keyed(key),
      )
    const answer = await wire.losingCommit('mostrador_api', finalize)
    expectUnavailable(answer)
    const again = await finalize()
    expect(again, again.text).toMatchObject({ status: 201 })
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    const { rows } = await app.admin.query('select on_hand from stock.stock_levels where variant_id = $1', [
      productId,
    ])
    expect(rows).toEqual([{ on_hand: 4 }])
  })
})

test('an unreachable database is 503 on every route, and everything works again when it is back', async () => {
  const [before, askedBefore] = [await sales(), asked.length]
  const held = app.call(shop.cashier, 'GET', `/pos/products?storeId=${shop.store.id}`)
  await held
  await wire.cut()
  try {
    await isReady(503)
    const doors: [who: typeof shop.cashier | undefined, method: string, path: string, body?: unknown][] = [
      [shop.cashier, 'GET', '/auth/me'],
      [shop.cashier, 'GET', `/pos/products?storeId=${shop.store.id}`],
      [shop.cashier, 'GET', `/pos/wallet?storeId=${shop.store.id}`],
      [shop.cashier, 'GET', '/events'],
      [shop.cashier, 'GET', `/workflows/${randomUUID()}`],
      [
        shop.cashier,
        'POST',
        '/vas/sale',
        { storeId: shop.store.id, productId: airtime, reference: '5512345603' },
      ],
      [shop.manager, 'POST', '/pos/products', { storeId: shop.store.id, name: 'Café', priceCentavos: 100 }],
      [undefined, 'POST', '/auth/sessions', { email: 'a@b.mx', password: 'not any password' }],
    ]
    for (const [who, method, path, body] of doors) expectUnavailable(await app.call(who, method, path, body))
    expect((await app.call(undefined, 'GET', '/healthz')).status).toBe(200)
  } finally {
    await wire.mend()
  }
  await isReady(200)
  expect((await addProduct()).status).toBe(201)
  expect(await sales()).toBe(before)
  expect(asked.length).toBe(askedBefore)
})
