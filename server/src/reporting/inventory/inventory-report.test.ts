import { beforeAll, expect, test } from 'vitest'
import { recordsOf, tableOf } from '../../../test/exported.ts'
import { sharedProduct } from '../../../test/shared-product.ts'
import { type Shop, type Tills, tillsOf } from '../../../test/till.ts'
import type { Person } from '../../../test/world.ts'

let app: Awaited<ReturnType<typeof sharedProduct>>
let tills: Tills
let shop: Shop
let sibling: Shop
let shirt: string
let large: string

beforeAll(async () => {
  app = await sharedProduct()
  tills = tillsOf(app)
  const merchant = await app.world.merchant()
  shop = await tills.shop(merchant)
  sibling = await tills.shop(merchant)
  const goods = (name: string, stock: number, priceCentavos: number) =>
    tills.product(shop.store, { name, stock, priceCentavos })
  const rice = await goods('Arroz', 10, 3_000)
  await app.admin.query('update catalog.products set cost_centavos = 2000 where id = $1', [rice])
  await goods('Ázúcar', 2.5, 2_000)
  await goods('Avena', 0, 4_000)
  shirt = await goods('Camisa', 0, 20_000)
  large = await tills.variant(shop.store, shirt, { name: 'Grande', priceCentavos: 25_000 })
  await tills.variant(shop.store, shirt, { name: 'Chica' })
  await app.admin.query(`select stock.move_stock($1, $2, 'RECEIPT', null, null, array[$3::uuid], array[4])`, [
    shop.store.merchantId,
    shop.store.id,
    large,
  ])
  await app.admin.query(`update catalog.variants set cost_centavos = 9000, sku = 'CAM-G' where id = $1`, [
    large,
  ])
  await app.admin.query(
    `insert into catalog.barcodes (merchant_id, id, store_id, permission_set, variant_id, code)
     values ($1, app.uuid_v7(), $2, authz.set_of($1, $2, 'catalog'), $3, '7501031311309')`,
    [shop.store.merchantId, shop.store.id, large],
  )
  const points = { storeId: shop.store.id, lines: [{ variantId: rice, reorderPoint: 10 }] }
  await app.call(shop.supervisor, 'PUT', '/pos/inventory/reorder_points', points)
  // Neither tracks stock any more; one of them still has some.
  await tills.product(shop.store, { name: 'Flete', kind: 'SERVICE' })
  const old = await goods('Zapato', 1, 50_000)
  await app.admin.query('update catalog.products set is_active = false where id = $1', [old])
  const tea = await tills.product(sibling.store, { name: 'Bebida', stock: 7, priceCentavos: 100 })
  await app.admin.query('update catalog.products set cost_centavos = 50 where id = $1', [tea])
})

const ask = async (who: Person, query: Record<string, string> = {}) => {
  const answer = await app.call(who, 'GET', `/pos/reports/inventory?${new URLSearchParams(query)}`)
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}
const names = (report: { items: { productName: string; variantName: string | null }[] }) =>
  report.items.map((item) => [item.productName, item.variantName].filter(Boolean).join(' '))

test('goods tracked in stock are listed by name with their value, and variants replace their product', async () => {
  const report = await ask(shop.supervisor)
  expect(names(report).sort()).toEqual([
    'Arroz',
    'Avena',
    'Camisa Chica',
    'Camisa Grande',
    'Zapato',
    'Ázúcar',
  ])
  expect(report.items[0]).toMatchObject({
    storeName: shop.store.name,
    productName: 'Arroz',
    variantName: null,
    unit: 'PIECE',
    onHand: 10,
    reorderPoint: 10,
    isLow: true,
    unitPriceCentavos: 3_000,
    unitCostCentavos: 2_000,
    priceValueCentavos: 30_000,
    costValueCentavos: 20_000,
  })
  expect(report.items.find((item: { variantId: string }) => item.variantId === large)).toMatchObject({
    productId: shirt,
    sku: 'CAM-G',
    onHand: 4,
    unitPriceCentavos: 25_000,
    costValueCentavos: 36_000,
  })
  expect(report.totals).toEqual({
    itemCount: 6,
    lowCount: 1,
    priceValueCentavos: 30_000 + 5_000 + 100_000 + 50_000,
    costValueCentavos: 20_000 + 36_000,
    unknownCostCount: 2,
  })
})

test('it can be searched by words of names, SKUs and barcodes, and filtered to low stock', async () => {
  expect(names(await ask(shop.cashier, { q: 'azucar' }))).toEqual(['Ázúcar'])
  expect(names(await ask(shop.cashier, { q: 'camisa gra' }))).toEqual(['Camisa Grande'])
  expect(names(await ask(shop.cashier, { q: 'cam-g' }))).toEqual(['Camisa Grande'])
  expect(names(await ask(shop.cashier, { q: '750103131' }))).toEqual(['Camisa Grande'])
  expect(names(await ask(shop.cashier, { q: '%' }))).toEqual([])
  const low = await ask(shop.cashier, { isLow: 'true' })
  expect(names(low)).toEqual(['Arroz'])
  expect(low.totals).toMatchObject({ itemCount: 1, lowCount: 1, priceValueCentavos: 30_000 })
  expect(await ask(shop.cashier, { categoryId: shirt })).toMatchObject({
    items: [],
    totals: { itemCount: 0 },
  })
})

test('pages are consecutive over all stores of an owner', async () => {
  const whole = names(await ask(shop.manager))
  expect(whole).toHaveLength(7)
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const part = await ask(shop.manager, { limit: '2', ...(cursor !== undefined && { cursor }) })
    expect(part.totals === null).toBe(cursor !== undefined)
    seen.push(...names(part))
    cursor = part.nextCursor ?? undefined
  } while (cursor !== undefined)
  expect(seen).toEqual(whole)
  const other = await app.call(shop.manager, 'GET', '/pos/reports/inventory?cursor=bm8')
  expect([other.status, other.body.code]).toEqual([422, 'invalid_cursor'])
})

test('the page after goods with a long name in a long script can be read', async () => {
  const own = await tills.shop()
  const name = '한'.repeat(160)
  for (const stock of [1, 2]) await tills.product(own.store, { name, stock })
  const { nextCursor } = await ask(own.manager, { limit: '1' })
  const rest = await ask(own.manager, { limit: '1', cursor: nextCursor })
  expect(names(rest)).toEqual([name])
  expect(rest.nextCursor).toBeNull()
})

test('a cashier sees quantities and prices but not costs, except in stores that they supervise', async () => {
  const report = await ask(shop.cashier)
  expect(report.items).toHaveLength(6)
  expect(
    new Set(report.items.map((item: { unitCostCentavos: number | null }) => item.unitCostCentavos)),
  ).toEqual(new Set([null]))
  expect(report.totals).toMatchObject({ costValueCentavos: null, priceValueCentavos: 185_000 })
  const both = await app.world.member(sibling.store, 'supervisor', shop.cashier)
  expect((await ask(both)).totals).toMatchObject({ itemCount: 7, costValueCentavos: 350 })
})

test('other merchants and guests see nothing of it', async () => {
  const foreign = (await app.world.store()).manager
  expect(await ask(foreign, { storeId: shop.store.id })).toMatchObject({
    items: [],
    totals: { itemCount: 0 },
  })
  expect((await app.call(undefined, 'GET', '/pos/reports/inventory')).status).toBe(401)
})

test.each(['csv', 'xlsx'])('it can be exported as %s', async (format) => {
  const query = new URLSearchParams({ format, storeId: shop.store.id })
  const records = recordsOf(await tableOf(app, shop.manager, `/pos/reports/inventory/export?${query}`))
  expect(records).toHaveLength(6)
  expect(records[0]).toEqual({
    Tienda: shop.store.name,
    Producto: 'Arroz',
    Variante: '',
    SKU: '',
    Categoría: '',
    Unidad: 'Pieza',
    Existencia: '10',
    'Punto de reorden': '10',
    '¿Pedir?': 'Sí',
    'Costo unitario': '20',
    Precio: '30',
    'Valor a costo': '200',
    'Valor a precio': '300',
  })
})
