import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startProduct } from '../../../test/app.ts'
import { recordsOf, tableOf } from '../../../test/exported.ts'
import { patient } from '../../../test/patience.ts'
import { enableTerminal } from '../../../test/terminal-session.ts'
import { type Shop, type Tills, tillsOf } from '../../../test/till.ts'
import type { Member, Person } from '../../../test/world.ts'
import { mostExported } from '../../spreadsheet/table.ts'

let app: Awaited<ReturnType<typeof startProduct>>
let tills: Tills
let shop: Shop
let sibling: Shop
let second: Member
let coffee: string
let firstShift: string
let dir: string

beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'mostrador-exports-'))
  app = await startProduct({ VAS_AGGREGATOR_MODE: 'sandbox', MOSTRADOR_DATA_DIR: dir })
  await app.product.sync()
  tills = tillsOf(app)
  const merchant = await app.world.merchant()
  await app.admin.query('update platform.merchants set is_verified = true where id = $1', [merchant.id])
  await app.world.fund(merchant.id, 1_000_000)
  shop = await tills.shop(merchant)
  sibling = await tills.shop(merchant)
  second = await app.world.member(shop.store, 'cashier')
  coffee = await tills.product(shop.store, { name: '=Café', priceCentavos: 4_650, stock: 100 })
  await app.admin.query('update catalog.products set cost_centavos = 2000 where id = $1', [coffee])
  await aDay()
})
afterAll(async () => {
  await app.close()
  await rm(dir, { recursive: true, force: true })
})

/**
 * One cashier sells goods and airtime and makes a return; another sells for cash; the other store sells tea.
 */
async function aDay(): Promise<void> {
  const { rows } = await app.admin.query(`select id from shop.shifts where membership_id = $1`, [
    shop.cashier.membershipId,
  ])
  firstShift = rows[0].id
  const cart = await tills.cart(shop.cashier, [{ variantId: coffee, quantity: 2 }])
  const sold = await tills.finalize(shop.cashier, cart, [
    { method: 'CARD', amountCentavos: 5_000 },
    { method: 'CASH', amountCentavos: 4_300, tenderedCentavos: 5_000 },
  ])
  await done(shop.supervisor, 'POST', '/pos/shifts', { storeId: shop.store.id, openingFloatCentavos: 0 })
  await done(shop.supervisor, 'POST', `/pos/sales_orders/${sold.body.order.id}/refunds`, {
    type: 'RETURN',
    reason: 'No le gustó',
    lines: [{ lineItemId: sold.body.order.lines[0].id, quantity: 1 }],
    payments: [{ method: 'CARD', amountCentavos: 4_650 }],
  })
  const { rows: products } = await app.admin.query(
    `select p.id from vas.products p join vas.providers v on v.id = p.provider_id
      where v.name = 'Telcel' and p.amount_centavos = 10000 and p.subkind = 'topup'`,
  )
  const order = { storeId: shop.store.id, productId: products[0].id, reference: '5512345600' }
  const airtime = await app.call(shop.cashier, 'POST', '/vas/sale', order, { prefer: 'wait=10' })
  if (airtime.body.status !== 'COMPLETED') throw new Error(airtime.text)
  await done(shop.cashier, 'POST', `/pos/shifts/${firstShift}/close`, {
    denominations: { 50000: 1, 10000: 1 },
    differenceReason: '+Faltó cambio',
  })
  await tills.openShift(second)
  await tills.sale(second, [{ variantId: coffee }])
  const tea = await tills.product(sibling.store, { name: 'Té', priceCentavos: 1_000 })
  await tills.sale(sibling.cashier, [{ variantId: tea }])
}

async function done(who: Member, method: string, path: string, body: unknown): Promise<void> {
  const answer = await app.call(who, method, path, body)
  if (answer.status >= 300) throw new Error(answer.text)
}

const records = async (who: Person, path: string, query: Record<string, string> = {}) =>
  recordsOf(await tableOf(app, who, `${path}/export?${new URLSearchParams(query)}`))
const numbers = (rows: Record<string, string>[], title: string) => rows.map((row) => Number(row[title]))

describe.each(['csv', 'xlsx'])('as %s', (format) => {
  test('the export of sales has payments and refunds, newest first', async () => {
    const rows = await records(shop.supervisor, '/pos/sales_orders', { format })
    expect(rows.map((row) => row['Cajero'])).toEqual([second.name, shop.cashier.name])
    expect(rows[1]).toMatchObject({
      Tienda: shop.store.name,
      Folio: expect.stringMatching(/\d$/),
      Fecha: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
      Total: '93',
      'Impuestos incluidos': '12.83',
      Efectivo: '43',
      Tarjeta: '50',
      Transferencia: '0',
      Devuelto: '46.5',
    })
  })

  test('the export of services has their commissions', async () => {
    expect(await records(shop.manager, '/vas/sales', { format })).toEqual([
      expect.objectContaining({
        Servicio: 'Tiempo aire',
        Proveedor: 'Telcel',
        Referencia: '5512345600',
        Importe: '100',
        'Forma de pago': 'Efectivo',
        Estado: 'Realizada',
        Fondos: 'Monedero',
        'Comisión ganada': '4.12',
      }),
    ])
  })

  test('the export of stock movements has names and documents, and no formulas', async () => {
    const table = await tableOf(app, shop.supervisor, `/pos/stock_movements/export?format=${format}`)
    const rows = recordsOf(table)
    expect(
      rows.map((row) => [row['Movimiento'], Number(row['Cantidad']), Number(row['Existencia'])]),
    ).toEqual([
      ['Venta', -1, 98],
      ['Devolución', 1, 99],
      ['Venta', -2, 98],
      ['Entrada', 100, 100],
    ])
    expect(rows[0]).toMatchObject({
      Unidad: 'Pieza',
      Persona: second.name,
      Folio: expect.stringMatching(/\d$/),
    })
    expect(rows[0]?.['Producto']).toBe(format === 'csv' ? "'=Café" : '=Café')
  })

  test('the export of closed shifts has their counts', async () => {
    expect(await records(shop.supervisor, '/pos/shift_reports', { format })).toEqual([
      expect.objectContaining({
        Cajero: shop.cashier.name,
        'Fondo inicial': '500',
        Ventas: '1',
        'Total vendido': '93',
        Tarjeta: '50',
        Servicios: '100',
        'Esperado en caja': '643',
        Contado: '600',
        Diferencia: '-43',
        Motivo: format === 'csv' ? "'+Faltó cambio" : '+Faltó cambio',
      }),
    ])
  })

  test('the export of the sales report omits empty columns, and has totals', async () => {
    const rows = await records(shop.supervisor, '/pos/reports/sales', { by: 'product', format })
    expect(rows.map((row) => Object.values(row)[0])).toEqual([format === 'csv' ? "'=Café" : '=Café', 'Total'])
    expect(rows[0]).toMatchObject({ 'Total vendido': '139.5', 'Importe devuelto': '46.5', Costo: '60' })
    expect(rows[1]).toMatchObject({ 'Total vendido': '139.5' })
    const byMethod = await records(shop.supervisor, '/pos/reports/sales', { by: 'method', format })
    expect(byMethod.map((row) => row['Forma de pago'])).toEqual(['Efectivo', 'Tarjeta', 'Total'])
    expect(Object.keys(byMethod[0] ?? {})).not.toContain('Artículos')
  })
})

test('a manager exports every store, or the given one', async () => {
  const all = await records(shop.manager, '/pos/sales_orders')
  expect(new Set(all.map((row) => row['Tienda']))).toEqual(new Set([shop.store.name, sibling.store.name]))
  const one = await records(shop.manager, '/pos/sales_orders', { storeId: sibling.store.id })
  expect(numbers(one, 'Total')).toEqual([10])
})

test('a cashier exports their own shift, without costs and commissions', async () => {
  expect(numbers(await records(second, '/pos/sales_orders'), 'Total')).toEqual([46.5])
  expect(numbers(await records(shop.cashier, '/pos/sales_orders'), 'Total')).toEqual([93])
  const services = await records(shop.cashier, '/vas/sales')
  expect(services).toHaveLength(1)
  expect(Object.keys(services[0] ?? {})).not.toContain('Comisión ganada')
  expect(await records(second, '/vas/sales')).toEqual([])
  expect(await records(second, '/pos/shift_reports')).toEqual([])
  expect(await records(shop.cashier, '/pos/shift_reports')).toHaveLength(1)
  const moved = await records(second, '/pos/stock_movements')
  expect(moved).toHaveLength(4)
  expect(new Set(moved.map((row) => row['Costo unitario']))).toEqual(new Set(['']))
  const report = await records(second, '/pos/reports/sales', { by: 'cashier' })
  expect(Object.keys(report[0] ?? {})).not.toContain('Costo')
  for (const query of [`shiftId=${firstShift}`, 'from=2026-01-01', 'to=2026-01-01'])
    for (const file of ['/pos/sales_orders', '/vas/sales']) {
      const refused = await app.call(second, 'GET', `${file}/export?${query}`)
      expect([query, refused.status]).toEqual([query, query.startsWith('shiftId') ? 404 : 403])
    }
})

test('a file leaves one entry in the audit log: of its store, of the merchant for several, of the platform for several merchants or no store', async () => {
  const since = new Date()
  const foreign = await app.world.store()
  const stranger = foreign.manager
  const ofTwo = await app.world.member(foreign, 'supervisor', await app.world.member(shop.store, 'cashier'))
  const asked = { storeId: shop.store.id, membershipId: second.membershipId }
  await records(shop.supervisor, '/pos/sales_orders', asked)
  await records(shop.manager, '/pos/sales_orders', { format: 'xlsx' })
  await records(stranger, '/pos/stock_movements', { storeId: shop.store.id })
  await records(ofTwo, '/pos/shift_reports')
  for (const query of ['from=2026-02-01&to=2026-01-01', 'format=pdf'])
    expect((await app.call(shop.supervisor, 'GET', `/pos/sales_orders/export?${query}`)).status).toBe(422)
  const { rows } = await app.admin.query(
    `select nullif(merchant_id, app.platform_id()) as "merchantId", store_id as "storeId", user_id as by, entity,
            entity_id as route, before, after from audit.log where action = 'records.exported' and at >= $1 order by id`,
    [since],
  )
  const { merchantId, id: storeId } = shop.store
  const entry = { merchantId, storeId, entity: 'export', route: 'exportSalesOrders', before: null }
  const ofPlatform = { ...entry, merchantId: null, storeId: null }
  expect(rows).toEqual([
    { ...entry, by: shop.supervisor.id, after: { ...asked, format: 'csv', rows: 1 } },
    { ...entry, storeId: null, by: shop.manager.id, after: { format: 'xlsx', rows: 3 } },
    {
      ...ofPlatform,
      by: stranger.id,
      route: 'exportStockMovements',
      after: { format: 'csv', rows: 0 },
    },
    { ...ofPlatform, by: ofTwo.id, route: 'exportShiftReports', after: { format: 'csv', rows: 0 } },
  ])
})

test('people without access to a store cannot export it', async () => {
  const foreign = (await app.world.store()).manager
  for (const file of ['/pos/sales_orders', '/vas/sales']) {
    const own = await app.call(foreign, 'GET', `${file}/export?storeId=${shop.store.id}`)
    expect([own.status, own.body.code]).toEqual([403, 'forbidden'])
  }
  for (const file of ['/pos/stock_movements', '/pos/shift_reports'])
    expect(await records(foreign, file, { storeId: shop.store.id })).toEqual([])
  expect((await app.call(undefined, 'GET', '/pos/sales_orders/export')).status).toBe(401)
})

test('exports accept the same filters as the lists', async () => {
  const count = async (file: string, query: Record<string, string>) =>
    (await records(shop.supervisor, file, query)).length
  expect(await count('/pos/sales_orders', { shiftId: firstShift })).toBe(1)
  expect(await count('/pos/sales_orders', { membershipId: second.membershipId })).toBe(1)
  expect(await count('/pos/sales_orders', { customerId: coffee })).toBe(0)
  const till = await enableTerminal(app, shop.manager, 'Caja 2')
  expect(await count('/pos/sales_orders', { terminalId: till.id })).toBe(0)
  await app.admin.query('update selling.sales_orders set terminal_id = $2 where membership_id = $1', [
    second.membershipId,
    till.id,
  ])
  expect(await count('/pos/sales_orders', { terminalId: till.id })).toBe(1)
  expect(await count('/pos/sales_orders', { from: '2026-01-01', to: '2026-01-31' })).toBe(0)
  expect(await count('/pos/stock_movements', { kind: 'RETURN' })).toBe(1)
  expect(await count('/pos/stock_movements', { variantId: firstShift })).toBe(0)
  const { rows } = await app.admin.query(
    `select document_id as id from stock.stock_movements where kind = 'RETURN'`,
  )
  const days = { from: '2026-01-01', to: '2026-01-01' }
  expect(await count('/pos/stock_movements', { documentId: rows[0].id, ...days })).toBe(1)
  expect(await count('/vas/sales', { status: 'FAILED' })).toBe(0)
  expect(await count('/vas/sales', { kind: 'airtime', shiftId: firstShift })).toBe(1)
  expect(await count('/pos/shift_reports', days)).toBe(0)
  const bad = await app.call(shop.supervisor, 'GET', '/pos/sales_orders/export?from=2026-02-01&to=2026-01-01')
  expect([bad.status, bad.body.errors]).toEqual([422, [{ path: '/to', message: 'is before from' }]])
  const format = await app.call(shop.supervisor, 'GET', '/pos/sales_orders/export?format=pdf')
  expect([format.status, format.body.code]).toEqual([422, 'invalid_request'])
})

test(
  'a file with too many rows is refused, and not truncated',
  async () => {
    const place = await tills.shop()
    const goods = await tills.product(place.store, { stock: 1 })
    await app.admin.query(
      `insert into stock.stock_movements (merchant_id, store_id, permission_set, variant_id, kind, quantity, on_hand_after)
     select merchant_id, store_id, permission_set, id, 'ADJUSTMENT', 0, 1
       from stock.stock_levels, generate_series(1, $2) where id = $1`,
      [goods, mostExported],
    )
    const refused = await app.call(place.manager, 'GET', '/pos/stock_movements/export')
    expect([refused.status, refused.body.code, refused.body.mostRows]).toEqual([
      422,
      'export_too_large',
      mostExported,
    ])
    const whole = await tableOf(app, place.manager, '/pos/stock_movements/export?kind=ADJUSTMENT&format=csv')
    expect(whole).toHaveLength(mostExported + 1)
  },
  patient(60_000),
)

describe('more rows than fit in a file are refused:', () => {
  const many = `generate_series(1, ${mostExported + 1})`
  const refused = { status: 422, code: 'export_too_large', mostRows: mostExported }

  test(
    'goods',
    async () => {
      const { merchantId, id } = shop.store
      const client = await app.admin.connect()
      try {
        // Without looking for what each of the rows refers to.
        await client.query('begin; set local session_replication_role = replica')
        await client.query(
          `insert into catalog.products (merchant_id, id, store_id, permission_set, name, price_centavos, tracks_stock)
           select $1, app.uuid_v7(), $2, authz.set_of($1, $2, 'catalog'), 'Artículo ' || n, 100, true from ${many} n`,
          [merchantId, id],
        )
        await client.query(
          `insert into catalog.variants (merchant_id, id, store_id, permission_set, product_id)
           select merchant_id, id, store_id, permission_set, id from catalog.products
            where merchant_id = $1 and store_id = $2 on conflict do nothing`,
          [merchantId, id],
        )
        await client.query('commit; analyze catalog.products, catalog.variants')
      } finally {
        client.release(true)
      }
      for (const path of ['/pos/products/export', '/pos/reports/inventory/export'])
        expect((await app.call(shop.manager, 'GET', `${path}?storeId=${id}`)).body, path).toMatchObject(
          refused,
        )
    },
    patient(60_000),
  )

  test(
    'entries of a store, and of the platform',
    async () => {
      const { merchantId, id } = shop.store
      await app.admin.query(
        `insert into audit.log (action, entity, merchant_id, store_id, permission_set)
         select 'test.many', 'test', $1, $2, (select authz.set_of($1, $2, 'audit')) from ${many}`,
        [merchantId, id],
      )
      await app.admin.query(`insert into audit.log (action, entity) select 'test.many', 'test' from ${many}`)
      const ofStore = await app.call(shop.manager, 'GET', `/pos/audit_log/export?storeId=${id}`)
      expect(ofStore.body).toMatchObject(refused)
      const operator = await app.world.operator()
      expect((await app.call(operator, 'GET', '/platform/audit/export')).body).toMatchObject(refused)
    },
    patient(60_000),
  )
})
