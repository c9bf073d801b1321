import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { App } from '../../../test/app.ts'
import { sharedProduct } from '../../../test/shared-product.ts'
import type { Member, Person, Store } from '../../../test/world.ts'

let app: App
let store: Store
let supervisor: Member

beforeAll(async () => {
  app = await sharedProduct()
})
beforeEach(async () => {
  store = await app.world.store()
  supervisor = await app.world.member(store, 'supervisor')
})

type Fields = Record<string, unknown>

async function make(path: string, fields: Fields, of: Store = store): Promise<string> {
  const made = await app.call(of.manager, 'POST', `/pos/${path}`, { storeId: of.id, ...fields })
  expect(made.status, made.text).toBe(201)
  return made.body.id
}
const product = (priceCentavos: number, more: Fields = {}, of: Store = store) =>
  make('products', { name: `Producto ${priceCentavos}`, priceCentavos, ...more }, of)
const change = (productIds: readonly string[], changes: Fields, who: Person = supervisor) =>
  app.call(who, 'POST', '/pos/products/bulk-change', { storeId: store.id, productIds, ...changes })
const read = async (id: string, path = 'products') =>
  (await app.call(store.manager, 'GET', `/pos/${path}/${id}`)).body
const priceOf = async (id: string) => (await read(id)).priceCentavos
const paths = (body: { errors?: { path: string }[] }) => body.errors?.map(({ path }) => path)
const upBy = (percentBps: number) => ({ kind: 'PERCENT', percentBps })

test('prices rise by a percentage and are rounded as requested, first in a dry run and then for good', async () => {
  const [milk, bread] = [await product(2_890), await product(4_850)]
  const order = { price: upBy(500), roundToCentavos: 50 }
  const preview = await change([bread, milk], { ...order, dryRun: true })
  expect(preview.body).toMatchObject({
    isDryRun: true,
    changedCount: 2,
    items: [
      { productId: bread, priceBeforeCentavos: 4_850, priceCentavos: 5_100, isChanged: true },
      { productId: milk, priceBeforeCentavos: 2_890, priceCentavos: 3_050, isChanged: true },
    ],
  })
  expect([await priceOf(milk), await priceOf(bread)]).toEqual([2_890, 4_850])
  const done = await change([bread, milk], order)
  expect(done.body).toEqual({ ...preview.body, isDryRun: false })
  expect([await priceOf(milk), await priceOf(bread)]).toEqual([3_050, 5_100])
})

test('variants with their own price change too, and the others follow their product', async () => {
  const shirt = await product(10_000)
  const own = await make('variants', { productId: shirt, name: 'Grande', priceCentavos: 12_000 })
  const same = await make('variants', { productId: shirt, name: 'Chica' })
  const { body } = await change([shirt], { price: { kind: 'AMOUNT', amountCentavos: -1_500 } })
  expect(body.items[0].variants).toEqual([
    { variantId: own, name: 'Grande', priceBeforeCentavos: 12_000, priceCentavos: 10_500 },
  ])
  expect(await priceOf(shirt)).toBe(8_500)
  expect((await read(own, 'variants')).priceCentavos).toBe(10_500)
  expect((await read(same, 'variants')).priceCentavos).toBe(null)
})

test('category and state change for all, and each record is audited', async () => {
  const shelf = await make('categories', { name: 'Lácteos' })
  const [there, other] = [await product(100, { categoryId: shelf }), await product(200)]
  const { body } = await change([there, other], { categoryId: shelf, isActive: false })
  expect(body.changedCount).toBe(2)
  expect(await read(other)).toMatchObject({ categoryId: shelf, isActive: false, priceCentavos: 200 })
  expect((await change([there, other], { isActive: false })).body.changedCount).toBe(0)
  const { rows } = await app.admin.query(
    `select entity_id as id, before, after from audit.log
      where action = 'product.updated' and entity_id = any ($1) order by entity_id`,
    [[there, other]],
  )
  expect(rows).toEqual([
    { id: there, before: { isActive: true }, after: { isActive: false } },
    {
      id: other,
      before: { categoryId: null, isActive: true },
      after: { categoryId: shelf, isActive: false },
    },
  ])
  expect((await change([other], { categoryId: null })).status).toBe(200)
  expect((await read(other)).categoryId).toBe(null)
})

test('a product that cannot be changed is named, and none is changed', async () => {
  const [cheap, dear] = [await product(100), await product(10_000)]
  const foreign = await product(500, {}, await app.world.store())
  const less = { price: { kind: 'AMOUNT', amountCentavos: -500 } }
  expect(paths((await change([dear, cheap], less)).body)).toEqual(['/productIds/1'])
  expect(paths((await change([dear, cheap], { ...less, dryRun: true })).body)).toEqual(['/productIds/1'])
  const { body: refused } = await change([dear, foreign], { price: upBy(100) })
  expect(paths(refused)).toEqual(['/productIds/1'])
  expect(refused.missingIds).toEqual([foreign])
  const tooMuch = { price: { kind: 'AMOUNT', amountCentavos: 10_000_000_000 } }
  expect(paths((await change([dear], tooMuch)).body)).toEqual(['/productIds/0'])
  const nowhere = { categoryId: '01890000-0000-7000-8000-000000000000' }
  expect(paths((await change([dear], nowhere)).body)).toEqual(['/categoryId'])
  expect(await priceOf(dear)).toBe(10_000)
})

test('when two changes follow the same dry run, the second is refused until a new dry run', async () => {
  const milk = await product(10_000)
  const own = await make('variants', { productId: milk, name: 'Grande', priceCentavos: 12_000 })
  const order = { price: upBy(1_000) }
  const seen = (await change([milk], { ...order, dryRun: true })).body
  expect((await change([milk], { ...order, basis: seen.basis })).body.items).toEqual(seen.items)
  const second = await change([milk], { ...order, basis: seen.basis })
  expect(second.body).toMatchObject({ status: 412, code: 'version_mismatch' })
  expect([await priceOf(milk), (await read(own, 'variants')).priceCentavos]).toEqual([11_000, 13_200])
  const next = (await change([milk], { ...order, dryRun: true })).body
  // Only the variant changes meanwhile.
  await app.call(store.manager, 'PATCH', `/pos/variants/${own}`, { priceCentavos: 13_000 })
  expect((await change([milk], { ...order, basis: next.basis })).body.code).toBe('version_mismatch')
  const { basis } = (await change([milk], { ...order, dryRun: true })).body
  expect((await change([milk], { ...order, basis })).status).toBe(200)
  expect([await priceOf(milk), (await read(own, 'variants')).priceCentavos]).toEqual([12_100, 14_300])
})

test('the size of a request is limited', async () => {
  const id = await product(100)
  for (const [ids, changes] of [
    [[], {}],
    [[id, id], {}],
    [Array.from({ length: 501 }, (_, no) => `01890000-0000-7000-8000-${String(no).padStart(12, '0')}`), {}],
    [[id], { price: upBy(-10_000) }],
    [[id], { price: upBy(0.5) }],
    [[id], { price: { kind: 'AMOUNT' } }],
    [[id], { roundToCentavos: 7 }],
  ] as const)
    expect((await change(ids, changes)).status, JSON.stringify(changes)).toBe(422)
  expect((await change([id], { price: upBy(100) }, await app.world.member(store, 'cashier'))).status).toBe(
    403,
  )
})

test('concurrent changes each start from the price that the previous one left', async () => {
  const ids = await Promise.all(Array.from({ length: 8 }, () => product(1_000)))
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, no) =>
      change(no % 2 === 0 ? ids : [...ids].reverse(), { price: { kind: 'AMOUNT', amountCentavos: 100 } }),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200))
  expect(await Promise.all(ids.map(priceOf))).toEqual(Array(8).fill(1_600))
})
