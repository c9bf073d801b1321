import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Answer, App } from '../../../test/app.ts'
import { sharedProduct } from '../../../test/shared-product.ts'
import type { Store } from '../../../test/world.ts'

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
const post = (path: string, fields: Fields) => as('POST', `/pos/${path}`, { storeId: store.id, ...fields })
async function made(path: string, fields: Fields): Promise<Fields & { id: string }> {
  const answer = await post(path, fields)
  expect(answer.status, answer.text).toBe(201)
  return answer.body
}
const product = (fields: Fields = {}) =>
  made('products', { name: 'Playera', priceCentavos: 19_900, ...fields })
const variant = (productId: string, name: string, fields: Fields = {}) =>
  made('variants', { productId, name, ...fields })
const items = (answer: Answer) => answer.body.items as (Fields & { id: string })[]
const ids = (answer: Answer) => items(answer).map(({ id }) => id)
const paths = (answer: Answer) => answer.body.errors?.map(({ path }: { path: string }) => path)
const rates = async () => items(await as('GET', `/pos/tax_rates?storeId=${store.id}`))

test('a new product has a default variant, which inherits everything', async () => {
  const { id } = await product({ sku: 'P-1' })
  expect((await as('GET', `/pos/variants/${id}`)).body).toMatchObject({
    id,
    productId: id,
    name: null,
    sku: null,
    priceCentavos: null,
    isActive: true,
  })
  for (const field of [{ name: 'M' }, { sku: 'X' }, { priceCentavos: 1 }, { costCentavos: 1 }])
    expect(paths(await as('PATCH', `/pos/variants/${id}`, field))).toEqual(['/name'])
  expect((await as('PATCH', `/pos/variants/${id}`, { isActive: false })).body.isActive).toBe(false)
  expect((await as('DELETE', `/pos/variants/${id}`)).body).toMatchObject({
    status: 409,
    code: 'invalid_transition',
    detail: 'It is the product itself: delete the product.',
  })
})

test('a variant keeps its product and its store, and its name is unique within the product', async () => {
  const { id: productId } = await product()
  const { id } = await variant(productId, 'Talla M', { priceCentavos: 20_000 })
  expect(paths(await as('PATCH', `/pos/variants/${id}`, { productId }))).toEqual(['/productId'])
  expect(paths(await as('PATCH', `/pos/variants/${id}`, { name: null }))).toEqual(['/name'])
  expect(paths(await post('variants', { productId, name: 'TALLA M' }))).toEqual(['/name'])
  expect(paths(await post('variants', { productId }))).toEqual(['/name'])
  const sibling = await app.world.store({ id: store.merchantId, owner: store.manager })
  for (const foreign of [productId, '01890000-0000-7000-8000-000000000000'])
    expect(
      paths(await as('POST', '/pos/variants', { storeId: sibling.id, productId: foreign, name: 'M' })),
    ).toEqual(['/productId'])
})

test('a SKU is unique in a store across products and variants, even for concurrent requests', async () => {
  const { id: productId } = await product({ sku: 'ONE' })
  expect((await post('variants', { productId, name: 'M', sku: 'ONE' })).body).toMatchObject({
    status: 409,
    code: 'duplicate_value',
    errors: [{ path: '/sku' }],
  })
  const { id } = await variant(productId, 'M', { sku: 'TWO' })
  expect((await as('PATCH', `/pos/products/${productId}`, { sku: 'TWO' })).status).toBe(409)
  expect((await as('PATCH', `/pos/variants/${id}`, { sku: 'THREE' })).status).toBe(200)
  expect((await as('PATCH', `/pos/products/${productId}`, { sku: 'TWO' })).status).toBe(200)
  for (let round = 0; round < 8; round++) {
    const sku = `RACE-${round}`
    const answers = await Promise.all([
      post('products', { name: 'a', priceCentavos: 1, sku }),
      post('variants', { productId, name: `v${round}`, sku }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
  }
})

test.each<[string, string, Fields, Fields]>([
  ['barcodes', 'code', { code: 'X-1' }, { code: 'X-2' }],
  ['categories', 'name', { name: 'Bebidas' }, { name: 'Botanas' }],
  ['tax_rates', 'name', { name: 'IEPS', rateBps: 800 }, { name: 'ISR', rateBps: 125 }],
  ['variants', 'name', { name: 'M' }, { name: 'G' }],
  ['variants', 'sku', { name: 'M', sku: 'P-M' }, { name: 'G', sku: 'P-G' }],
])('one of the %s cannot take the %s of another', async (path, field, taken, own) => {
  const { id: productId } = await product()
  const of: Fields = { variants: { productId }, barcodes: { variantId: productId } }[path] ?? {}
  await made(path, { ...of, ...taken })
  const { id } = await made(path, { ...of, ...own })
  const change = await as('PATCH', `/pos/${path}/${id}`, { [field]: taken[field] })
  expect(change.body).toMatchObject({ status: 409, code: 'duplicate_value', errors: [{ path: `/${field}` }] })
  expect((await as('GET', `/pos/${path}/${id}`)).body).toMatchObject(own)
})

test('services and chips are not kept in stock', async () => {
  expect(
    paths(await post('products', { name: 'x', priceCentavos: 1, kind: 'SERVICE', tracksStock: true })),
  ).toEqual(['/tracksStock'])
  const { id } = await product({ tracksStock: true, unit: 'KILOGRAM' })
  expect(paths(await as('PATCH', `/pos/products/${id}`, { kind: 'CHIP' }))).toEqual(['/tracksStock'])
})

test.each([
  ['7501055300075', 201],
  ['7501055300076', 422],
  ['012345678905', 201],
  ['012345678906', 422],
  ['96385074', 201],
  ['96385075', 422],
  ['04963406', 201],
  ['04963407', 422],
  ['1234567890128', 201],
  ['12345678901231', 201],
  ['CAJA-12.A_b', 201],
  ['ab', 422],
  ['con espacio', 422],
  ['ñandú', 422],
  ['x'.repeat(49), 422],
])('the barcode %s gets status %i', async (code, status) => {
  const { id } = await product()
  const answer = await post('barcodes', { variantId: id, code })
  expect(answer.status, answer.text).toBe(status)
  if (status === 422) expect(paths(answer)).toEqual(['/code'])
})

test('a barcode identifies one variant of the store', async () => {
  const { id } = await product()
  const { id: codeId } = await made('barcodes', { variantId: id, code: '7501055300075' })
  expect((await post('barcodes', { variantId: id, code: '7501055300075' })).body).toMatchObject({
    status: 409,
    errors: [{ path: '/code' }],
  })
  expect(ids(await as('GET', `/pos/barcodes?storeId=${store.id}&code=7501055300075`))).toEqual([codeId])
  const sibling = await app.world.store({ id: store.merchantId, owner: store.manager })
  const foreign = await as('POST', '/pos/barcodes', { storeId: sibling.id, variantId: id, code: 'X-1' })
  expect(paths(foreign)).toEqual(['/variantId'])
})

test('products are found by the codes and SKUs of their variants', async () => {
  const { id } = await product({ name: 'Café de olla', sku: 'CAF-1' })
  const m = await variant(id, 'Bolsa de un kilo', { sku: 'BOLSA-9' })
  await made('barcodes', { variantId: m.id, code: '7501055300075' })
  const other = await product({ name: 'Té', sku: 'TE-1' })
  const found = async (q: string) =>
    ids(await as('GET', `/pos/products?storeId=${store.id}&q=${encodeURIComponent(q)}`))
  for (const q of ['7501055300075', '300075', 'cafe 7501', 'bolsa-9', 'KILO', 'caf-1'])
    expect(await found(q), q).toEqual([id])
  expect(await found('té 7501')).toEqual([])
  expect(await found('te-1')).toEqual([other.id])
  const stranger = await app.world.store()
  const elsewhere = await app.call(stranger.manager, 'GET', '/pos/products?q=7501055300075')
  expect(items(elsewhere)).toEqual([])
})

test('deleting a product deletes its variants and barcodes, and is refused once it has movements or references', async () => {
  const { id } = await product({ tracksStock: true })
  const m = await variant(id, 'M')
  await made('barcodes', { variantId: m.id, code: 'X-1' })
  const move = (variantId: string) =>
    app.admin.query(
      `select stock.move_stock($1, $2, 'RECEIPT', null, null, array[$3::uuid], array[1::numeric])`,
      [store.merchantId, store.id, variantId],
    )
  await move(m.id)
  for (const path of [`/pos/products/${id}`, `/pos/variants/${m.id}`])
    expect((await as('DELETE', path)).body).toMatchObject({ status: 409, code: 'still_referenced' })
  expect(items(await as('GET', `/pos/barcodes?variantId=${m.id}`))).toHaveLength(1)
  const { id: free } = await product()
  await variant(free, 'M')
  expect((await as('DELETE', `/pos/products/${free}`)).status).toBe(204)
  expect(items(await as('GET', `/pos/variants?productId=${free}`))).toEqual([])
})

test('a new store has the country’s tax rates, one of them the default', async () => {
  const found = (await rates()).map(({ templateCode, isDefault }) => [templateCode, isDefault])
  expect(Object.fromEntries(found)).toEqual({ IVA_16: true, IVA_8: false, IVA_0: false, EXENTO: false })
})

test('making a rate the default replaces the previous default, and concurrent requests leave one', async () => {
  const [first] = (await rates()).filter(({ isDefault }) => isDefault)
  const { id } = await made('tax_rates', { name: 'IEPS', rateBps: 800, isDefault: true })
  expect((await as('GET', `/pos/tax_rates/${first?.id}`)).body.isDefault).toBe(false)
  expect((await as('DELETE', `/pos/tax_rates/${id}`)).body).toMatchObject({
    status: 409,
    code: 'invalid_transition',
  })
  expect(paths(await as('PATCH', `/pos/tax_rates/${id}`, { isDefault: false }))).toEqual(['/isDefault'])
  const all = await rates()
  for (let round = 0; round < 6; round++) {
    const answers = await Promise.all(
      all.map((rate) => as('PATCH', `/pos/tax_rates/${rate.id}`, { isDefault: true })),
    )
    expect(answers.map(({ status }) => status)).toEqual(all.map(() => 200))
    expect((await rates()).filter(({ isDefault }) => isDefault)).toHaveLength(1)
  }
})

test('a country tax rate cannot be changed, and an exempt rate is zero', async () => {
  const [country] = (await rates()).filter(({ templateCode }) => templateCode === 'IVA_8')
  expect(paths(await as('PATCH', `/pos/tax_rates/${country?.id}`, { rateBps: 900 }))).toEqual(['/rateBps'])
  expect((await as('PATCH', `/pos/tax_rates/${country?.id}`, { name: 'Frontera' })).status).toBe(200)
  expect(paths(await post('tax_rates', { name: 'x', rateBps: 1, isExempt: true }))).toEqual(['/rateBps'])
  expect(paths(await post('tax_rates', { name: 'x', rateBps: 10_001 }))).toEqual(['/rateBps'])
  expect(paths(await post('tax_rates', { name: 'FRONTERA', rateBps: 1 }))).toEqual(['/name'])
  const { id } = await product({ taxRateId: country?.id })
  expect((await as('DELETE', `/pos/tax_rates/${country?.id}`)).body.code).toBe('still_referenced')
  const sibling = await app.world.store({ id: store.merchantId, owner: store.manager })
  const foreign = { storeId: sibling.id, name: 'x', priceCentavos: 1, taxRateId: country?.id }
  expect(paths(await as('POST', '/pos/products', foreign))).toEqual(['/taxRateId'])
  expect((await as('PATCH', `/pos/products/${id}`, { taxRateId: null })).body.taxRateId).toBeNull()
})

test('the country’s taxes are the same for everybody who is signed in', async () => {
  const customer = await app.world.person()
  const answer = await app.call(customer, 'GET', '/pos/tax_rate_templates')
  expect(items(answer).map((each) => each['code'])).toEqual(['IVA_16', 'IVA_8', 'IVA_0', 'EXENTO'])
  expect((await app.call(undefined, 'GET', '/pos/tax_rate_templates')).status).toBe(401)
})
