import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../../../test/cluster.ts'
import { centavos } from '../../amounts/centavos.ts'
import { type Aggregator, AggregatorFault, type AggregatorProduct } from './aggregator.ts'
import { syncCatalog } from './catalog-sync.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await cloneDatabase()
})
beforeEach(() => db.admin.query('truncate vas.products, vas.providers, vas.price_history cascade'))
afterAll(() => db.close())

const topUp = (pesos: number, more: Partial<AggregatorProduct> = {}): AggregatorProduct => ({
  providerProductId: `telcel-${pesos}`,
  kind: 'airtime',
  subkind: 'topup',
  name: `Telcel ${pesos}`,
  description: null,
  operator: { id: '11', name: 'Telcel' },
  amount: { kind: 'fixed', centavos: centavos(pesos * 100) },
  wholesale: { kind: 'fixed', centavos: centavos(pesos * 95) },
  validity: null,
  lookup: false,
  paymentModes: [],
  postingPeriod: null,
  notes: null,
  usageInfo: [],
  terms: null,
  ...more,
})

/** Synchronizes with a provider that lists these products, on pages of two. */
const sync = (...products: readonly AggregatorProduct[]) =>
  syncCatalog(db.database, {
    async *products() {
      for (let from = 0; from < products.length; from += 2) yield products.slice(from, from + 2)
    },
  } as Pick<Aggregator, 'products'> as Aggregator)

const catalog = async () => {
  const { rows } = await db.admin.query(
    `select provider_product_ref as ref, is_active as "isActive", amount_centavos::int as amount,
            wholesale_centavos::int as wholesale from vas.products order by amount_centavos`,
  )
  return rows
}
const audited = async () => {
  const { rows } = await db.admin.query(
    `select entity, user_id as by, before, after from audit.log where action = 'vas.catalog.synced' order by id desc limit 1`,
  )
  return rows[0]
}

test('a synchronization adds what is new, changes what differs, ends what is gone, and is audited with the counts', async () => {
  expect(await sync(topUp(50), topUp(100), topUp(200))).toEqual({
    added: 3,
    changed: 0,
    deactivated: 0,
    aboveFace: [],
  })
  const second = { added: 1, changed: 1, deactivated: 1 }
  const dearer = topUp(100, { wholesale: { kind: 'fixed', centavos: centavos(9_700) } })
  expect(await sync(topUp(50), dearer, topUp(300))).toEqual({ ...second, aboveFace: [] })
  expect(await audited()).toEqual({ entity: 'vas_catalog', by: null, before: null, after: second })
  expect(await catalog()).toEqual([
    { ref: 'telcel-50', isActive: true, amount: 5_000, wholesale: 4_750 },
    { ref: 'telcel-100', isActive: true, amount: 10_000, wholesale: 9_700 },
    { ref: 'telcel-200', isActive: false, amount: 20_000, wholesale: 19_000 },
    { ref: 'telcel-300', isActive: true, amount: 30_000, wholesale: 28_500 },
  ])
})

test('the same list again changes nothing, and what comes back is sold again', async () => {
  await sync(topUp(50), topUp(100))
  expect(await sync(topUp(50), topUp(100))).toEqual({ added: 0, changed: 0, deactivated: 0, aboveFace: [] })
  await sync(topUp(50))
  expect(await sync(topUp(50), topUp(100))).toEqual({ added: 0, changed: 1, deactivated: 0, aboveFace: [] })
  expect((await catalog()).map(({ isActive }) => isActive)).toEqual([true, true])
})

test('the history of prices has every changed price with the one before, and no other change', async () => {
  await sync(topUp(50), topUp(100))
  const dearer = topUp(100, { wholesale: { kind: 'fixed', centavos: centavos(9_700) } })
  await sync(topUp(50, { name: 'Recarga 50' }), dearer)
  const { rows } = await db.admin.query(
    `select p.provider_product_ref as ref, h.before, h.after from vas.price_history h join vas.products p on p.id = h.product_id`,
  )
  const prices = { amount: 10_000, min: null, max: null, wholesaleBps: null }
  expect(rows).toEqual([
    {
      ref: 'telcel-100',
      before: { ...prices, wholesale: 9_500 },
      after: { ...prices, wholesale: 9_700 },
    },
  ])
})

test('products that cost more than their face value are reported', async () => {
  const bill = (id: string, bps: number) =>
    topUp(10, {
      providerProductId: id,
      kind: 'service',
      subkind: 'bill',
      amount: { kind: 'ranged', min: centavos(1_000), max: centavos(500_000), increment: centavos(1) },
      wholesale: { kind: 'rate', bps },
    })
  const lossy = topUp(100, { wholesale: { kind: 'fixed', centavos: centavos(10_001) } })
  const even = topUp(50, { wholesale: { kind: 'fixed', centavos: centavos(5_000) } })
  const report = await sync(even, lossy, bill('even', 10_000), bill('dear', 10_001))
  expect(report).toEqual({ added: 4, changed: 0, deactivated: 0, aboveFace: ['telcel-100', 'dear'] })
})

test('a product that is listed on two pages is one', async () => {
  expect(await sync(topUp(50), topUp(100), topUp(50))).toEqual({
    added: 2,
    changed: 0,
    deactivated: 0,
    aboveFace: [],
  })
})

test('carriers of the same name have logos of their own', async () => {
  const twin = topUp(60, { providerProductId: 'twin-60', operator: { id: '12', name: 'Telcel' } })
  await sync(topUp(50), twin)
  await sync(
    topUp(50),
    twin,
    topUp(70, { providerProductId: 'x-70', operator: { id: '13', name: 'TELCEL' } }),
  )
  const { rows } = await db.admin.query('select provider_ref as ref, slug from vas.providers order by 1')
  expect(rows).toEqual([
    { ref: '11', slug: 'telcel' },
    { ref: '12', slug: 'telcel-12' },
    { ref: '13', slug: 'telcel-13' },
  ])
})

test('an empty list, and one that breaks off, change nothing', async () => {
  await sync(topUp(50), topUp(100))
  const before = await catalog()
  await expect(sync()).rejects.toThrow(new AggregatorFault('the product list is empty'))
  const half = {
    async *products() {
      yield [topUp(50)]
      throw new AggregatorFault('the second page did not come')
    },
  } as Pick<Aggregator, 'products'> as Aggregator
  await expect(syncCatalog(db.database, half)).rejects.toThrow('the second page')
  expect(await catalog()).toEqual(before)
})
