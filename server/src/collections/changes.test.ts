import pg from 'pg'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Answer, App } from '../../test/app.ts'
import { passTime } from '../../test/pass-time.ts'
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

const as = (method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
  app.call(store.manager, method, path, body, headers)
async function product(name: string): Promise<string> {
  const answer = await as('POST', '/pos/products', { storeId: store.id, name, priceCentavos: 100 })
  expect(answer.status, answer.text).toBe(201)
  return answer.body.id
}
const changes = (since: string, path = 'products', more = '') =>
  as('GET', `/pos/${path}?storeId=${store.id}&updatedSince=${since}${more}`)
const names = (answer: Answer) => answer.body.items.map(({ name }: { name: string }) => name)
const beginning = '2020-01-01T00:00:00Z'
/** A moment after everything so far and before everything to come. */
async function now(): Promise<string> {
  const { rows } = await app.admin.query(
    `select to_char(clock_timestamp() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as now`,
  )
  return rows[0].now
}

test('changes since a moment are listed in order, with the ids of deleted records', async () => {
  const [a, b, c] = [await product('a'), await product('b'), await product('c')]
  const since = await now()
  await as('PATCH', `/pos/products/${b}`, { name: 'b2' })
  await as('PATCH', `/pos/products/${a}`, { name: 'a2' })
  await as('DELETE', `/pos/products/${c}`)
  const answer = await changes(since)
  expect(names(answer)).toEqual(['b2', 'a2'])
  expect(answer.body.deletedIds).toEqual([c])
  expect(Date.parse(answer.body.syncedTo)).toBeLessThan(Date.now())
  const nothing = await changes(await now())
  expect(nothing.body).toMatchObject({ items: [], deletedIds: [], nextCursor: null })
  expect((await as('GET', `/pos/products?storeId=${store.id}`)).body).not.toHaveProperty('deletedIds')
})

test('records deleted with a product are listed too', async () => {
  const id = await product('a')
  const variant = await as('POST', '/pos/variants', { storeId: store.id, productId: id, name: 'M' })
  const barcode = await as('POST', '/pos/barcodes', {
    storeId: store.id,
    variantId: variant.body.id,
    code: 'X-1',
  })
  await as('DELETE', `/pos/products/${id}`)
  expect((await changes(beginning, 'variants')).body.deletedIds.sort()).toEqual([id, variant.body.id].sort())
  expect((await changes(beginning, 'barcodes')).body.deletedIds).toEqual([barcode.body.id])
})

test('a refused deletion is not listed', async () => {
  const id = await product('a')
  await app.admin.query(
    `select stock.move_stock($1, $2, 'RECEIPT', null, null, array[$3::uuid], array[1::numeric])`,
    [store.merchantId, store.id, id],
  )
  const cashier = await app.world.member(store, 'cashier')
  const other = await product('b')
  expect((await as('DELETE', `/pos/products/${id}`)).status).toBe(409)
  expect((await app.call(cashier, 'DELETE', `/pos/products/${other}`)).status).toBe(403)
  for (const path of ['products', 'variants'])
    expect((await changes(beginning, path)).body.deletedIds).toEqual([])
})

test('deletions in other stores and merchants are not visible', async () => {
  const id = await product('a')
  await as('DELETE', `/pos/products/${id}`)
  const sibling = await app.world.store({ id: store.merchantId, owner: store.manager })
  for (const person of [await app.world.member(sibling, 'manager'), (await app.world.store()).manager]) {
    const own = await app.call(person, 'GET', `/pos/products?updatedSince=${beginning}`)
    expect(own.body.deletedIds).toEqual([])
    const named = await app.call(person, 'GET', `/pos/products?storeId=${store.id}&updatedSince=${beginning}`)
    expect(named.body).toMatchObject({ items: [], deletedIds: [] })
  }
})

// A change is stamped before it commits: a reader who asks in between must get it the next time.
test('a change that commits late is in the next answer', async () => {
  const id = await product('a')
  const writer = new pg.Client({ connectionString: app.apiUrl })
  await writer.connect()
  try {
    await writer.query('begin')
    await writer.query(`select set_config('app.updatable', '{' || p.permission_set || '}', true),
                               set_config('app.readable', '{' || p.permission_set || '}', true)
                          from (select authz.set_of('${store.merchantId}', '${store.id}', 'catalog')) p (permission_set)`)
    await writer.query(
      `update catalog.products set name = 'late', updated_at = clock_timestamp() where merchant_id = $1 and id = $2`,
      [store.merchantId, id],
    )
    await passTime(2_500, 'longer than the tolerance for clocks')
    const between = await changes(await now())
    expect(between.body.items).toEqual([])
    await writer.query('commit')
    expect(names(await changes(between.body.syncedTo))).toEqual(['late'])
  } finally {
    await writer.end()
  }
})

test('pages of changes miss nothing that changes while paging', async () => {
  for (const name of ['a', 'b', 'c', 'd']) await product(name)
  const first = await changes(beginning, 'products', '&limit=2')
  expect(names(first)).toEqual(['a', 'b'])
  await as('PATCH', `/pos/products/${first.body.items[0].id}`, { name: 'a2' })
  const cursor = encodeURIComponent(first.body.nextCursor)
  const second = await changes(beginning, 'products', `&limit=4&cursor=${cursor}`)
  expect(names(second)).toEqual(['c', 'd', 'a2'])
  expect(second.body).toMatchObject({ deletedIds: [], syncedTo: null })
  expect((await changes(await now(), 'products', `&limit=2&cursor=${cursor}`)).body.code).toBe(
    'invalid_cursor',
  )
})

test.each([
  'yesterday',
  '2026-13-01T00:00:00Z',
  '0000-01-01T00:00:00Z',
  '2026-01-01T00:00:00+15:59',
  '2026-02-30T00:00:00Z',
])('updatedSince=%s is refused', async (since) => {
  const answer = await changes(encodeURIComponent(since))
  expect(answer.status).toBe(422)
  expect(answer.body.errors[0].path).toBe('/querystring/updatedSince')
})

test.each([
  ['products', 'product'],
  ['variants', 'variant'],
  ['barcodes', 'barcode'],
  ['categories', 'category'],
  ['tax_rates', 'tax rate'],
  ['catalog', 'product'],
])('after too many deletions the reader of %s has to read all of it again', async (path, noun) => {
  await app.admin.query(
    `insert into app.deletions (merchant_id, id, store_id, permission_set, noun)
     select $1, app.uuid_v7(), $2, authz.set_of($1, $2, 'catalog'), $3 from generate_series(1, 5001)`,
    [store.merchantId, store.id, noun],
  )
  expect((await changes(beginning, path)).body).toMatchObject({ status: 409, code: 'resync_required' })
  expect((await changes(await now(), path)).status).toBe(200)
})

test('an unchanged list is not sent again', async () => {
  const id = await product('a')
  const path = `/pos/products?storeId=${store.id}&limit=1`
  const { headers } = await as('GET', path)
  const known = { 'if-none-match': headers.get('etag') as string }
  const again = await as('GET', path, undefined, known)
  expect([again.status, again.text]).toEqual([304, ''])
  expect((await as('GET', `${path}&q=a`, undefined, known)).status).toBe(200)
  await as('PATCH', `/pos/products/${id}`, { name: 'b' })
  const changed = await as('GET', path, undefined, known)
  expect(changed.status).toBe(200)
  const tag = { 'if-none-match': changed.headers.get('etag') as string }
  await product('c')
  expect((await as('GET', path, undefined, tag)).status, 'there is a next page now').toBe(200)
  const cashier = await app.world.member(store, 'cashier')
  const mine = await app.call(cashier, 'GET', path, undefined, tag)
  expect(mine.status, 'a tag is valid for the caller who got it').toBe(200)
})
