import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { changeSales } from './changed-sales.ts'
import { expectUnavailable, type OutageStage, outageStage } from './outage-stage.ts'
import { patient } from './patience.ts'
import { tillsOf } from './till.ts'

let stage: OutageStage
beforeAll(async () => {
  stage = await outageStage()
})
afterEach(() => stage.recover())
afterAll(() => stage.close())

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
    await stage.refusing('catalog.products', state)
    const before = await stage.app.admin.query('select count(*) from catalog.products')
    expectUnavailable(await stage.addProduct(), code)
    expect((await stage.app.admin.query('select count(*) from catalog.products')).rows, name).toEqual(
      before.rows,
    )
    // After a lost connection the next one clears the fault; only a write shows that writes work again.
    const ready = await stage.app.call(undefined, 'GET', '/readyz')
    if (/^(25006|53[^3]|58)/.test(state))
      expect(ready, ready.text).toMatchObject({ status: 503, body: { code: 'not_ready' } })
    await stage.app.admin.query('drop trigger refuse on catalog.products')
    expect((await stage.addProduct()).status).toBe(201)
    expect((await stage.app.call(undefined, 'GET', '/readyz')).status).toBe(200)
  })
})

describe('a read-only database', () => {
  test('sells nothing, calls no provider, is not ready, and sells once when it accepts writes again', async () => {
    await stage.app.admin.query(`alter database ${stage.app.name} set default_transaction_read_only = on`)
    await stage.endConnections()
    const notReady = async () => (await stage.app.call(undefined, 'GET', '/readyz')).body.detail
    await expect
      .poll(notReady, { timeout: patient(60_000) })
      .toBe('The database does not accept writes at the moment.')
    const [key, before, askedBefore] = [randomUUID(), await stage.sales(), stage.asked.length]
    expectUnavailable(await stage.sell(key, '5512345600'))
    expectUnavailable(await stage.addProduct())
    expectUnavailable(
      await stage.app.call(undefined, 'POST', '/auth/sessions', {
        email: 'a@b.mx',
        password: 'not any password',
      }),
    )
    expect(await stage.sales()).toBe(before)
    expect(stage.asked.length).toBe(askedBefore)
    // Reads still work.
    expect(
      (await stage.app.call(stage.shop.cashier, 'GET', `/vas/sales?storeId=${stage.shop.store.id}`)).status,
    ).toBe(200)
    await stage.app.admin.query(`alter database ${stage.app.name} reset default_transaction_read_only`)
    await stage.endConnections()
    await stage.isReady(200)
    expect(await stage.sell(key, '5512345600')).toMatchObject({ status: 201, body: { status: 'COMPLETED' } })
    expect(await stage.sales()).toBe(before + 1)
  })
})

describe('what is stage.asked outside to be written', () => {
  test('is not stage.asked while the database takes no writes', async () => {
    const { id: storeId } = stage.shop.store
    const account = { apiKey: 'sandbox-merchant', apiSecret: 'sandbox-merchant' }
    const order = { storeId, provider: 'dtone', name: 'Cuenta', ...account }
    const connection = (await stage.app.call(stage.shop.manager, 'POST', '/pos/connections', order)).body.id
    const hook = (host: string) => ({ storeId, url: `https://${host}.example.test/` })
    const webhook = (await stage.app.call(stage.shop.manager, 'POST', '/pos/webhooks', hook('one'))).body.id
    const askOutside = () =>
      Promise.all([
        stage.app.call(
          stage.shop.cashier,
          'GET',
          `/vas/adeudo?storeId=${storeId}&providerId=${stage.biller}&reference=123456789001`,
        ),
        stage.app.call(stage.shop.manager, 'POST', `/pos/connections/${connection}/check`),
        stage.app.call(stage.shop.manager, 'POST', '/pos/webhooks', hook('two')),
        stage.app.call(stage.shop.manager, 'PATCH', `/pos/webhooks/${webhook}`, { url: hook('three').url }),
      ])
    await stage.app.admin.query(`alter database ${stage.app.name} set default_transaction_read_only = on`)
    await stage.endConnections()
    const before = stage.asked.length
    for (const answer of await askOutside()) expectUnavailable(answer)
    expect(stage.asked.slice(before)).toEqual([])
    await stage.isReady(503)
    await stage.app.admin.query(`alter database ${stage.app.name} reset default_transaction_read_only`)
    await stage.endConnections()
    await stage.isReady(200)
    expect((await askOutside()).map(({ status }) => status)).toEqual([200, 200, 201, 200])
    expect(stage.asked.slice(before).toSorted()).toEqual(['balance', 'lookupDebt', 'resolve', 'resolve'])
  })
})

describe('a connection lost in the middle', () => {
  test('of a transaction rolls it back: 503, and the same key sells once', async () => {
    const [key, before, askedBefore] = [randomUUID(), await stage.sales(), stage.asked.length]
    const lock = await stage.app.admin.connect()
    try {
      await lock.query('begin; lock table vas.folios in access exclusive mode')
      const answered = stage.sell(key, '5512345601')
      const waits = async () =>
        (
          await stage.app.admin.query(
            `select from pg_stat_activity
              where datname = current_database() and usename = 'mostrador_api' and wait_event_type = 'Lock'`,
          )
        ).rowCount
      await expect.poll(waits, { timeout: patient(60_000) }).toBeGreaterThan(0)
      await stage.endConnections()
      expectUnavailable(await answered)
    } finally {
      await lock.query('rollback').finally(() => lock.release())
    }
    expect(await stage.sales()).toBe(before)
    expect(stage.asked.length).toBe(askedBefore)
    expect(await stage.sell(key, '5512345601')).toMatchObject({ status: 201, body: { status: 'COMPLETED' } })
    expect(await stage.sales()).toBe(before + 1)
  })

  test('of a COMMIT leaves the outcome unknown: 503, and the same key returns it', async () => {
    const before = await stage.sales()
    const key = randomUUID()
    const answer = await stage.wire.losingCommit('mostrador_api', () => stage.sell(key, '5512345602'))
    expectUnavailable(answer)
    expect(answer.body.detail).toMatch('before repeating the request')
    // It was committed. A retry gets the same sale, and no second one.
    expect(await stage.sales()).toBe(before + 1)
    const again = await stage.sell(key, '5512345602')
    expect(again, again.text).toMatchObject({ status: 409, body: { code: 'idempotency_key_in_use' } })
    const saleId = again.body.saleId
    // A sale with an expired lease is taken over, as after a crash.
    await changeSales(stage.app.admin, 'leased_until = now(), next_check_at = now()', 's.id = $1', [saleId])
    const status = async () =>
      (await stage.app.call(stage.shop.cashier, 'GET', `/vas/sale/${saleId}`)).body.status
    await expect.poll(status, { timeout: patient(60_000), interval: 200 }).not.toBe('PENDING')
    expect(await stage.sales()).toBe(before + 1)
    expect(stage.asked.filter((what) => what === 'confirm').length).toBeLessThanOrEqual(await stage.sales())
  })

  test('while a cart is finalized sells it once', async () => {
    const tills = tillsOf(stage.app)
    const productId = await tills.product(stage.shop.store, { stock: 5 })
    const cart = await stage.app.call(stage.shop.cashier, 'POST', '/pos/carts', {
      storeId: stage.shop.store.id,
      lines: [{ variantId: productId, quantity: 1 }],
    })
    expect(cart.status, cart.text).toBe(201)
    const key = randomUUID()
    const finalize = () =>
      stage.app.call(
        stage.shop.cashier,
        'POST',
        `/pos/carts/${cart.body.id}/finalize`,
        {
          version: cart.body.version,
          payments: [{ method: 'CASH', amountCentavos: 1_000, tenderedCentavos: 1_000 }],
        },
        { 'idempotency-key': key },
      )
    const answer = await stage.wire.losingCommit('mostrador_api', finalize)
    expectUnavailable(answer)
    const again = await finalize()
    expect(again, again.text).toMatchObject({ status: 201 })
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    const { rows } = await stage.app.admin.query(
      'select on_hand from stock.stock_levels where variant_id = $1',
      [productId],
    )
    expect(rows).toEqual([{ on_hand: 4 }])
  })
})

test('an unreachable database is 503 on every route, and everything works again when it is back', async () => {
  const [before, askedBefore] = [await stage.sales(), stage.asked.length]
  const held = stage.app.call(stage.shop.cashier, 'GET', `/pos/products?storeId=${stage.shop.store.id}`)
  await held
  await stage.wire.cut()
  try {
    await stage.isReady(503)
    const doors: [
      who: typeof stage.shop.cashier | undefined,
      method: string,
      path: string,
      body?: unknown,
    ][] = [
      [stage.shop.cashier, 'GET', '/auth/me'],
      [stage.shop.cashier, 'GET', `/pos/products?storeId=${stage.shop.store.id}`],
      [stage.shop.cashier, 'GET', `/pos/wallet?storeId=${stage.shop.store.id}`],
      [stage.shop.cashier, 'GET', '/events'],
      [stage.shop.cashier, 'GET', `/workflows/${randomUUID()}`],
      [
        stage.shop.cashier,
        'POST',
        '/vas/sale',
        { storeId: stage.shop.store.id, productId: stage.airtime, reference: '5512345603' },
      ],
      [
        stage.shop.manager,
        'POST',
        '/pos/products',
        { storeId: stage.shop.store.id, name: 'Café', priceCentavos: 100 },
      ],
      [undefined, 'POST', '/auth/sessions', { email: 'a@b.mx', password: 'not any password' }],
    ]
    for (const [who, method, path, body] of doors)
      expectUnavailable(await stage.app.call(who, method, path, body))
    expect((await stage.app.call(undefined, 'GET', '/healthz')).status).toBe(200)
  } finally {
    await stage.wire.mend()
  }
  await stage.isReady(200)
  expect((await stage.addProduct()).status).toBe(201)
  expect(await stage.sales()).toBe(before)
  expect(stage.asked.length).toBe(askedBefore)
})
