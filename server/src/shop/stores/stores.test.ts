import { beforeAll, expect, test } from 'vitest'
import type { App } from '../../../test/app.ts'
import { sharedProduct } from '../../../test/shared-product.ts'

let app: App
beforeAll(async () => {
  app = await sharedProduct()
})

const order = { name: 'Sucursal Centro', code: 'CENTRO' }

test('an owner opens the first store and manages it immediately', async () => {
  const { owner, id: merchantId } = await app.world.merchant()
  const made = await app.call(owner, 'POST', '/pos/stores', {
    ...order,
    phone: '55 1234 5678',
    taxRegion: 'BORDER',
  })
  expect(made.status, made.text).toBe(201)
  expect(made.body).toMatchObject({
    ...order,
    merchantId,
    phone: '55 1234 5678',
    address: null,
    timeZone: 'America/Mexico_City',
    taxRegion: 'BORDER',
    status: 'ACTIVE',
  })
  expect(made.headers.get('location')).toBe(`/pos/stores/${made.body.id}`)
  expect((await app.call(owner, 'GET', `/pos/stores/${made.body.id}`)).body).toEqual(made.body)
  const terminal = { storeId: made.body.id, name: 'Caja 1' }
  expect((await app.call(owner, 'POST', '/pos/terminals', terminal)).status).toBe(201)
  const { rows } = await app.admin.query(
    `select m.role, e.name from shop.memberships m join shop.employees e on e.membership_id = m.id where m.store_id = $1`,
    [made.body.id],
  )
  expect(rows).toEqual([{ role: 'manager', name: owner.name }])
})

test('the opening of a store is audited in its own transaction', async () => {
  const { owner } = await app.world.merchant()
  const { id } = (await app.call(owner, 'POST', '/pos/stores', order)).body
  expect((await app.call(owner, 'POST', '/pos/stores', order)).status).toBe(409)
  const { rows } = await app.admin.query(
    'select action, user_id from audit.log where store_id = $1 order by id',
    [id],
  )
  expect(rows).toEqual([
    { action: 'store.created', user_id: owner.id },
    { action: 'membership.created', user_id: owner.id },
  ])
})

test('two stores of a merchant cannot share a code, of two merchants they can', async () => {
  const [one, other] = [await app.world.merchant(), await app.world.merchant()]
  expect((await app.call(one.owner, 'POST', '/pos/stores', order)).status).toBe(201)
  expect((await app.call(other.owner, 'POST', '/pos/stores', order)).status).toBe(201)
  const answer = await app.call(one.owner, 'POST', '/pos/stores', { ...order, name: 'Otra' })
  expect(answer.body).toMatchObject({ status: 409, code: 'duplicate_value' })
  expect(answer.body.errors[0].path).toBe('/code')
})

test('an owner of several merchants must name one', async () => {
  const { owner, id } = await app.world.merchant()
  const second = await app.world.merchant({ owner })
  const answer = await app.call(owner, 'POST', '/pos/stores', order)
  expect(answer.body).toMatchObject({ status: 422, code: 'invalid_request' })
  expect(answer.body.errors[0].path).toBe('/merchantId')
  for (const merchantId of [id, second.id])
    expect((await app.call(owner, 'POST', '/pos/stores', { ...order, merchantId })).body.merchantId).toBe(
      merchantId,
    )
  // A closed merchant is not an option any more.
  await app.admin.query(`select platform.write_status($1, 'CLOSED')`, [second.id])
  expect((await app.call(owner, 'POST', '/pos/stores', { ...order, code: 'DOS' })).body.merchantId).toBe(id)
  const closed = await app.call(owner, 'POST', '/pos/stores', { ...order, code: 'X', merchantId: second.id })
  expect(closed.body).toMatchObject({ status: 409, code: 'merchant_closed' })
})

test('only the owner opens a store: no manager, no other owner, not the platform', async () => {
  const store = await app.world.store()
  const other = await app.world.merchant()
  const people = {
    manager: await app.world.member(store, 'manager'),
    otherOwner: other.owner,
    customer: await app.world.person(),
    operator: await app.world.operator(),
    admin: await app.world.platformAdmin(),
  }
  const count = async () => (await app.admin.query('select count(*) from shop.stores')).rows[0].count
  const before = await count()
  for (const [name, person] of Object.entries(people)) {
    const answer = await app.call(person, 'POST', '/pos/stores', { ...order, merchantId: store.merchantId })
    expect([name, answer.status, answer.body.code]).toEqual([name, 403, 'forbidden'])
  }
  expect((await app.call(undefined, 'POST', '/pos/stores', order)).status).toBe(401)
  expect(await count()).toBe(before)
})

test('a suspended merchant opens no store, not even by a concurrent request', async () => {
  for (let round = 0; round < 5; round++) {
    const { owner, id } = await app.world.merchant()
    const suspending = app.admin.connect().then(async (client) => {
      await client.query('begin')
      await client.query('select app.lock_authority($1)', [id])
      await client.query(`select platform.write_status($1, 'SUSPENDED')`, [id])
      await client.query('commit')
      const { rows } = await client.query(
        'select count(*)::int as n from shop.stores where merchant_id = $1',
        [id],
      )
      client.release()
      return rows[0].n as number
    })
    const answers = await Promise.all(
      [1, 2, 3].map((no) => app.call(owner, 'POST', '/pos/stores', { ...order, code: `C${no}` })),
    )
    const opened = answers.filter(({ status }) => status === 201).length
    const refused = answers.filter(({ body }) => body.code === 'merchant_suspended').length
    expect(opened + refused).toBe(3)
    expect(opened, 'none after the suspension').toBe(await suspending)
  }
})

test.each([
  [{ code: 'C' }, '/name'],
  [{ name: 'x', code: 'con espacio' }, '/code'],
  [{ name: 'x', code: 'C', timeZone: 'Europe/Madrid' }, '/timeZone'],
  [{ name: 'x', code: 'C', status: 'CLOSED' }, '/status'],
])('opening a store with %j is refused for its %s', async (body, path) => {
  const { owner } = await app.world.merchant()
  const answer = await app.call(owner, 'POST', '/pos/stores', body)
  expect(answer.status).toBe(422)
  expect(answer.body.errors.map((fault: { path: string }) => fault.path)).toEqual([path])
})
