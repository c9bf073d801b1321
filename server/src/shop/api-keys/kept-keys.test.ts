import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { App } from '../../../test/app.ts'
import { sharedProduct } from '../../../test/shared-product.ts'
import type { Person, Store } from '../../../test/world.ts'
import type { Page } from '../../collections/page.ts'
import type { ApiKey } from './schema.ts'

let app: App
let store: Store
let owner: Person

beforeAll(async () => {
  app = await sharedProduct()
})
beforeEach(async () => {
  store = await app.world.store()
  owner = store.manager
})

const make = (name = 'Tienda en línea') => app.world.apiKey(store.manager, { name })
const list = (query = '', as = owner) => app.call(as, 'GET', `/pos/api_keys${query}`)
const rename = (as: Pick<Person, 'token'>, id: string, body: object) =>
  app.call(as, 'PATCH', `/pos/api_keys/${id}`, body)
const revoke = (id: string) => app.call(owner, 'POST', `/pos/api_keys/${id}/revoke`)
const setMerchant = async (status: string) =>
  app.call(await app.world.platformAdmin(), 'PATCH', `/pos/merchants/${store.merchantId}/status`, {
    status,
    reason: 'Prueba',
  })

test('an owner renames a key, and the audit log keeps both names', async () => {
  const key = await make()
  const [seen] = (await list()).body.items
  const renamed = await rename(owner, key.id, { name: 'Contabilidad' })
  expect(renamed).toMatchObject({ status: 200, body: { ...seen, name: 'Contabilidad' } })
  expect((await list()).body.items).toEqual([renamed.body])
  const { rows } = await app.admin.query(
    `select user_id as "userId", store_id as "storeId", before ->> 'name' as before, after ->> 'name' as after
       from audit.log where action = 'api_key.renamed' and entity_id = $1`,
    [key.id],
  )
  expect(rows).toEqual([
    { userId: owner.id, storeId: store.id, before: 'Tienda en línea', after: 'Contabilidad' },
  ])
  expect((await app.call(key, 'GET', '/pos/categories')).status).toBe(200)
})

test('a key that does not work any more can be renamed', async () => {
  const { id } = await make()
  await revoke(id)
  expect(await rename(owner, id, { name: 'Vieja' })).toMatchObject({
    status: 200,
    body: { name: 'Vieja', status: 'REVOKED' },
  })
})

test('only the owner renames a key, and a foreign key is answered like one that never was', async () => {
  const key = await make()
  const stranger = (await app.world.store()).manager
  const absent = await rename(stranger, '01900000-0000-7000-8000-000000000000', { name: 'Mía' })
  expect(absent).toMatchObject({ status: 404, body: { code: 'not_found' } })
  const foreign = await rename(stranger, key.id, { name: 'Mía' })
  expect({ ...foreign.body, requestId: '' }).toEqual({ ...absent.body, requestId: '' })
  expect(await rename(await app.world.member(store, 'manager'), key.id, { name: 'Mía' })).toMatchObject({
    status: 403,
    body: { code: 'forbidden', requiredRole: 'owner' },
  })
  expect((await rename(key, key.id, { name: 'Mía' })).body.code).toBe('person_required')
  expect((await list()).body.items).toMatchObject([{ name: 'Tienda en línea' }])
})

test('a key is not renamed to nothing, changed in more than its name, or renamed while its merchant is suspended', async () => {
  const { id } = await make()
  for (const body of [{}, { name: '' }, { name: 'x'.repeat(81) }, { name: 'A', scopes: ['POS_STORES_READ'] }])
    expect(await rename(owner, id, body)).toMatchObject({ status: 422, body: { code: 'invalid_request' } })
  expect((await setMerchant('SUSPENDED')).status).toBe(200)
  expect(await rename(owner, id, { name: 'A' })).toMatchObject({
    status: 403,
    body: { code: 'merchant_suspended' },
  })
  expect((await list()).body.items).toMatchObject([{ name: 'Tienda en línea' }])
})

test('the list comes in pages: keys that work first, then the newest, each once', async () => {
  const made = new Map<string, string>()
  for (const name of ['A', 'B', 'C', 'D', 'E']) made.set(name, (await make(name)).id)
  for (const name of ['B', 'E']) await revoke(made.get(name) as string)
  const pages: string[][] = []
  for (let query: string | null = '?limit=2'; query !== null; ) {
    const { items, nextCursor }: Page<ApiKey> = (await list(query)).body
    pages.push(items.map(({ name }) => name))
    query = nextCursor === null ? null : `?limit=2&cursor=${nextCursor}`
  }
  expect(pages).toEqual([['D', 'C'], ['A', 'E'], ['B']])
})

test('a cursor of the list is of its caller and merchant', async () => {
  await make()
  await make()
  const { nextCursor } = (await list('?limit=1')).body
  expect((await list(`?limit=1&cursor=${nextCursor}`)).status).toBe(200)
  const refusal = { status: 422, body: { code: 'invalid_cursor' } }
  const stranger = (await app.world.store()).manager
  expect(await list(`?limit=1&cursor=${nextCursor}`, stranger)).toMatchObject(refusal)
  expect(await list(`?limit=1&cursor=${nextCursor}&merchantId=${store.merchantId}`)).toMatchObject(refusal)
})
