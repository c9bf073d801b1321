import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { App } from '../../../test/app.ts'
import { patient } from '../../../test/patience.ts'
import { sharedProduct } from '../../../test/shared-product.ts'
import { tillsOf } from '../../../test/till.ts'
import type { Person, Store } from '../../../test/world.ts'
import { isApiKey, newApiKeyToken } from '../../authorization/api-key-token.ts'
import type { CreatedApiKey } from './schema.ts'

let app: App
let store: Store
let owner: Person

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
const order = (changes: object = {}) => ({
  name: 'Tienda en línea',
  scopes: ['POS_CATALOG_WRITE', 'POS_STORES_READ'],
  expiresAt: inDays(30),
  ...changes,
})

beforeAll(async () => {
  app = await sharedProduct()
})
beforeEach(async () => {
  store = await app.world.store()
  owner = store.manager
})

async function make(changes: object = {}, as: Person = owner): Promise<CreatedApiKey> {
  const answer = await app.call(as, 'POST', '/pos/api_keys', order(changes))
  expect(answer.status, answer.text).toBe(201)
  return answer.body
}
const using = ({ apiKey }: { apiKey: string }) => ({ token: apiKey })
const addCategory = (who: Pick<Person, 'token'>, name = 'Bebidas', storeId = store.id) =>
  app.call(who, 'POST', '/pos/categories', { storeId, name })
const categories = (who: Pick<Person, 'token'>) => app.call(who, 'GET', '/pos/categories')

test('an owner creates a key, and a program works with it in the stores of the merchant', async () => {
  const key = await make()
  expect(key).toMatchObject({
    merchantId: store.merchantId,
    name: 'Tienda en línea',
    scopes: ['POS_CATALOG_READ', 'POS_CATALOG_WRITE', 'POS_STORES_READ'],
    allStores: true,
    storeIds: [],
    status: 'ACTIVE',
    createdByName: owner.name,
    lastUsedAt: null,
    revokedAt: null,
  })
  expect(key.apiKey.startsWith(`${key.prefix}_`)).toBe(true)
  expect((await addCategory(using(key))).status).toBe(201)
  const found = await app.call(using(key), 'GET', '/pos/stores')
  expect(found.body.items.map(({ id }: { id: string }) => id)).toEqual([store.id])
})

test('a program can sell a cart under the name of its key, and cannot give discounts or refunds', async () => {
  const tills = tillsOf(app)
  const variantId = await tills.product(store, { priceCentavos: 12_300, stock: 5 })
  const key = await make({
    scopes: ['POS_SALES_WRITE', 'POS_SHIFTS_WRITE', 'POS_CATALOG_READ', 'POS_INVENTORY_READ'],
  })
  const program = { ...store.manager, token: key.apiKey }
  await tills.openShift(program)
  const cart = await tills.cart(program, [{ variantId, quantity: 2 }])
  expect(
    await app.call(program, 'POST', `/pos/carts/${cart.id}/discounts`, { percentageBps: 1_000 }),
  ).toMatchObject({ status: 403, body: { code: 'person_required' } })
  const sold = await tills.finalize(program, cart)
  expect(sold.status, sold.text).toBe(201)
  const order = (await app.call(program, 'GET', `/pos/sales_orders/${sold.body.order.id}`)).body
  expect(order).toMatchObject({ totalCentavos: 24_600 })
  const { rows } = await app.admin.query(
    `select distinct user_id as "userId" from audit.log where entity_id = $1`,
    [sold.body.order.id],
  )
  expect(rows).toEqual([{ userId: key.id }])
  const receipt = await app.call(owner, 'GET', `/pos/receipts/${sold.body.receipt.id}`)
  expect(receipt.text).toContain(key.name)
  expect(
    await app.call(program, 'POST', `/pos/sales_orders/${sold.body.order.id}/refunds`, {}),
  ).toMatchObject({
    status: 403,
    body: { code: 'person_required' },
  })
})

test('a key reads the report of a shift with all its sales, or is told which scope it lacks', async () => {
  const tills = tillsOf(app)
  const variantId = await tills.product(store, { priceCentavos: 12_300, stock: 5 })
  const shiftId = await tills.openShift(owner as Store['manager'])
  await tills.sale(owner as Store['manager'], [{ variantId }])
  const asked = `/pos/shifts/${shiftId}/report`
  const blind = using(await make({ scopes: ['POS_SHIFTS_READ'] }))
  expect(await app.call(blind, 'GET', asked)).toMatchObject({
    status: 403,
    body: { code: 'scope_missing', requiredScope: 'POS_SALES_READ' },
  })
  const whole = using(await make({ scopes: ['POS_SHIFTS_READ', 'POS_SALES_READ', 'POS_REPORTS_READ'] }))
  const seen = await app.call(whole, 'GET', asked)
  expect(seen.body).toEqual((await app.call(owner, 'GET', asked)).body)
  expect(seen.body.totals.sales).toMatchObject({ count: 1, totalCentavos: 12_300 })
})

test('a key closes a shift with the scopes that its route requires, and without one of them closes nothing', async () => {
  const shiftId = await tillsOf(app).openShift(owner as Store['manager'])
  const close = (who: Pick<Person, 'token'>) => {
    const count = { countedCentavos: 0, differenceReason: 'Prueba' }
    return app.call(who, 'POST', `/pos/shifts/${shiftId}/close`, count)
  }
  const nameless = using(await make({ scopes: ['POS_SHIFTS_WRITE'] }))
  expect(await close(nameless)).toMatchObject({
    status: 403,
    body: { code: 'scope_missing', requiredScope: 'POS_STORES_READ' },
  })
  expect((await app.call(owner, 'GET', `/pos/shifts/${shiftId}`)).body.status).toBe('OPEN')
  const key = using(await make({ scopes: ['POS_SHIFTS_WRITE', 'POS_STORES_READ'] }))
  const closed = await close(key)
  expect(closed.status, closed.text).toBe(201)
  expect(closed.body).toMatchObject({ shiftId, folio: 'Z-000001' })
})

test('the key is shown once: no other answer contains it, and only its hash is stored', async () => {
  const key = await make()
  const { apiKey: _, ...seen } = key
  expect((await app.call(owner, 'GET', `/pos/api_keys/${key.id}`)).body).toEqual(seen)
  expect((await app.call(owner, 'GET', '/pos/api_keys')).body.items).toEqual([seen])
  const { rows } = await app.admin.query(
    'select token_hash = sha256($2::bytea) as hashed from identity.sessions where account_id = $1',
    [key.id, Buffer.from(key.apiKey)],
  )
  expect(rows).toEqual([{ hashed: true }])
})

test('the answer that shows a key is not cached', async () => {
  const answer = await app.call(owner, 'POST', '/pos/api_keys', order())
  expect(answer.headers.get('cache-control')).toBe('no-store')
})

test('an unknown key is refused', async () => {
  const { token } = newApiKeyToken()
  expect(isApiKey(token)).toBe(true)
  expect(await categories({ token })).toMatchObject({ status: 401, body: { code: 'unauthenticated' } })
})

test('a mistyped key is refused before the database is queried', async () => {
  const { apiKey } = await make()
  const other = apiKey.endsWith('0') ? '1' : '0'
  const wrong = [apiKey.slice(0, -1) + other, apiKey.slice(0, -1), `${apiKey}0`, apiKey.toUpperCase()]
  expect(wrong.map(isApiKey)).toEqual([false, false, false, false])
  for (const token of wrong)
    expect(await categories({ token })).toMatchObject({ status: 401, body: { code: 'unauthenticated' } })
})

test('an expired key is refused, with the day on which it expired', async () => {
  const key = await make()
  await app.admin.query(
    `update shop.api_keys set created_at = now() - interval '2 days', expires_at = now() - interval '1 day' where id = $1`,
    [key.id],
  )
  await app.admin.query(
    `update identity.sessions set expires_at = now() - interval '1 day' where account_id = $1`,
    [key.id],
  )
  const answer = await categories(using(key))
  expect(answer).toMatchObject({ status: 401, body: { code: 'unauthenticated' } })
  expect(answer.body.detail).toContain('This API key expired on')
  expect((await app.call(owner, 'GET', `/pos/api_keys/${key.id}`)).body.status).toBe('EXPIRED')
})

test('a revoked key is refused on its next request, with the day on which it was revoked', async () => {
  const key = await make()
  expect((await categories(using(key))).status).toBe(200)
  const revoked = await app.call(owner, 'POST', `/pos/api_keys/${key.id}/revoke`)
  expect(revoked).toMatchObject({ status: 200, body: { status: 'REVOKED', revokedReason: 'revoked' } })
  const answer = await categories(using(key))
  expect(answer).toMatchObject({ status: 401, body: { code: 'unauthenticated' } })
  expect(answer.body.detail).toContain('This API key was revoked on')
  expect((await app.call(owner, 'POST', `/pos/api_keys/${key.id}/revoke`)).body).toEqual(revoked.body)
})

test('a key cannot read or change anything of another merchant', async () => {
  const other = await app.world.store()
  const theirs = (await addCategory(other.manager, 'Ajena', other.id)).body
  const key = using(await make())
  expect((await categories(key)).body.items).toEqual([])
  expect((await app.call(key, 'GET', `/pos/categories/${theirs.id}`)).status).toBe(404)
  expect((await app.call(key, 'PATCH', `/pos/categories/${theirs.id}`, { name: 'Mía' })).status).toBe(404)
  expect(await addCategory(key, 'Intrusa', other.id)).toMatchObject({ status: 403 })
})

test('a key without the scope of a route is refused, and the answer names the scope', async () => {
  const key = using(await make({ scopes: ['POS_CATALOG_READ'] }))
  expect((await categories(key)).status).toBe(200)
  expect(await addCategory(key)).toMatchObject({
    status: 403,
    body: { code: 'scope_missing', requiredScope: 'POS_CATALOG_WRITE' },
  })
  expect(await app.call(key, 'GET', '/pos/customers')).toMatchObject({
    status: 403,
    body: { code: 'scope_missing', requiredScope: 'POS_SALES_READ' },
  })
})

test('a key acts only in the stores that it names', async () => {
  const merchant = { id: store.merchantId, owner }
  const sibling = await app.world.store(merchant)
  const key = await make({ storeIds: [store.id] })
  expect(key).toMatchObject({ allStores: false, storeIds: [store.id] })
  await addCategory(owner, 'De la otra', sibling.id)
  await addCategory(using(key), 'De esta')
  const names = (await categories(using(key))).body.items.map(({ name }: { name: string }) => name)
  expect(names).toEqual(['De esta'])
  expect(await addCategory(using(key), 'Otra', sibling.id)).toMatchObject({ status: 403 })
})

test('a key for all stores acts in a store that is opened later, one for named stores does not', async () => {
  const [all, named] = [await make(), await make({ storeIds: [store.id] })]
  const later = await app.world.store({ id: store.merchantId, owner })
  expect((await addCategory(using(all), 'Nueva', later.id)).status).toBe(201)
  expect((await addCategory(using(named), 'Nueva', later.id)).status).toBe(403)
})

test('routes that require a person refuse a key with all scopes', async () => {
  const key = await app.world.apiKey(store.manager)
  for (const [method, path, body] of [
    ['POST', '/pos/api_keys', order()],
    ['GET', '/pos/api_keys', undefined],
    ['POST', '/auth/sessions/current/confirm', { password: 'x' }],
    ['POST', '/auth/password', { currentPassword: 'x', newPassword: 'y' }],
    ['GET', '/auth/me', undefined],
    ['DELETE', '/auth/sessions', undefined],
    ['POST', '/pos/webhooks', { storeId: store.id, url: 'https://example.com' }],
    ['POST', '/pos/invites', { storeId: store.id, email: 'a@example.test', role: 'manager' }],
    ['GET', '/platform/merchants', undefined],
  ] as const) {
    const answer = await app.call(key, method, path, body)
    expect(answer, `${method} ${path}`).toMatchObject({ status: 403, body: { code: 'person_required' } })
  }
})

test('only the owner creates, sees and revokes keys', async () => {
  const key = await make()
  const manager = await app.world.member(store, 'manager')
  const stranger = (await app.world.store()).manager
  expect(await app.call(manager, 'POST', '/pos/api_keys', order())).toMatchObject({
    status: 403,
    body: { code: 'forbidden', requiredRole: 'owner' },
  })
  expect((await app.call(manager, 'GET', '/pos/api_keys')).status).toBe(403)
  expect((await app.call(manager, 'GET', `/pos/api_keys/${key.id}`)).status).toBe(403)
  expect((await app.call(manager, 'POST', `/pos/api_keys/${key.id}/revoke`)).status).toBe(403)
  expect((await app.call(stranger, 'GET', `/pos/api_keys/${key.id}`)).status).toBe(404)
  expect((await app.call(stranger, 'POST', `/pos/api_keys/${key.id}/revoke`)).status).toBe(404)
  expect((await app.call(stranger, 'GET', '/pos/api_keys')).body.items).toEqual([])
  expect(
    await app.call(stranger, 'POST', '/pos/api_keys', order({ merchantId: store.merchantId })),
  ).toMatchObject({ status: 403 })
  expect((await categories(using(key))).status).toBe(200)
})

test('creating a key requires a recent confirmation, and revoking it does not', async () => {
  const key = await make()
  const token = await app.world.session(owner.id, { confirmed: false })
  expect(await app.call({ token }, 'POST', '/pos/api_keys', order())).toMatchObject({
    status: 403,
    body: { code: 'confirmation_required' },
  })
  expect((await app.call({ token }, 'POST', `/pos/api_keys/${key.id}/revoke`)).status).toBe(200)
})

test('a setting limits the active keys of a merchant, and revoking one allows another', async () => {
  expect((await app.call(owner, 'PUT', '/pos/settings/api_keys.max_keys', { value: 2 })).status).toBe(200)
  const first = await make()
  await make()
  expect(await app.call(owner, 'POST', '/pos/api_keys', order())).toMatchObject({
    status: 409,
    body: { code: 'too_many_api_keys', most: 2 },
  })
  await app.call(owner, 'POST', `/pos/api_keys/${first.id}/revoke`)
  await make()
})

test('a key must expire in the future, and no later than the setting allows', async () => {
  expect((await app.call(owner, 'PUT', '/pos/settings/api_keys.max_days', { value: 90 })).status).toBe(200)
  const refused = async (expiresAt: string | undefined) => {
    const answer = await app.call(owner, 'POST', '/pos/api_keys', order({ expiresAt }))
    expect(answer).toMatchObject({ status: 422, body: { code: 'invalid_request' } })
    return answer.body.errors[0]
  }
  expect(await refused(inDays(91))).toEqual({ path: '/expiresAt', message: 'must be at most 90 days ahead' })
  expect(await refused(inDays(-1))).toEqual({ path: '/expiresAt', message: 'must be in the future' })
  expect(await refused(undefined)).toMatchObject({ path: '/expiresAt' })
  await make({ expiresAt: inDays(89) })
})

test('keys cannot have scopes that give permissions away, or stores of other merchants', async () => {
  const other = await app.world.store()
  for (const changes of [
    { scopes: ['POS_EMPLOYEES_WRITE'] },
    { scopes: ['POS_SALES_APPROVE'] },
    { scopes: ['POS_STORES_WRITE'] },
    { scopes: [] },
    { storeIds: [other.id] },
    { storeIds: [] },
  ]) {
    const answer = await app.call(owner, 'POST', '/pos/api_keys', order(changes))
    expect(answer, JSON.stringify(changes)).toMatchObject({ status: 422, body: { code: 'invalid_request' } })
  }
})

test('the audit log names the key for its actions, and records its creation and revocation without the secret', async () => {
  const key = await make()
  const made = (await addCategory(using(key))).body
  await app.call(owner, 'POST', `/pos/api_keys/${key.id}/revoke`)
  const { rows } = await app.admin.query(
    `select action, user_id as "userId", entity_id as "entityId", before, after from audit.log
      where merchant_id = $1 and (entity = 'api_key' or entity_id = $2) order by id`,
    [store.merchantId, made.id],
  )
  const facts = { name: key.name, prefix: key.prefix, scopes: key.scopes, allStores: true }
  expect(rows).toMatchObject([
    { action: 'api_key.created', userId: owner.id, entityId: key.id, before: null, after: facts },
    { action: 'category.created', userId: key.id },
    { action: 'api_key.revoked', userId: owner.id, before: facts, after: { reason: 'revoked' } },
  ])
  const log = (await app.call(owner, 'GET', `/pos/audit_log?storeId=${store.id}`)).body.items
  expect(
    log
      .filter(({ entity }: { entity: string }) => entity === 'api_key')
      .map(({ action }: { action: string }) => action),
  ).toEqual(['api_key.revoked', 'api_key.created'])
  expect(log.find(({ userId }: { userId: string }) => userId === key.id)?.userName).toBe(key.name)
  expect(JSON.stringify(rows)).not.toContain(key.apiKey.slice(key.prefix.length + 1))
})

test('the owner sees when a key was last used, updated at most once in two minutes', async () => {
  const key = await make()
  const seen = async () => (await app.call(owner, 'GET', `/pos/api_keys/${key.id}`)).body.lastUsedAt
  await categories(using(key))
  await expect.poll(seen, { timeout: patient(10_000) }).not.toBeNull()
  const first = await seen()
  for (let request = 0; request < 5; request++) await categories(using(key))
  expect(await seen()).toBe(first)
  const { rows } = await app.admin.query(
    'select idle_until = expires_at as lasts from identity.sessions where account_id = $1',
    [key.id],
  )
  expect(rows).toEqual([{ lasts: true }])
})

test('a key does not appear in lists of people', async () => {
  const before = await app.call(owner, 'GET', '/pos/memberships')
  const key = await make()
  expect((await app.call(owner, 'GET', '/pos/memberships')).body).toEqual(before.body)
  const { rows } = await app.admin.query('select id from shop.memberships where account_id = $1', [key.id])
  expect((await app.call(owner, 'DELETE', `/pos/memberships/${rows[0].id}`)).status).toBe(404)
  expect((await categories(using(key))).status).toBe(200)
})

test('a key is not accepted in a cookie, in a sign-in form or in the header of a terminal', async () => {
  const { apiKey } = await make()
  const asked = (headers: Record<string, string>) =>
    app.call(undefined, 'GET', '/pos/categories', undefined, headers)
  expect((await asked({ cookie: `mostrador=${apiKey}` })).status).toBe(401)
  expect((await asked({ authorization: `Terminal ${apiKey}` })).status).toBe(401)
  expect((await asked({ authorization: `Bearer ${apiKey}` })).status).toBe(200)
})

test('keys of a suspended merchant do not work, can be revoked, and work again after the suspension', async () => {
  const admin = await app.world.platformAdmin()
  const scopes = ['POS_CATALOG_WRITE', 'POS_STORES_READ', 'POS_SALES_WRITE']
  const [key, leaked] = [await make({ scopes }), await make()]
  const openCart = () => app.call(using(key), 'POST', '/pos/carts', { storeId: store.id })
  const set = (status: string) =>
    app.call(admin, 'PATCH', `/pos/merchants/${store.merchantId}/status`, { status, reason: 'Prueba' })
  expect((await addCategory(using(key), 'Antes')).status).toBe(201)
  expect((await openCart()).status).toBe(201)
  expect((await categories(using(key))).body.items).toHaveLength(1)
  expect((await set('SUSPENDED')).status).toBe(200)
  expect(await addCategory(using(key))).toMatchObject({ status: 403, body: { code: 'merchant_suspended' } })
  expect(await openCart()).toMatchObject({ status: 403, body: { code: 'merchant_suspended' } })
  expect((await categories(using(key))).body.items).toEqual([])
  expect((await app.call(owner, 'POST', '/pos/api_keys', order())).body.code).toBe('merchant_suspended')
  expect((await app.call(owner, 'POST', `/pos/api_keys/${leaked.id}/revoke`)).status).toBe(200)
  expect((await set('ACTIVE')).status).toBe(200)
  expect((await addCategory(using(key))).status).toBe(201)
  expect((await addCategory(using(leaked))).status).toBe(401)
})

test('keys of an owner who loses the merchant are revoked, and the next owner sees why', async () => {
  const admin = await app.world.platformAdmin()
  const key = await make()
  const next = await app.world.person({ email: `next-${store.id}@example.test` })
  const moved = await app.call(admin, 'PATCH', `/pos/merchants/${store.merchantId}/owner`, {
    owner: { email: next.email, name: next.name },
    reason: 'Venta',
  })
  expect(moved.status, moved.text).toBe(200)
  expect((await categories(using(key))).status).toBe(401)
  expect((await app.call(next, 'GET', '/pos/api_keys')).body.items).toMatchObject([
    { id: key.id, status: 'REVOKED', revokedReason: 'owner_changed', createdByName: owner.name },
  ])
})

test('keys of an owner whose account is blocked are revoked, and stay revoked when it is unblocked', async () => {
  const admin = await app.world.platformAdmin()
  const key = await make()
  const set = (status: string) =>
    app.call(admin, 'PATCH', `/platform/accounts/${owner.id}/status`, { status, reason: 'Prueba' })
  expect((await set('BLOCKED')).status).toBe(200)
  expect((await categories(using(key))).status).toBe(401)
  expect((await set('ACTIVE')).status).toBe(200)
  expect((await categories(using(key))).status).toBe(401)
})

test('keys of a merchant that is closed are revoked', async () => {
  const admin = await app.world.platformAdmin()
  const key = await make()
  const { rows } = await app.admin.query('select name from platform.merchants where id = $1', [
    store.merchantId,
  ])
  const closed = await app.call(admin, 'DELETE', `/pos/merchants/${store.merchantId}`, {
    name: rows[0].name,
    reason: 'Prueba',
  })
  expect(closed.status, closed.text).toBe(200)
  expect((await categories(using(key))).status).toBe(401)
  expect((await app.call(owner, 'GET', '/pos/api_keys')).body.items).toMatchObject([
    { status: 'REVOKED', revokedReason: 'merchant_closed' },
  ])
})

test('in a closed store a key can do what its members can', async () => {
  const key = await make({ scopes: ['POS_SALES_WRITE', 'POS_CATALOG_WRITE'] })
  const manager = await app.world.member(store, 'manager')
  const closed = await app.call(owner, 'PATCH', `/pos/stores/${store.id}`, { status: 'CLOSED' })
  expect(closed.status, closed.text).toBe(200)
  const openCart = (who: Pick<Person, 'token'>) =>
    app.call(
      who,
      'POST',
      '/pos/carts',
      { storeId: store.id, lines: [] },
      { 'idempotency-key': crypto.randomUUID() },
    )
  const [byMember, byKey] = [await openCart(manager), await openCart(using(key))]
  expect(byKey.status).toBe(byMember.status)
  expect(byKey.body.code).toBe(byMember.body.code)
  expect((await addCategory(using(key), 'A')).status).toBe((await addCategory(manager, 'B')).status)
})

test('PostgreSQL gives a key only the rows of its scopes, even without a condition in the query', async () => {
  const key = await make({ scopes: ['POS_CATALOG_WRITE', 'POS_REPORTS_READ'] })
  const client = await app.admin.connect()
  try {
    await client.query('begin')
    await client.query(`select app.authenticate(sha256($1::bytea), null, false, 'test')`, [
      Buffer.from(key.apiKey),
    ])
    const domains = async (sets: string) => {
      const { rows } = await client.query(
        `select coalesce(array_agg(distinct s.domain order by s.domain), '{}') as domains
           from authz.permission_sets s where s.id = any (app.${sets}())`,
      )
      return rows[0].domains
    }
    expect(await domains('readable_sets')).toEqual(['catalog', 'reporting'])
    for (const sets of ['creatable_sets', 'updatable_sets', 'deletable_sets'])
      expect(await domains(sets)).toEqual(['catalog'])
    await expect(client.query('select app.assert_password()')).rejects.toThrow('person_required')
  } finally {
    await client.query('rollback')
    client.release()
  }
})
