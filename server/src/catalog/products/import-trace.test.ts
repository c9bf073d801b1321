import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { App } from '../../../test/app.ts'
import { lockWaits } from '../../../test/lock-waits.ts'
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

async function upload(file: string, mode: 'CREATE' | 'UPSERT'): Promise<number> {
  const form = new FormData()
  for (const [name, value] of Object.entries({ storeId: store.id, mode })) form.set(name, value)
  form.set('file', new Blob([file]), 'productos')
  const response = await fetch(`${app.url}/pos/products/import`, {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${store.manager.token}` },
  })
  return response.status
}
/** The ids of products and variants by SKU. */
const ids = async (): Promise<Record<string, string>> => {
  const { rows } = await app.admin.query(
    `select sku, id from catalog.products where store_id = $1 and sku is not null
     union all select sku, id from catalog.variants where store_id = $1 and sku is not null`,
    [store.id],
  )
  return Object.fromEntries(rows.map(({ sku, id }) => [sku, id]))
}
/** The changes of products and variants that the audit log has. */
const changes = async () => {
  const { rows } = await app.admin.query(
    `select action, entity_id as id, before, after, user_id as who from audit.log
      where store_id = $1 and action in ('product.updated', 'variant.updated') order by action, id`,
    [store.id],
  )
  return rows
}
const head = 'Nombre,Variante,Precio,SKU,Costo,Impuesto,Categoría,Descripción\n'

test('a file leaves the values before and after of each product and variant that it changes', async () => {
  const rows = 'Arroz,,50,A-1,,IVA 16 %,,\nCamisa,,200,C-0,,,,\nCamisa,M,,C-M,,,,\nCamisa,G,250,C-G,,,,\n'
  expect(await upload(head + rows, 'CREATE')).toBe(201)
  const of = await ids()
  expect(await changes()).toEqual([])
  const changed =
    'Arroz,,1,A-1,0.5,IVA 0 %,Granos,Largo\nCamisa,,200,C-0,,,,\nCamisa,Mediana,190,C-M,,,,\nCamisa,G,,C-G,,,,\n'
  expect(await upload(head + changed, 'UPSERT')).toBe(201)
  const { rows: now } = await app.admin.query(
    'select tax_rate_id as "taxRateId", category_id as "categoryId" from catalog.products where id = $1',
    [of['A-1']],
  )
  const who = store.manager.id
  expect(await changes()).toEqual([
    {
      action: 'product.updated',
      id: of['A-1'],
      who,
      before: {
        priceCentavos: 5_000,
        costCentavos: null,
        taxRateId: expect.any(String),
        categoryId: null,
        description: null,
      },
      after: { priceCentavos: 100, costCentavos: 50, ...now[0], description: 'Largo' },
    },
    {
      action: 'variant.updated',
      id: of['C-M'],
      who,
      before: { name: 'M', priceCentavos: null },
      after: { name: 'Mediana', priceCentavos: 19_000 },
    },
  ])
})

test('a file that says nothing new changes no product, and says so in no entry', async () => {
  const rows = `${head}Arroz,,50,A-1,,,,\nCamisa,,200,C-0,,,,\nCamisa,M,,C-M,,,,\n`
  expect(await upload(rows, 'CREATE')).toBe(201)
  const stamped = async () =>
    (
      await app.admin.query(
        `select id, updated_at from catalog.products where store_id = $1
         union all select id, updated_at from catalog.variants where store_id = $1 order by id`,
        [store.id],
      )
    ).rows
  const before = await stamped()
  expect(await upload(rows, 'UPSERT')).toBe(201)
  expect(await stamped()).toEqual(before)
  expect(await changes()).toEqual([])
})

test('of two people who change one price, the file and the form, the later one is recorded over the earlier', async () => {
  expect(await upload(`${head}Arroz,,50,A-1,,,,\n`, 'CREATE')).toBe(201)
  const id = (await ids())['A-1']
  const other = await app.admin.connect()
  try {
    await other.query('begin')
    await other.query('update catalog.products set price_centavos = 7000 where id = $1', [id])
    const status = upload(`${head}Arroz,,60,A-1,,,,\n`, 'UPSERT')
    await expect.poll(() => lockWaits(app.name, 'catalog.products')).toBe(1)
    await other.query('commit')
    expect(await status).toBe(201)
  } finally {
    other.release(true)
  }
  expect(await changes()).toMatchObject([
    { id, before: { priceCentavos: 7_000 }, after: { priceCentavos: 6_000 } },
  ])
})

test('a variant that somebody else gives its new name at the same moment keeps it', async () => {
  const rows = 'Camisa,,200,C-0,,,,\nCamisa,M,,C-M,,,,\nCamisa,G,,C-G,,,,\n'
  expect(await upload(head + rows, 'CREATE')).toBe(201)
  const of = await ids()
  const other = await app.admin.connect()
  try {
    await other.query('begin')
    await other.query(`update catalog.variants set name = 'XG' where id = $1`, [of['C-G']])
    const status = upload(`${head}Camisa,,200,C-0,,,,\nCamisa,G,,C-M,,,,\nCamisa,XG,,C-G,,,,\n`, 'UPSERT')
    await expect.poll(() => lockWaits(app.name, 'catalog.variants')).toBe(1)
    await other.query('commit')
    expect(await status).toBe(201)
  } finally {
    other.release(true)
  }
  const { rows: named } = await app.admin.query(
    'select sku, name from catalog.variants where store_id = $1 and sku is not null order by sku',
    [store.id],
  )
  expect(named).toEqual([
    { sku: 'C-G', name: 'XG' },
    { sku: 'C-M', name: 'G' },
  ])
  expect(await changes()).toEqual([
    expect.objectContaining({ id: of['C-M'], before: { name: 'M' }, after: { name: 'G' } }),
  ])
})
