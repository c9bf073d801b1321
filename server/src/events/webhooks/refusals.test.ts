import type { LookupFunction } from 'node:net'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { type App, startProduct } from '../../../test/app.ts'
import { sharedProduct } from '../../../test/shared-product.ts'
import type { Member, Merchant, Person, Store } from '../../../test/world.ts'

// A literal address is not looked up, and nothing here sends to it.
const url = 'https://8.8.8.8/'
let app: App
let merchant: Merchant
let store: Store
let manager: Member

beforeAll(async () => {
  app = await sharedProduct()
  merchant = await app.world.merchant()
  store = await app.world.store(merchant)
  manager = await app.world.member(store, 'manager')
})

const subscribe = async (place: object): Promise<string> => {
  const made = await app.call(merchant.owner, 'POST', '/pos/webhooks', { url, ...place })
  expect(made.status, made.text).toBe(201)
  return made.body.id
}

test.each([
  ['DELETE', ''],
  ['POST', '/rotate-secret'],
  ['POST', '/deliveries/{delivery}/resend'],
])('a manager may not %s the merchant’s webhook%s, and its owner may', async (method, path) => {
  const id = await subscribe({ merchantId: merchant.id })
  const idOf = async (text: string, values: unknown[]): Promise<string> =>
    (await app.admin.query(text, values)).rows[0].id
  const event = await idOf(
    `select events.emit($1, null, w.permission_set, 'vas.sale.completed', '{}') as id
       from (select permission_set from events.webhooks where id = $2 limit 1) w`,
    [merchant.id, id],
  )
  const delivery = await idOf(
    // The product may have made it by now, as a delivery that is due.
    `insert into events.webhook_deliveries (merchant_id, id, webhook_id, permission_set, event_id, status, finished_at)
     select merchant_id, app.uuid_v7(), $1, permission_set, id, 'FAILED', now() from events.events where id = $2
         on conflict (merchant_id, webhook_id, event_id)
         do update set status = excluded.status, finished_at = excluded.finished_at, next_attempt_at = null
     returning id`,
    [id, event],
  )
  const state = async () => [
    (await app.admin.query('select * from events.webhooks where id = $1', [id])).rows,
    (await app.admin.query('select * from events.webhook_deliveries where webhook_id = $1', [id])).rows,
  ]
  const before = await state()
  const where = `/pos/webhooks/${id}${path.replace('{delivery}', delivery)}`
  expect(await app.call(manager, method, where)).toMatchObject({
    status: 403,
    body: { code: 'forbidden', requiredRole: 'owner' },
  })
  expect(await state()).toEqual(before)
  expect((await app.call(merchant.owner, method, where)).status).toBeLessThan(300)
})

test('a webhook keeps its address when another one is refused', async () => {
  const where = `/pos/webhooks/${await subscribe({ storeId: store.id })}`
  expect(await app.call(manager, 'PATCH', where, { url: 'https://localhost/' })).toMatchObject({
    status: 422,
    body: { code: 'webhook_target_refused' },
  })
  expect((await app.call(manager, 'GET', where)).body.url).toBe(url)
})

test('a store’s webhook cannot ask for what concerns the whole merchant, neither new nor later', async () => {
  const errors = [{ path: '/types/1', message: expect.stringContaining('whole merchant') }]
  const refused = { status: 422, body: { code: 'invalid_request', errors } }
  const types = ['sale.completed', 'deposit.credited']
  const add = (place: object) => app.call(merchant.owner, 'POST', '/pos/webhooks', { url, types, ...place })
  expect(await add({ storeId: store.id })).toMatchObject(refused)
  const id = await subscribe({ storeId: store.id, types: ['sale.completed'] })
  expect(await app.call(manager, 'PATCH', `/pos/webhooks/${id}`, { types })).toMatchObject(refused)
  expect((await app.call(manager, 'GET', `/pos/webhooks/${id}`)).body.types).toEqual(['sale.completed'])
  expect((await add({ merchantId: merchant.id })).status).toBe(201)
})

test('a store’s webhook that already asks for what concerns the whole merchant can still be changed', async () => {
  const where = `/pos/webhooks/${await subscribe({ storeId: store.id })}`
  const types = ['deposit.credited', 'sale.completed']
  await app.admin.query('update events.webhooks set types = $2 where id = $1', [
    where.split('/').at(-1),
    types,
  ])
  const changed = await app.call(manager, 'PATCH', where, { description: 'Bodega' })
  expect(changed, changed.text).toMatchObject({ status: 200, body: { description: 'Bodega', types } })
})

test('a webhook of a suspended merchant’s store is refused', async () => {
  const of = await app.world.store()
  await app.admin.query(`select platform.write_status($1, 'SUSPENDED')`, [of.merchantId])
  const refused = await app.call(of.manager, 'POST', '/pos/webhooks', { storeId: of.id, url })
  expect(refused).toMatchObject({ status: 403, body: { code: 'merchant_suspended' } })
})

test('a host is looked up only for a caller who may manage its webhook', async () => {
  const asked: string[] = []
  const lookup: LookupFunction = (host, _options, callback) => {
    asked.push(host)
    callback(null, [{ address: '93.184.216.34', family: 4 }])
  }
  const own = await startProduct({}, { lookup })
  onTestFinished(() => own.close())
  const of = await own.world.merchant()
  const [shop, merchantId] = [await own.world.store(of), of.id]
  const add = (who: Person, host: string, place: object) =>
    own.call(who, 'POST', '/pos/webhooks', { url: `https://${host}.example.mx/`, ...place })
  const made = await add(of.owner, 'whole', { merchantId })
  expect(made.status, made.text).toBe(201)
  expect(asked).toEqual(['whole.example.mx'])
  for (const role of ['cashier', 'supervisor', 'manager'] as const) {
    const who = await own.world.member(shop, role)
    expect((await add(who, role, { merchantId })).body).toMatchObject({
      code: 'forbidden',
      requiredRole: 'owner',
    })
    expect((await add(who, role, { storeId: shop.id })).status).toBe(role === 'manager' ? 201 : 403)
    const where = `/pos/webhooks/${made.body.id}`
    const changed = await own.call(who, 'PATCH', where, { url: `https://${role}2.example.mx/` })
    expect(changed.status, changed.text).toBe(role === 'manager' ? 403 : 404)
  }
  expect(asked).toEqual(['whole.example.mx', 'manager.example.mx'])
})

test('a merchant can have fifty webhooks at most', async () => {
  const of = await app.world.store()
  await app.admin.query(
    `insert into events.webhooks (merchant_id, id, store_id, permission_set, url, types, secret_sealed, created_by)
     select $1, app.uuid_v7(), $2, authz.set_of($1, $2, 'stores'), 'https://x.example.mx/', '{}', '', $3
       from generate_series(1, 50)`,
    [of.merchantId, of.id, of.manager.id],
  )
  const refused = await app.call(of.manager, 'POST', '/pos/webhooks', { storeId: of.id, url })
  expect(refused.body).toMatchObject({ status: 409, code: 'too_many_webhooks', most: 50 })
})
