import net from 'node:net'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startVasApp, type VasApp } from '../../../test/vas-app.ts'
import { chooseAggregator } from '../../adapters/aggregator/choose.ts'
import { systemClock } from '../../adapters/clock/clock.ts'

let app: VasApp
let product: string
const connect = vi.spyOn(net.Socket.prototype, 'connect')

/** Any value but one of the declared words means off, and so does an absent one. */
const modes = [undefined, '', 'Sandbox', 'LIVE', ' sandbox', 'staging ', 'production', 'sandbox,live', 'null']
let modeOfTheMoment: string | undefined
const selling = () => chooseAggregator(modeOfTheMoment, { clock: systemClock, dir: '/nonexistent' })

beforeAll(async () => {
  app = await startVasApp({
    selling: () => new Proxy(selling(), { get: (_, name) => Reflect.get(selling(), name) }),
  })
  product = await app.product('Telcel', 10_000)
})
afterAll(() => app.close())

describe('while the aggregator is off', () => {
  test.each(
    modes,
  )('by VAS_AGGREGATOR_MODE=%j: a sale is refused 503, and nothing is written, reserved or sent', async (mode) => {
    modeOfTheMoment = mode
    const { store, cashier } = await app.shop()
    await app.call(cashier, 'GET', '/vas/catalog?kind=airtime')
    connect.mockClear()
    const body = { storeId: store.id, productId: product, reference: '5512345600' }
    const answer = await app.call(cashier, 'POST', '/vas/sale', body, { 'idempotency-key': 'off-00001' })
    expect(answer).toMatchObject({ status: 503, body: { code: 'aggregator_unavailable' } })
    expect(answer.headers.get('retry-after')).toBe('30')
    // The test's own request and PostgreSQL are on this machine; nothing else was called.
    const targets = connect.mock.calls.map((call) => JSON.stringify(call))
    expect(targets.filter((target) => !target.includes('127.0.0.1'))).toEqual([])
    for (const table of ['vas.sales', 'app.idempotency_keys', 'vas.folios']) {
      const { rows } = await app.admin.query(`select count(*)::int as n from ${table}`)
      expect({ table, rows: rows[0].n }).toEqual({ table, rows: 0 })
    }
    expect(await app.books(store.merchantId)).toEqual({ available: 1_000_000, held: 0, faults: [] })
  })

  test('faults of the request are reported first', async () => {
    const { store, cashier } = await app.shop()
    const { cashier: stranger } = await app.shop()
    const body = { storeId: store.id, productId: product, reference: '5512345600' }
    const codes = [
      await app.call(undefined, 'POST', '/vas/sale', body),
      await app.call(stranger, 'POST', '/vas/sale', body),
      await app.call(cashier, 'POST', '/vas/sale', { ...body, productId: store.id }),
      await app.call(cashier, 'POST', '/vas/sale', { ...body, reference: '1' }),
      await app.call(cashier, 'POST', '/vas/sale', { ...body, nonsense: true }),
    ].map(({ status }) => status)
    expect(codes).toEqual([401, 403, 404, 422, 422])
  })

  test('the catalog can still be read', async () => {
    const { cashier } = await app.shop()
    const { status, body, headers } = await app.call(cashier, 'GET', '/vas/catalog?kind=airtime')
    expect(status).toBe(200)
    expect(body.items.length).toBeGreaterThan(20)
    const again = await app.call(cashier, 'GET', '/vas/catalog?kind=airtime', undefined, {
      'if-none-match': headers.get('etag') ?? '',
    })
    expect(again).toMatchObject({ status: 304, text: '' })
  })

  test('every provider is reported as down', async () => {
    const { store, cashier } = await app.shop()
    const { status, body, headers } = await app.call(cashier, 'GET', `/vas/providers?storeId=${store.id}`)
    expect(status).toBe(200)
    expect(body.items).toContainEqual({
      id: expect.any(String),
      name: 'Telcel',
      slug: 'telcel',
      kinds: ['airtime'],
      health: 'DOWN',
    })
    expect(new Set(body.items.map(({ health }: { health: string }) => health))).toEqual(new Set(['DOWN']))
    const again = await app.call(cashier, 'GET', `/vas/providers?storeId=${store.id}`, undefined, {
      'if-none-match': headers.get('etag') ?? '',
    })
    expect(again).toMatchObject({ status: 304, text: '' })
    expect((await app.call(undefined, 'GET', '/vas/providers')).status).toBe(401)
  })

  test('a kind that does not exist is 422, and so is chip', async () => {
    const { cashier } = await app.shop()
    for (const kind of ['chip', 'AIRTIME', '']) {
      expect((await app.call(cashier, 'GET', `/vas/catalog?kind=${kind}`)).status).toBe(422)
    }
  })
})

test('a SIM chip, or a variant of one, in POST /vas/sale is 422; another store’s is an unknown product', async () => {
  const { store, cashier } = await app.shop()
  const { cashier: stranger } = await app.shop()
  const chips = await app.admin.query(
    `with p as (insert into catalog.products (merchant_id, id, store_id, permission_set, name, price_centavos, kind)
       values ($1, app.uuid_v7(), $2, authz.set_of($1, $2, 'catalog'), 'Chip', 9900, 'CHIP') returning *),
     v as (insert into catalog.variants (merchant_id, id, store_id, permission_set, product_id, name)
       select merchant_id, app.uuid_v7(), store_id, permission_set, id, 'Nano' from p returning *)
     select p.id as product, v.id as variant from p, v`,
    [store.merchantId, store.id],
  )
  for (const productId of [chips.rows[0].product, chips.rows[0].variant]) {
    expect(await app.call(cashier, 'POST', '/vas/sale', { productId })).toMatchObject({
      status: 422,
      body: { code: 'chips_sold_through_cart' },
    })
    expect((await app.call(stranger, 'POST', '/vas/sale', { productId })).status).toBe(404)
  }
  expect((await app.call(cashier, 'POST', '/vas/sale', { productId: store.id })).status).toBe(404)
})

test('only supervisors and above see what a product earns', async () => {
  const { store, cashier } = await app.shop()
  const supervisor = await app.world.member(store, 'supervisor')
  const seen = async (who: { token: string }) =>
    (await app.call(who, 'GET', `/vas/catalog?kind=airtime&storeId=${store.id}`)).body.items[0].commissionBps
  expect(await seen(cashier)).toBeUndefined()
  expect(await seen(supervisor)).toBeGreaterThan(0)
})
