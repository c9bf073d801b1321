import { randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { type App, startApp } from '../../../test/app.ts'
import { sharedProduct } from '../../../test/shared-product.ts'
import type { Member, Person, Store } from '../../../test/world.ts'
import { offAggregator } from '../../adapters/aggregator/off.ts'
import { createKeyring } from '../../adapters/keys/keyring.ts'
import { connectionsRoutes } from './routes.ts'
import { connectionsService } from './service.ts'

let app: App
let store: Store
let manager: Member

beforeAll(async () => {
  app = await sharedProduct()
  store = await app.world.store()
  manager = await app.world.member(store, 'manager')
})

const key = 'sandbox-merchant'
let names = 0
const order = (change: object = {}) => ({
  storeId: store.id,
  provider: 'dtone',
  name: `Cuenta ${++names}`,
  apiKey: key,
  apiSecret: key,
  ...change,
})
type Caller = Pick<Person, 'token'> | undefined
const add = (who: Caller, body: unknown = order()) => app.call(who, 'POST', '/pos/connections', body)
const read = (who: Caller, id: string) => app.call(who, 'GET', `/pos/connections/${id}`)
const check = (who: Caller, id: string) => app.call(who, 'POST', `/pos/connections/${id}/check`)
const remove = (who: Caller, id: string) => app.call(who, 'DELETE', `/pos/connections/${id}`)

describe('a connection', () => {
  test('is returned without its credentials, which are sealed in the database and never logged', async () => {
    const secret = 'a-secret-that-nobody-reads-again'
    const made = await add(
      manager,
      order({ name: 'Cuenta propia', apiKey: 'key-of-ours-7788', apiSecret: secret }),
    )
    expect(made.status).toBe(201)
    expect(made.headers.get('location')).toBe(`/pos/connections/${made.body.id}`)
    expect(made.body).toEqual({
      id: made.body.id,
      storeId: store.id,
      provider: 'dtone',
      environment: 'sandbox',
      name: 'Cuenta propia',
      credentials: { lastFour: '7788', fingerprint: expect.stringMatching(/^[0-9a-f]{16}$/) },
      balance: null,
      createdAt: expect.any(String),
      status: 'ACTIVE',
      pausedAt: null,
      pausedReason: null,
      answerableName: manager.name,
    })
    const { rows } = await app.admin.query('select * from shop.connections where id = $1', [made.body.id])
    const bytes = Buffer.concat([rows[0].sealed, rows[0].sealed_key])
    const { rows: audit } = await app.admin.query('select * from audit.log')
    for (const where of [
      bytes.toString('latin1'),
      JSON.stringify(rows),
      JSON.stringify(audit),
      app.logLines.join(''),
    ]) {
      expect(where).not.toContain(secret)
      expect(where).not.toContain('key-of-ours')
    }
    for (const { text } of [
      made,
      await read(manager, made.body.id),
      await app.call(manager, 'GET', '/pos/connections'),
    ])
      expect(text).not.toContain(secret)
  })

  test('has a fingerprint of its credentials, and does not show a short key', async () => {
    const [one, same, other] = [
      (await add(manager)).body,
      (await add(manager)).body,
      (await add(manager, order({ apiKey: 'short' }))).body,
    ]
    expect(one.credentials).toEqual(same.credentials)
    expect(other.credentials.fingerprint).not.toBe(one.credentials.fingerprint)
    expect(other.credentials.lastFour).toBe('')
  })

  test('is checked at the provider with its own credentials', async () => {
    const { id } = (await add(manager)).body
    const checked = await check(manager, id)
    expect(checked.status).toBe(200)
    expect(checked.body.balance).toEqual({ availableCentavos: 1_000_000, checkedAt: expect.any(String) })
    expect((await read(manager, id)).body).toEqual(checked.body)
  })

  test('with credentials that the provider refuses reports it when checked', async () => {
    const { id } = (await add(manager, order({ apiSecret: 'wrong' }))).body
    expect(await check(manager, id)).toMatchObject({ status: 409, body: { code: 'connection_refused' } })
    expect((await read(manager, id)).body.balance).toBeNull()
  })

  test('that was deleted is not listed for anybody, and its name can be used again', async () => {
    const body = order()
    const { id } = (await add(manager, body)).body
    expect(await add(manager, body)).toMatchObject({
      status: 409,
      body: { code: 'duplicate_value', field: 'name' },
    })
    expect((await remove(manager, id)).status).toBe(204)
    expect((await read(manager, id)).status).toBe(404)
    expect((await remove(manager, id)).status).toBe(404)
    expect((await check(manager, id)).status).toBe(404)
    const { items } = (await app.call(manager, 'GET', '/pos/connections?limit=200')).body
    expect(items.map((each: { id: string }) => each.id)).not.toContain(id)
    expect((await add(manager, body)).status).toBe(201)
    const { rows } = await app.admin.query(
      'select action, user_id as by from audit.log where entity_id = $1 order by id',
      [id],
    )
    expect(rows).toEqual([
      { action: 'connection.created', by: manager.id },
      { action: 'connection.deleted', by: manager.id },
    ])
  })

  test('made for another environment cannot be checked here', async () => {
    const { id } = (await add(manager)).body
    await app.admin.query(`update shop.connections set environment = 'live' where id = $1`, [id])
    expect(await check(manager, id)).toMatchObject({ status: 409, body: { code: 'connection_disabled' } })
  })

  test.each([
    [{ environment: 'live' }, '/environment'],
    [{ provider: 'other' }, '/provider'],
    [{ name: '' }, '/name'],
    [{ apiKey: 'with:colon' }, '/apiKey'],
    [{ apiKey: 'with space' }, '/apiKey'],
    [{ apiSecret: 'ñandú' }, '/apiSecret'],
    [{ url: 'https://example.test/v1' }, '/url'],
    [{ baseUrl: 'http://127.0.0.1' }, '/baseUrl'],
  ])('with %j is refused', async (change, path) => {
    const answer = await add(manager, order(change))
    expect(answer.status).toBe(422)
    expect(answer.body.errors[0].path).toBe(path)
  })
})

describe('who may', () => {
  const people: Record<string, Caller> = {}
  let id: string

  beforeAll(async () => {
    const other = await app.world.store()
    people['nobody'] = undefined
    people['a customer'] = await app.world.person()
    people['a cashier'] = await app.world.member(store, 'cashier')
    people['a supervisor'] = await app.world.member(store, 'supervisor')
    people['a manager'] = manager
    people['a manager elsewhere'] = other.manager
    people['an operator'] = await app.world.operator()
    people['an administrator'] = await app.world.platformAdmin()
    id = (await add(manager)).body.id
  })

  test.each([
    ['nobody', 401, 401, 401, 401],
    ['a customer', 404, 403, 403, 403],
    ['a cashier', 200, 403, 403, 403],
    ['a supervisor', 200, 403, 403, 403],
    ['a manager elsewhere', 404, 403, 404, 404],
    ['an operator', 404, 403, 403, 403],
    ['an administrator', 404, 403, 403, 403],
    ['a manager', 200, 201, 200, 204],
  ])('read, add, check and delete: %s', async (who, ...wanted) => {
    const answers = [await read(people[who], id), await add(people[who]), await check(people[who], id)]
    expect([...answers, await remove(people[who], id)].map(({ status }) => status)).toEqual(wanted)
  })

  test('a foreign connection gets the same answer as one that does not exist', async () => {
    const mine = (await add(manager)).body.id
    const nothing = '01900000-0000-7000-8000-000000000000'
    const strip = ({ text }: { text: string }) => text.replace(/"requestId":"[^"]*"/, '')
    for (const ask of [read, check, remove]) {
      const who = people['a manager elsewhere']
      expect(strip(await ask(who, mine))).toBe(strip(await ask(who, nothing)))
    }
  })
})

test('nothing can be connected while the aggregator is off', async () => {
  const sealer = createKeyring([randomBytes(32)])
  const off = await startApp({
    routes: ({ database }) =>
      connectionsRoutes(connectionsService({ database, sealer, provider: offAggregator() })),
  })
  try {
    const shop = await off.world.store()
    const body = order({ storeId: shop.id })
    const answer = await off.call(shop.manager, 'POST', '/pos/connections', body)
    expect(answer).toMatchObject({ status: 503, body: { code: 'aggregator_unavailable' } })
    const cashier = await off.world.member(shop, 'cashier')
    expect((await off.call(cashier, 'POST', '/pos/connections', body)).status).toBe(403)
  } finally {
    await off.close()
  }
})
