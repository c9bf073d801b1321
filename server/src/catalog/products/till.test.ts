import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Answer, App } from '../../../test/app.ts'
import { sharedProduct } from '../../../test/shared-product.ts'
import type { Store } from '../../../test/world.ts'
import { compileStrict } from '../../http/validation.ts'
import { TillCatalog } from './schema.ts'

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
async function made(path: string, fields: Record<string, unknown>): Promise<string> {
  const answer = await as('POST', `/pos/${path}`, { storeId: store.id, ...fields })
  expect(answer.status, answer.text).toBe(201)
  return answer.body.id
}
const catalog = (since?: string, headers?: Record<string, string>) =>
  as(
    'GET',
    `/pos/catalog?storeId=${store.id}${since === undefined ? '' : `&updatedSince=${since}`}`,
    undefined,
    headers,
  )
const names = ({ body }: Answer) => body.products.map(({ name }: { name: string }) => name)
async function now(): Promise<string> {
  const { rows } = await app.admin.query(
    `select to_char(clock_timestamp() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as now`,
  )
  return rows[0].now
}
const move = (variantId: string) =>
  app.admin.query(
    `select stock.move_stock($1, $2, 'RECEIPT', null, null, array[$3::uuid], array[2.5::numeric])`,
    [store.merchantId, store.id, variantId],
  )

test('one answer has the whole catalog for a till, as described', async () => {
  const categoryId = await made('categories', { name: 'Ropa' })
  const id = await made('products', { name: 'Playera "azul"', priceCentavos: 19_900, categoryId, sku: 'P-1' })
  const m = await made('variants', { productId: id, name: 'M', priceCentavos: 20_900 })
  await made('barcodes', { variantId: m, code: '7501055300075' })
  await move(m)
  const { body, status } = await catalog()
  expect(status).toBe(200)
  const check = compileStrict(TillCatalog)
  expect(check(body), JSON.stringify(check.errors)).toBe(true)
  expect(body.products).toMatchObject([
    {
      id,
      categoryId,
      name: 'Playera "azul"',
      priceCentavos: 19_900,
      variants: [
        { id, name: null, barcodes: [] },
        { id: m, name: 'M', priceCentavos: 20_900, barcodes: ['7501055300075'] },
      ],
    },
  ])
  expect(body).toMatchObject({ storeId: store.id, stock: [{ variantId: m, onHand: 2.5 }], deletedIds: [] })
  expect(body.taxRates).toHaveLength(4)
  expect(body.taxRates.filter((rate: { isDefault: boolean }) => rate.isDefault)).toHaveLength(1)
})

test('a change of any part returns the whole product', async () => {
  const ids = []
  for (const name of ['a', 'b', 'c', 'd', 'e']) ids.push(await made('products', { name, priceCentavos: 1 }))
  const [a = '', b = '', c = '', d = ''] = ids
  const code = await made('barcodes', { variantId: c, code: 'X-1' })
  const moved = await made('barcodes', { variantId: d, code: 'X-2' })
  const since = await now()
  await as('PATCH', `/pos/products/${a}`, { priceCentavos: 2 })
  await made('variants', { productId: b, name: 'M' })
  await as('DELETE', `/pos/barcodes/${code}`)
  await as('PATCH', `/pos/barcodes/${moved}`, { variantId: c })
  expect(names(await catalog(since))).toEqual(['a', 'b', 'c', 'd'])
  await as('DELETE', `/pos/products/${d}`)
  const changed = await catalog(since)
  expect(names(changed)).toEqual(['a', 'b', 'c'])
  expect(changed.body).toMatchObject({ categories: [], taxRates: [], stock: [], deletedIds: [d] })
  const later = await now()
  await move(a)
  expect((await catalog(later)).body).toMatchObject({ products: [], stock: [{ variantId: a }] })
  await as('PATCH', `/pos/products/${b}`, { priceCentavos: 3 })
  expect(names(await catalog(changed.body.syncedTo))).toContain('b')
})

test('an unchanged catalog is not sent again', async () => {
  await made('products', { name: 'a', priceCentavos: 1 })
  const tag = (await catalog()).headers.get('etag') as string
  expect((await catalog(undefined, { 'if-none-match': `W/${tag}` })).status).toBe(304)
  await made('products', { name: 'b', priceCentavos: 1 })
  expect((await catalog(undefined, { 'if-none-match': tag })).status).toBe(200)
})

test('a large answer is compressed only for clients that accept it', async () => {
  for (let no = 0; no < 20; no++) await made('products', { name: `Artículo ${no}`, priceCentavos: no })
  const packed = async (encoding: string) => {
    const response = await fetch(`${app.url}/pos/catalog?storeId=${store.id}`, {
      headers: { authorization: `Bearer ${store.manager.token}`, 'accept-encoding': encoding },
    })
    await response.arrayBuffer()
    return response.headers.get('content-encoding')
  }
  expect(await packed('gzip, br')).toBe('gzip')
  expect(await packed('br;q=1, gzip;q=0.5')).toBe('gzip')
  for (const encoding of ['identity', 'gzip;q=0', 'br']) expect(await packed(encoding)).toBeNull()
})

test('only the store’s staff can read the catalog', async () => {
  const cashier = await app.world.member(store, 'cashier')
  const path = `/pos/catalog?storeId=${store.id}`
  expect((await app.call(cashier, 'GET', path)).status).toBe(200)
  const sibling = await app.world.store({ id: store.merchantId, owner: store.manager })
  const outsiders = [
    await app.world.member(sibling, 'manager'),
    (await app.world.store()).manager,
    await app.world.person(),
    await app.world.platformAdmin(),
  ]
  for (const person of outsiders) {
    const answer = await app.call(person, 'GET', path)
    expect(answer.body).toMatchObject({ status: 403, code: 'forbidden' })
  }
  expect((await app.call(undefined, 'GET', path)).status).toBe(401)
  expect((await catalog('0000-01-01T00:00:00Z')).status).toBe(422)
})

/**
 * Products with a variant and a code each, faster than by requests. The statistics are refreshed between them, as
 * autovacuum does on a server: without, the check that a code's variant exists may read all variants of the store.
 */
async function filled(count: number): Promise<void> {
  const place = `'${store.merchantId}'::uuid, g.id, '${store.id}'::uuid, authz.set_of('${store.merchantId}', '${store.id}', 'catalog')`
  const goods = `(select n, md5('${store.id}' || n)::uuid as id from generate_series(1, ${count}) n) g`
  for (const statement of [
    `insert into catalog.products (merchant_id, id, store_id, permission_set, name, price_centavos)
     select ${place}, 'Artículo ' || lpad((g.n * 7919 % 100003)::text, 6, '0'), g.n from ${goods}`,
    `insert into catalog.variants (merchant_id, id, store_id, permission_set, product_id) select ${place}, g.id from ${goods}
         on conflict do nothing`,
    'analyze catalog.products, catalog.variants',
    `insert into catalog.barcodes (merchant_id, id, store_id, permission_set, variant_id, code)
     select ${place}, g.id, 'C-' || g.n from ${goods}`,
  ])
    await app.admin.query(statement)
}

test('a catalog of whole pages has each product once, in order, with its own variant and code', async () => {
  const count = 10_000
  await filled(count)
  const { body, status } = await catalog()
  expect(status).toBe(200)
  const names = body.products.map(({ name }: { name: string }) => name)
  expect(names).toHaveLength(count)
  expect(names).toEqual([...new Set(names)].sort())
  const parts = body.products.map(
    ({ id, variants }: { id: string; variants: { id: string; barcodes: string[] }[] }) =>
      variants.length === 1 && variants[0]?.id === id ? variants[0].barcodes.join() : 'other variants',
  )
  const codes = body.products.map(({ priceCentavos }: { priceCentavos: number }) => `C-${priceCentavos}`)
  expect(parts).toEqual(codes)
})
