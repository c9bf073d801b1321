import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Answer, App } from '../../test/app.ts'
import { sharedProduct } from '../../test/shared-product.ts'
import type { Store } from '../../test/world.ts'

let app: App
let store: Store

beforeAll(async () => {
  app = await sharedProduct()
})
beforeEach(async () => {
  store = await app.world.store()
})

type Fields = Record<string, unknown>

const as = (method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
  app.call(store.manager, method, path, body, headers)
const post = (plural: string, fields: Fields) =>
  as('POST', `/pos/${plural}`, { storeId: store.id, ...fields })
const product = async (fields: Fields = {}): Promise<Fields & { id: string }> => {
  const answer = await post('products', { name: 'Café', priceCentavos: 1_250, ...fields })
  expect(answer.status, answer.text).toBe(201)
  return answer.body
}
const names = (answer: Answer) => answer.body.items.map(({ name }: { name: string }) => name)
const paths = (answer: Answer) => answer.body.errors?.map(({ path }: { path: string }) => path)

test('a record is returned as it was sent, with the fields that the server adds', async () => {
  const sent = {
    sku: 'A-1',
    name: 'Café de olla',
    description: 'Con piloncillo\ny canela',
    kind: 'SERVICE',
    priceCentavos: 9_007_199_254,
    costCentavos: 0,
    isActive: false,
  }
  const made = await post('products', sent)
  expect(made.body).toMatchObject({ ...sent, storeId: store.id, categoryId: null, picture: null })
  expect(made.body.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/)
  expect(made.body).not.toHaveProperty('merchantId')
  expect(made.body).not.toHaveProperty('permissionSet')
  expect(made.headers.get('location')).toBe(`/pos/products/${made.body.id}`)
  expect((await as('GET', `/pos/products/${made.body.id}`)).body).toEqual(made.body)
})

test.each([
  'merchantId',
  'permissionSet',
  'permission_set',
  'id',
  'createdAt',
  'updatedAt',
  'nameKey',
  'price',
])('a body that names %s is refused, and the field is named', async (field) => {
  const value = '01890000-0000-7000-8000-000000000000'
  const created = await post('products', { name: 'x', priceCentavos: 1, [field]: value })
  expect(created.status).toBe(422)
  expect(paths(created)).toEqual([`/${field}`])
  const { id } = await product()
  const changed = await as('PATCH', `/pos/products/${id}`, { [field]: value })
  expect(changed.status).toBe(422)
  expect(paths(changed)).toEqual([`/${field}`])
})

test('a record does not move to another store', async () => {
  const { id } = await product()
  const other = await app.world.store({ id: store.merchantId, owner: store.manager })
  const answer = await as('PATCH', `/pos/products/${id}`, { storeId: other.id })
  expect(answer.status).toBe(422)
  expect(paths(answer)).toEqual(['/storeId'])
})

test('a member’s employee record cannot be linked to another membership', async () => {
  const answer = await post('employees', { name: 'Eva', membershipId: store.manager.membershipId })
  expect(paths(answer)).toEqual(['/membershipId'])
})

test.each([
  ['products', { name: '   ', priceCentavos: 1 }, '/name'],
  ['products', { name: 'a\u0000b', priceCentavos: 1 }, '/name'],
  ['products', { name: 'x', priceCentavos: 1.5 }, '/priceCentavos'],
  ['products', { name: 'x', priceCentavos: '1' }, '/priceCentavos'],
  ['products', { name: 'x', priceCentavos: -1 }, '/priceCentavos'],
  ['products', { name: 'x', priceCentavos: null }, '/priceCentavos'],
  ['products', { name: 'x' }, '/priceCentavos'],
  ['products', { name: 'x', priceCentavos: 1, kind: 'goods' }, '/kind'],
  ['categories', { name: 'x', color: 'red' }, '/color'],
  ['categories', { name: 'x', position: -1 }, '/position'],
  ['employees', { name: 'x', email: 'nobody' }, '/email'],
  ['employees', { name: 'x', phone: 'call me' }, '/phone'],
  ['terminals', { name: 'x', status: 'BROKEN' }, '/status'],
])('creating one of %s with %j is refused for its %s', async (plural, fields, path) => {
  const answer = await post(plural, fields)
  expect(answer.status).toBe(422)
  expect(answer.body.code).toBe('invalid_request')
  expect(paths(answer)).toEqual([path])
})

test('an update without fields is refused, and null clears a nullable field', async () => {
  const { id } = await product({ sku: 'S' })
  expect((await as('PATCH', `/pos/products/${id}`, {})).status).toBe(422)
  expect((await as('PATCH', `/pos/products/${id}`, { sku: null })).body.sku).toBeNull()
  expect((await as('PATCH', `/pos/products/${id}`, { name: null })).status).toBe(422)
})

test('a store changes its time zone only to one of Mexico’s', async () => {
  const path = `/pos/stores/${store.id}`
  expect((await as('PATCH', path, { timeZone: 'America/Tijuana' })).body.timeZone).toBe('America/Tijuana')
  expect(paths(await as('PATCH', path, { timeZone: 'America/Nowhere' }))).toEqual(['/timeZone'])
})

test('a duplicate value is refused and the field is named', async () => {
  await product({ sku: 'SAME' })
  const second = await product({ sku: 'OTHER' })
  for (const answer of [
    await post('products', { name: 'x', priceCentavos: 1, sku: 'SAME' }),
    await as('PATCH', `/pos/products/${second.id}`, { sku: 'SAME' }),
  ]) {
    expect(answer.body).toMatchObject({ status: 409, code: 'duplicate_value' })
    expect(paths(answer)).toEqual(['/sku'])
  }
  await post('categories', { name: 'Bebidas' })
  expect(paths(await post('categories', { name: 'BEBIDAS' }))).toEqual(['/name'])
  await post('terminals', { name: 'Caja 1' })
  expect(paths(await post('terminals', { name: 'Caja 1' }))).toEqual(['/name'])
  const sibling = await app.world.store({ id: store.merchantId, owner: store.manager }, { code: 'TWO' })
  expect(paths(await as('PATCH', `/pos/stores/${store.id}`, { code: sibling.code }))).toEqual(['/code'])
})

test('a reference to another store’s category is refused like one that does not exist', async () => {
  const here = (await post('categories', { name: 'Aquí' })).body.id
  const { id } = await product({ categoryId: here })
  const sibling = await app.world.store({ id: store.merchantId, owner: store.manager })
  const order = { storeId: sibling.id, name: 'x', priceCentavos: 1 }
  for (const categoryId of [here, randomUUID()]) {
    const answer = await as('POST', '/pos/products', { ...order, categoryId })
    expect(answer.status).toBe(422)
    expect(paths(answer)).toEqual(['/categoryId'])
  }
  const there = (await as('POST', '/pos/categories', { storeId: sibling.id, name: 'Allá' })).body.id
  expect(paths(await as('PATCH', `/pos/products/${id}`, { categoryId: there }))).toEqual(['/categoryId'])
})

test('a record cannot be deleted while others refer to it', async () => {
  const { id: categoryId } = (await post('categories', { name: 'Bebidas' })).body
  const { id } = await product({ categoryId })
  const refused = await as('DELETE', `/pos/categories/${categoryId}`)
  expect(refused.body).toMatchObject({ status: 409, code: 'still_referenced' })
  await as('DELETE', `/pos/products/${id}`)
  expect((await as('DELETE', `/pos/categories/${categoryId}`)).status).toBe(204)
})

test('the record of a person with an account cannot be deleted', async () => {
  const { id } = (await as('GET', `/pos/employees?membershipId=${store.manager.membershipId}`)).body.items[0]
  const answer = await as('DELETE', `/pos/employees/${id}`)
  expect(answer.body).toMatchObject({ status: 409, code: 'invalid_transition' })
  expect((await as('GET', `/pos/employees/${id}`)).status).toBe(200)
})

test('a category cannot become its own ancestor, not even by concurrent moves', async () => {
  const [a, b, c] = await Promise.all(
    ['a', 'b', 'c'].map(async (name) => (await post('categories', { name })).body.id as string),
  )
  const move = (id: string | undefined, parentId: string | null | undefined) =>
    as('PATCH', `/pos/categories/${id}`, { parentId })
  expect(paths(await move(a, a))).toEqual(['/parentId'])
  expect((await move(b, a)).status).toBe(200)
  expect((await move(c, b)).status).toBe(200)
  expect(paths(await move(a, c))).toEqual(['/parentId'])
  for (let round = 0; round < 10; round++) {
    await Promise.all([move(a, null), move(b, null)])
    const answers = await Promise.all([move(a, b), move(b, a)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
  }
})

test('search ignores accents and case, accepts words in any order, and treats wildcards as text', async () => {
  for (const name of ['Piñata grande', 'Café con leche', '100% naranja', 'Nube_gris', 'a\\b'])
    await product({ name, sku: `sku ${name}` })
  const found = async (q: string) => names(await as('GET', `/pos/products?q=${encodeURIComponent(q)}`))
  expect(await found('PINATA')).toEqual(['Piñata grande'])
  expect(await found('Piñáta')).toEqual(['Piñata grande'])
  expect(await found('leche  cafe')).toEqual(['Café con leche'])
  expect(await found('cafe\u0301')).toEqual(['Café con leche'])
  expect(await found('%')).toEqual(['100% naranja'])
  expect(await found('_')).toEqual(['Nube_gris'])
  expect(await found('\\')).toEqual(['a\\b'])
  expect(await found('sku')).toHaveLength(5)
  expect(await found('  ')).toHaveLength(5)
  expect(await found("' or true --")).toEqual([])
})

test('lists accept only the declared filters', async () => {
  const { id: categoryId } = (await post('categories', { name: 'Bebidas' })).body
  await product({ name: 'a', categoryId })
  await product({ name: 'b', kind: 'SERVICE', isActive: false })
  expect(names(await as('GET', `/pos/products?categoryId=${categoryId}`))).toEqual(['a'])
  expect(names(await as('GET', '/pos/products?isActive=false&kind=SERVICE'))).toEqual(['b'])
  expect(names(await as('GET', '/pos/products?isActive=true&kind=SERVICE'))).toEqual([])
  expect(paths(await as('GET', '/pos/products?costCentavos=1'))).toEqual(['/querystring/costCentavos'])
  expect((await as('GET', '/pos/products?kind=SERVICE&kind=GOODS')).status).toBe(422)
  expect((await as('GET', '/pos/products?storeId=here')).status).toBe(422)
})

test('lists are sorted as requested, in both directions, and names alphabetically', async () => {
  for (const [name, priceCentavos] of [
    ['zorro', 5],
    ['Árbol', 50],
    ['burro', 500],
  ] as const)
    await product({ name, priceCentavos })
  const sorted = async (sort: string) => names(await as('GET', `/pos/products?sort=${sort}`))
  expect(await sorted('name')).toEqual(['Árbol', 'burro', 'zorro'])
  expect(await sorted('-name')).toEqual(['zorro', 'burro', 'Árbol'])
  expect(await sorted('priceCentavos')).toEqual(['zorro', 'Árbol', 'burro'])
  expect(await sorted('-priceCentavos')).toEqual(['burro', 'Árbol', 'zorro'])
  expect(await sorted('createdAt')).toEqual(['zorro', 'Árbol', 'burro'])
  expect((await as('GET', '/pos/products?sort=sku')).status).toBe(422)
})

test('an unchanged record is not sent again', async () => {
  const { id } = await product()
  const path = `/pos/products/${id}`
  const tag = (await as('GET', path)).headers.get('etag') as string
  const known = await as('GET', path, undefined, { 'if-none-match': tag })
  expect([known.status, known.text, known.headers.get('etag')]).toEqual([304, '', tag])
  expect((await as('GET', path, undefined, { 'if-none-match': `"x", W/${tag}` })).status).toBe(304)
  await as('PATCH', path, { name: 'Té' })
  const changed = await as('GET', path, undefined, { 'if-none-match': tag })
  expect([changed.status, changed.body.name]).toEqual([200, 'Té'])
  expect(changed.headers.get('etag')).not.toBe(tag)
})

test('a change with If-Match is refused when another change came first', async () => {
  const { id } = await product()
  const path = `/pos/products/${id}`
  const tag = (await as('GET', path)).headers.get('etag') as string
  const first = await as('PATCH', path, { name: 'uno' }, { 'if-match': tag })
  expect(first.status).toBe(200)
  const second = await as('PATCH', path, { name: 'dos' }, { 'if-match': tag })
  expect(second.body).toMatchObject({ status: 412, code: 'version_mismatch' })
  expect((await as('DELETE', path, undefined, { 'if-match': tag })).status).toBe(412)
  expect((await as('PATCH', path, { name: 'tres' }, { 'if-match': '*' })).status).toBe(200)
  const last = (await as('GET', path)).headers.get('etag') as string
  expect((await as('DELETE', path, undefined, { 'if-match': `${tag}, ${last}` })).status).toBe(204)
  expect((await as('PATCH', path, { name: 'x' }, { 'if-match': last })).status).toBe(404)
})

test('of many changes with the same If-Match, one is applied', async () => {
  const { id } = await product()
  const tag = (await as('GET', `/pos/products/${id}`)).headers.get('etag') as string
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, no) =>
      as('PATCH', `/pos/products/${id}`, { priceCentavos: no }, { 'if-match': tag }),
    ),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(412)])
})

test('every change is in the audit log with the changed values and the account', async () => {
  const { id } = await product()
  await as('PATCH', `/pos/products/${id}`, { priceCentavos: 99 })
  await as('DELETE', `/pos/products/${id}`)
  await as('DELETE', `/pos/products/${id}`)
  const { rows } = await app.admin.query(
    `select action, before, after, user_id, store_id from audit.log where entity_id = $1 order by id`,
    [id],
  )
  expect(rows.map(({ action }) => action)).toEqual(['product.created', 'product.updated', 'product.deleted'])
  expect(rows[1]).toMatchObject({
    before: { priceCentavos: 1_250 },
    after: { priceCentavos: 99 },
    user_id: store.manager.id,
    store_id: store.id,
  })
  expect(rows[2].before).toMatchObject({ id, priceCentavos: 99 })
})

test('no client input causes a server error', async () => {
  for (const query of ['limit=0', 'limit=201', 'limit=x', 'q=%00', 'sort=', 'cursor=%00', 'isActive=maybe'])
    expect((await as('GET', `/pos/products?${query}`)).status, query).toBe(422)
  expect((await as('GET', '/pos/products/not-a-uuid')).status).toBe(422)
  expect(app.logLines.filter((line) => line.includes('"level":50'))).toEqual([])
})
