import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Answer } from '../../test/app.ts'
import { type StockApp, type StockShop, stockApp } from '../../test/stock-shop.ts'
import { enableTerminal, enterAt, giveCode } from '../../test/terminal-session.ts'
import type { Person } from '../../test/world.ts'
import type { Route } from '../http/route.ts'
import { nameOf } from '../http/shapes.ts'
import type { TSchema } from '../json-schema.ts'

/** The fields of lists that tell what goods cost. */
const costs: Readonly<Record<string, string>> = {
  '/pos/products': 'costCentavos',
  '/pos/variants': 'costCentavos',
  '/pos/stock_movements': 'unitCostCentavos',
  '/pos/stock_receipts': 'costCentavos',
  '/pos/stock_transfer_lines': 'unitCostCentavos',
  '/pos/chip_units': 'costCentavos',
}

let app: StockApp
let shop: StockShop
/** A record of each list, whose cost is 1,850. */
let records: Record<string, string>

beforeAll(async () => {
  app = await stockApp()
})
beforeEach(async () => {
  const merchant = await app.world.merchant()
  shop = await app.shop(merchant)
  const sister = await app.shop(merchant)
  const done = async (path: string, body: object) => {
    const answer = await app.call(shop.supervisor, 'POST', path, { storeId: shop.store.id, ...body })
    expect(answer.status, answer.text).toBe(201)
    return answer.body
  }
  const cost = { costCentavos: 1_850 }
  const sku = `SKU-${Math.random()}`
  await app.goods(sister, 0, { sku })
  const product = await app.goods(shop, 0, { sku, ...cost })
  const variant = await done('/pos/variants', { productId: product, name: 'M', ...cost })
  const line = { variantId: product, quantity: 1, unitCostCentavos: 1_850 }
  const receipt = await done('/pos/inventory/receipts', { lines: [line] })
  await done('/pos/inventory/transfers', {
    toStoreId: sister.store.id,
    lines: [{ ...line, unitCostCentavos: undefined }],
  })
  records = {
    '/pos/products': product,
    '/pos/variants': variant.id,
    '/pos/stock_movements': await only('stock.stock_movements', `kind = 'RECEIPT'`),
    '/pos/stock_receipts': receipt.id,
    '/pos/stock_transfer_lines': await only('stock.stock_transfer_lines'),
    '/pos/chip_units': await chip(product),
  }
})

/** The id of the store's row. */
async function only(table: string, condition = 'true'): Promise<string> {
  const { rows } = await app.admin.query(`select id from ${table} where store_id = $1 and ${condition}`, [
    shop.store.id,
  ])
  expect(rows).toHaveLength(1)
  return rows[0].id
}

async function chip(productId: string): Promise<string> {
  const iccid = `8952${String(Math.random()).slice(2).padEnd(15, '0').slice(0, 15)}`
  const { rows } = await app.admin.query(
    `with file as (
       insert into stock.chip_imports (merchant_id, id, store_id, permission_set, product_id, file_name, file_hash,
                                       sheet_name, row_count, imported_by)
       values ($1, app.uuid_v7(), $2, authz.set_of($1, $2, 'inventory'), $3, 'chips.xlsx', sha256(convert_to($4, 'UTF8')), 'Hoja1', 1, $5)
       returning *)
     insert into stock.chip_units (merchant_id, id, store_id, permission_set, product_id, import_id, import_row, iccid,
                                   cost_centavos)
     select merchant_id, app.uuid_v7(), store_id, permission_set, product_id, id, 1, $4, 1850 from file returning id`,
    [shop.store.merchantId, shop.store.id, productId, iccid, shop.manager.id],
  )
  return rows[0].id
}

const keyWith = (...scopes: ('POS_CATALOG_WRITE' | 'POS_INVENTORY_WRITE' | 'POS_REPORTS_READ')[]) =>
  app.world.apiKey(shop.manager, { scopes })
const get = (as: Person | { token: string }, path: string, headers?: Record<string, string>) =>
  app.call(as, 'GET', path, undefined, headers)

/** The lists of plain records, with the shape of their items. */
const lists = () =>
  app.product.routes
    .filter(({ method, domain, path }) => method === 'GET' && domain !== undefined && !path.includes('{'))
    .map((route) => ({ route, fields: fieldsOf(route) }))

function fieldsOf({ responses }: Route): Readonly<Record<string, TSchema>> {
  const page = responses[200] as {
    properties?: { items?: { items?: { properties?: Record<string, TSchema> } } }
  }
  return page?.properties?.items?.items?.properties ?? {}
}

describe('what goods cost', () => {
  test('is declared as a cost in every list but those of reports', () => {
    const declared = lists().flatMap(({ route, fields }) =>
      Object.entries(fields)
        .filter(
          ([name, shape]) => nameOf(shape) === 'Cost' || (/cost/i.test(name) && route.domain !== 'reporting'),
        )
        .map(([name, shape]) => [route.path, name, nameOf(shape)]),
    )
    expect(declared.sort()).toEqual(
      Object.entries(costs)
        .map(([path, name]) => [path, name, 'Cost'])
        .sort(),
    )
  })

  test.each(
    Object.entries(costs),
  )('in %s is seen by supervisors and managers, and not by cashiers', async (path, field) => {
    const id = records[path]
    const shown = async (as: Person | { token: string }) => {
      const list = await get(as, `${path}?storeId=${shop.store.id}&limit=200`)
      const { body } = await get(as, `${path}/${id}`)
      const listed = list.body.items.find((item: { id: string }) => item.id === id)
      expect(listed, 'a list and a record agree').toEqual(body)
      return body[field]
    }
    expect(await shown(shop.cashier)).toBeNull()
    expect(await shown(shop.supervisor)).toBe(1_850)
    expect(await shown(shop.manager)).toBe(1_850)
    expect(await shown(await keyWith('POS_CATALOG_WRITE', 'POS_INVENTORY_WRITE'))).toBeNull()
    expect(await shown(await keyWith('POS_CATALOG_WRITE', 'POS_INVENTORY_WRITE', 'POS_REPORTS_READ'))).toBe(
      1_850,
    )
  })

  test.each(Object.entries(costs))('neither sorts nor filters %s', async (path, field) => {
    for (const query of [`sort=${field}`, `sort=-${field}`, `${field}=1850`])
      for (const as of [shop.cashier, shop.manager])
        expect((await get(as, `${path}?storeId=${shop.store.id}&${query}`)).status, query).toBe(422)
  })

  test('is not seen by a cashier at a till', async () => {
    const terminal = await enableTerminal(app, shop.manager, 'Caja 1')
    const seen = async (of: StockShop['cashier']) => {
      const session = await enterAt(app, terminal, await giveCode(app, shop.manager, of))
      const lists = ['/pos/products', '/pos/variants'].map(async (path) => {
        const { body } = await get(session, `${path}?limit=200`)
        return body.items.find(({ id }: { id: string }) => id === records[path]).costCentavos
      })
      return Promise.all(lists)
    }
    expect(await seen(shop.cashier)).toEqual([null, null])
    expect(await seen(shop.supervisor)).toEqual([1_850, 1_850])
  })

  test('is seen in the stores whose reports the caller reads, in one list of several', async () => {
    const other = await app.shop({ id: shop.store.merchantId, owner: shop.manager })
    await app.world.member(other.store, 'cashier', shop.supervisor)
    await app.goods(other, 0, { costCentavos: 700 })
    const { body } = await get(shop.supervisor, '/pos/products?limit=200')
    const seen = new Map(
      body.items.map(({ storeId, costCentavos }: Record<string, unknown>) => [storeId, costCentavos]),
    )
    expect([seen.get(shop.store.id), seen.get(other.store.id)]).toEqual([1_850, null])
  })

  test('is not taken from what another person’s browser has cached', async () => {
    for (const path of [
      `/pos/products?storeId=${shop.store.id}`,
      `/pos/products/${records['/pos/products']}`,
    ]) {
      const tag = (await get(shop.manager, path)).headers.get('etag') as string
      expect((await get(shop.supervisor, path, { 'if-none-match': tag })).status).toBe(304)
      const answer = await get(shop.cashier, path, { 'if-none-match': tag })
      expect([answer.status, (answer.body.items?.[0] ?? answer.body).costCentavos]).toEqual([200, null])
      const own = { 'if-none-match': answer.headers.get('etag') as string }
      expect((await get(shop.cashier, path, own)).status).toBe(304)
    }
  })
})

describe('a program that writes the catalog and reads no reports', () => {
  const path = () => `/pos/products/${records['/pos/products']}`

  test('sets a cost that it is not shown, and does not erase it with what it was shown', async () => {
    const key = await keyWith('POS_CATALOG_WRITE')
    const read = await get(key, path())
    const change = { name: 'Arroz súper', costCentavos: read.body.costCentavos }
    const tag = { 'if-match': read.headers.get('etag') as string }
    const changed = await app.call(key, 'PATCH', path(), change, tag)
    expect(changed.body).toMatchObject({ name: 'Arroz súper', costCentavos: null })
    expect((await get(shop.manager, path())).body.costCentavos).toBe(1_850)
    expect((await app.call(key, 'PATCH', path(), change, tag)).body.code).toBe('version_mismatch')
    const set = await app.call(key, 'PATCH', path(), { costCentavos: 1_900 })
    expect(set.body.costCentavos).toBeNull()
    expect((await get(shop.manager, path())).body.costCentavos).toBe(1_900)
    const made = await app.call(key, 'POST', '/pos/products', {
      ...{ storeId: shop.store.id, name: 'Frijol', priceCentavos: 2_000, costCentavos: 900 },
    })
    expect([made.status, made.body.costCentavos]).toEqual([201, null])
    const { rows } = await app.admin.query(
      `select after -> 'costCentavos' as cost from audit.log
        where entity = 'product' and entity_id = any ($1) and user_id = $2 order by id`,
      [[records['/pos/products'], made.body.id], key.id],
    )
    expect(
      rows.map(({ cost }) => cost),
      'the audit log has what was written',
    ).toEqual([null, 1_900, 900])
    const last = { 'if-match': made.headers.get('etag') as string }
    expect((await app.call(key, 'DELETE', `/pos/products/${made.body.id}`, undefined, last)).status).toBe(204)
  })

  test('while a person who sees a cost erases it', async () => {
    expect((await app.call(shop.supervisor, 'PATCH', path(), { costCentavos: null })).status).toBe(200)
    expect((await get(shop.manager, path())).body.costCentavos).toBeNull()
  })

  test('moves goods to another store without learning what they cost', async () => {
    const sister = await app.shop({ id: shop.store.merchantId, owner: shop.manager })
    const sku = `SKU-${Math.random()}`
    const goods = await app.goods(shop, 5, { sku, costCentavos: 500 })
    await app.goods(sister, 0, { sku })
    const send = async (as: Person) => {
      const answer = await app.call(as, 'POST', '/pos/inventory/transfers', {
        ...{ storeId: shop.store.id, toStoreId: sister.store.id, lines: [{ variantId: goods, quantity: 1 }] },
      })
      expect(answer.status, answer.text).toBe(201)
      return answer.body
    }
    expect((await send(shop.supervisor)).lines).toMatchObject([{ unitCostCentavos: 500 }])
    const key = await keyWith('POS_INVENTORY_WRITE')
    const sent = await send(key)
    expect(sent.lines).toMatchObject([{ unitCostCentavos: null }])
    const canceled = await app.call(key, 'POST', `/pos/inventory/transfers/${sent.id}/cancel`)
    expect(canceled.body.lines).toMatchObject([{ unitCostCentavos: null }])
  })

  test('repeats what another program was answered, and each sees of it what it may see', async () => {
    const sister = await app.shop({ id: shop.store.merchantId, owner: shop.manager })
    const sku = `SKU-${Math.random()}`
    const goods = await app.goods(shop, 5, { sku, costCentavos: 500 })
    await app.goods(sister, 0, { sku })
    const seeing = await keyWith('POS_CATALOG_WRITE', 'POS_INVENTORY_WRITE', 'POS_REPORTS_READ')
    const blind = await keyWith('POS_CATALOG_WRITE', 'POS_INVENTORY_WRITE')
    const transfer = (as: Person, key: string) =>
      app.call(
        as,
        'POST',
        '/pos/inventory/transfers',
        { storeId: shop.store.id, toStoreId: sister.store.id, lines: [{ variantId: goods, quantity: 1 }] },
        { 'idempotency-key': key },
      )
    const cancel = (as: Person, key: string, id: string) =>
      app.call(as, 'POST', `/pos/inventory/transfers/${id}/cancel`, undefined, { 'idempotency-key': key })
    const product = (as: Person, key: string) =>
      app.call(
        as,
        'POST',
        '/pos/products',
        { storeId: shop.store.id, name: `Frijol ${key}`, priceCentavos: 2_000, costCentavos: 500 },
        { 'idempotency-key': key },
      )
    const costOf = ({ body }: Answer) =>
      (body.lines?.[0] ?? body)[body.lines ? 'unitCostCentavos' : 'costCentavos']
    for (const [first, second] of [
      [seeing, blind],
      [blind, seeing],
    ] as const) {
      const key = `of-${first.id}`
      const { id } = (await transfer(first, key)).body
      const written = [transfer, product, (as: Person) => cancel(as, key, id)]
      for (const write of written) {
        const [one, other] = [await write(first, key), await write(second, key)]
        expect(other.headers.get('idempotent-replayed'), other.text).toBe('true')
        expect(other.body.id).toBe(one.body.id)
        expect([costOf(one), costOf(other)]).toEqual(first === seeing ? [500, null] : [null, 500])
      }
    }
  })
})
