import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import type { App } from '../../../test/app.ts'
import { sharedProduct } from '../../../test/shared-product.ts'
import { type Shop, tillsOf } from '../../../test/till.ts'
import type { Person } from '../../../test/world.ts'

let app: App
let shop: Shop
const people: Record<string, Pick<Person, 'token'> | undefined> = {}

beforeAll(async () => {
  app = await sharedProduct()
  const tills = tillsOf(app)
  shop = await tills.shop()
  const sibling = await app.world.store({ id: shop.store.merchantId, owner: shop.store.manager })
  Object.assign(people, {
    nobody: undefined,
    'a customer': await app.world.person(),
    'a cashier': shop.cashier,
    'a supervisor': shop.supervisor,
    'a manager': shop.manager,
    'a sibling’s manager': await app.world.member(sibling, 'manager'),
    'another merchant’s manager': (await tills.shop()).manager,
    'an operator': await app.world.operator(),
    'an administrator': await app.world.platformAdmin(),
  })
})

const keep = (body: object, who: Pick<Person, 'token'> | undefined = shop.cashier) =>
  app.call(who, 'POST', '/pos/customers', { storeId: shop.store.id, ...body })
const paths = (answer: { body: { errors: { path: string }[] } }) => answer.body.errors.map(({ path }) => path)

test('a customer is created, found by any word of the record, updated and deleted', async () => {
  const made = await keep({
    name: 'Rosa Núñez Ávila',
    email: 'rosa@example.test',
    phone: '222 555 0134',
    rfc: 'EKU9003173C9',
    notes: 'Factura siempre',
  })
  expect(made.status, made.text).toBe(201)
  expect(made.headers.get('location')).toBe(`/pos/customers/${made.body.id}`)
  for (const q of ['nunez', 'ROSA', '0134', 'eku9003'])
    expect((await app.call(shop.cashier, 'GET', `/pos/customers?q=${q}`)).body.items).toEqual([made.body])
  expect((await app.call(shop.cashier, 'GET', '/pos/customers?rfc=EKU9003173C9')).body.items).toHaveLength(1)
  const path = `/pos/customers/${made.body.id}`
  const changed = await app.call(shop.cashier, 'PATCH', path, { rfc: null, phone: '+52 55 1234 5678' })
  expect(changed.body).toMatchObject({ rfc: null, phone: '+52 55 1234 5678', name: 'Rosa Núñez Ávila' })
  expect((await app.call(shop.cashier, 'DELETE', path)).status).toBe(204)
  expect((await app.call(shop.cashier, 'GET', path)).status).toBe(404)
  const { rows } = await app.admin.query(`select action from audit.log where entity_id = $1 order by id`, [
    made.body.id,
  ])
  expect(rows.map(({ action }) => action)).toEqual([
    'customer.created',
    'customer.updated',
    'customer.deleted',
  ])
})

test.each([
  [{}, '/name'],
  [{ name: '   ' }, '/name'],
  [{ name: 'x', email: 'nobody' }, '/email'],
  [{ name: 'x', phone: '12' }, '/phone'],
  [{ name: 'x', rfc: 'EKU9003173C8' }, '/rfc'],
  [{ name: 'x', rfc: 'EKU9013323C9' }, '/rfc'],
  [{ name: 'x', rfc: 'rosa' }, '/rfc'],
  [{ name: 'x', merchantId: randomUUID() }, '/merchantId'],
  [{ name: 'x', permissionSet: 3 }, '/permissionSet'],
])('%j is refused, and the field is named', async (body, path) => {
  const answer = await keep(body)
  expect(answer.status).toBe(422)
  expect(paths(answer)).toContain(path)
})

test('a customer with a cart cannot be deleted', async () => {
  const { body: customer } = await keep({ name: 'Fiel' })
  await app.call(shop.cashier, 'POST', '/pos/carts', { storeId: shop.store.id, customerId: customer.id })
  const refused = await app.call(shop.cashier, 'DELETE', `/pos/customers/${customer.id}`)
  expect(refused).toMatchObject({ status: 409, body: { code: 'still_referenced' } })
})

const all = { list: 1, get: 200, create: 201, update: 200, delete: 204 }
const none = { list: 0, get: 404, create: 403, update: 404, delete: 404 }
test.each(
  Object.entries({
    nobody: { list: 401, get: 401, create: 401, update: 401, delete: 401 },
    'a customer': none,
    'a cashier': all,
    'a supervisor': all,
    'a manager': all,
    'a sibling’s manager': none,
    'another merchant’s manager': none,
    'an operator': none,
    'an administrator': none,
  }),
)('list, read, create, update and delete: %s', async (name, wanted) => {
  const who = people[name]
  const { id } = (await keep({ name: 'Fila' })).body
  const list = await app.call(who, 'GET', `/pos/customers?storeId=${shop.store.id}&limit=200`)
  const found = list.body.items?.filter((each: { id: string }) => each.id === id).length
  expect({
    list: found ?? list.status,
    get: (await app.call(who, 'GET', `/pos/customers/${id}`)).status,
    create: (await app.call(who, 'POST', '/pos/customers', { storeId: shop.store.id, name: 'x' })).status,
    update: (await app.call(who, 'PATCH', `/pos/customers/${id}`, { name: 'y' })).status,
    delete: (await app.call(who, 'DELETE', `/pos/customers/${id}`)).status,
  }).toEqual(wanted)
})
