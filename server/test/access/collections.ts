import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  barcodes,
  categories,
  productImports,
  products,
  taxRates,
  variants,
} from '../../src/catalog/products/collections.ts'
import { collectionRoutes } from '../../src/collections/routes.ts'
import { collectionsService } from '../../src/collections/service.ts'
import { employees } from '../../src/shop/staff/collections.ts'
import { stores } from '../../src/shop/stores/collections.ts'
import { terminals } from '../../src/shop/terminals/collections.ts'
import { stockCountLines, stockCounts } from '../../src/stock/counts/collections.ts'
import { stockLevels, stockMovements, stockReceipts } from '../../src/stock/levels/collections.ts'
import { stockTransferLines, stockTransfers } from '../../src/stock/transfers/collections.ts'
import { type Answer, type App, startApp } from '../app.ts'
import type { Person, Store } from '../world.ts'

type Verb = 'list' | 'get' | 'create' | 'update' | 'delete'
type Who = (typeof people)[number]

const people = [
  'manager',
  'supervisor',
  'cashier',
  'sibling',
  'otherMerchant',
  'customer',
  'operator',
  'admin',
] as const
const verbs: readonly Verb[] = ['list', 'get', 'create', 'update', 'delete']

/**
 * `list` is how many of the two rows of the store are visible; the rest are statuses. `-`: there is no such
 * route.
 */
const full = { list: 2, get: 200, create: 201, update: 200, delete: 204 }
const readOnly = { list: 2, get: 200, create: 403, update: 403, delete: 403 }
const nothing = { list: 0, get: 404, create: 403, update: 404, delete: 404 }
const outsiders = {
  sibling: nothing,
  otherMerchant: nothing,
  customer: nothing,
  operator: nothing,
  admin: nothing,
}

const seen = { list: 2, get: 200, create: '-', update: '-', delete: '-' } as const
const unseen = { list: 0, get: 404, create: '-', update: '-', delete: '-' } as const
/** The whole store can read what commands have written. */
const history = {
  manager: seen,
  supervisor: seen,
  cashier: seen,
  sibling: unseen,
  otherMerchant: unseen,
  customer: unseen,
  operator: unseen,
  admin: unseen,
}

const expected: Record<string, Record<Who, Record<Verb, number | '-'>>> = {
  products: { manager: full, supervisor: full, cashier: readOnly, ...outsiders },
  categories: { manager: full, supervisor: full, cashier: readOnly, ...outsiders },
  variants: { manager: full, supervisor: full, cashier: readOnly, ...outsiders },
  barcodes: { manager: full, supervisor: full, cashier: readOnly, ...outsiders },
  'tax rates': { manager: full, supervisor: full, cashier: readOnly, ...outsiders },
  'stock levels': history,
  'stock movements': history,
  'stock receipts': history,
  'product imports': history,
  'stock transfers': history,
  'stock transfer lines': history,
  'stock counts': history,
  'stock count lines': history,
  terminals: { manager: full, supervisor: readOnly, cashier: readOnly, ...outsiders },
  // A cashier sees only their own record: that is counted in a separate test.
  employees: { manager: full, supervisor: readOnly, cashier: nothing, ...outsiders },
  stores: {
    manager: { list: 1, get: 200, create: '-', update: 200, delete: '-' },
    supervisor: { list: 1, get: 200, create: '-', update: 403, delete: '-' },
    cashier: { list: 1, get: 200, create: '-', update: 403, delete: '-' },
    sibling: { ...nothing, create: '-', delete: '-' },
    otherMerchant: { ...nothing, create: '-', delete: '-' },
    customer: { ...nothing, create: '-', delete: '-' },
    operator: { ...nothing, create: '-', delete: '-' },
    admin: { ...nothing, create: '-', delete: '-' },
  },
}

const catalog = [products, variants, barcodes, categories, taxRates]
const stock = [stockLevels, stockMovements, stockReceipts]
const papers = [productImports, stockTransfers, stockTransferLines, stockCounts, stockCountLines]
const declared = [stores, terminals, employees, ...catalog, ...stock, ...papers]
const byName = Object.fromEntries(declared.map((each) => [each.plural, each]))
const absentId = '01890000-0000-7000-8000-000000000000'

let app: App
let store: Store
let who: Record<Who, Person>
let serial = 0
/** Parents of variants and barcodes. */
let productId: string
let siblingId: string

/** Bodies of creations; an update repeats the last field, with another serial number. */
function body(plural: string): Record<string, unknown> {
  const name = `${plural} ${++serial}`
  switch (plural) {
    case 'products':
      return { priceCentavos: 1_000, name }
    case 'variants':
      return { productId, name }
    case 'barcodes':
      return { variantId: productId, code: `CODE-${serial}` }
    case 'tax rates':
      return { rateBps: 350, name }
    default:
      return { name }
  }
}

const pathOf = (plural: string) => byName[plural]?.path ?? ''

/** A row of the store that concerns nobody in the table. */
async function makeRow(plural: string): Promise<string> {
  if (plural === 'stores') return store.id
  if (plural.startsWith('stock')) return makeMovement(plural)
  if (plural === 'product imports') return makeImport()
  const made = await app.call(store.manager, 'POST', pathOf(plural), { storeId: store.id, ...body(plural) })
  expect(made.status, made.text).toBe(201)
  return made.body.id
}

/** Receiving one piece creates a level and a movement. */
async function makeMovement(plural: string): Promise<string> {
  const id = await makeRow('products')
  await app.admin.query(
    `select stock.move_stock($1, $2, 'RECEIPT', null, null, array[$3::uuid], array[1::numeric])`,
    [store.merchantId, store.id, id],
  )
  if (plural === 'stock levels') return id
  if (plural !== 'stock movements') return makePaper(plural, id)
  const { rows } = await app.admin.query('select id from stock.stock_movements where variant_id = $1', [id])
  return rows[0].id
}

async function makeImport(): Promise<string> {
  const { rows } = await app.admin.query(
    `insert into catalog.product_imports (merchant_id, id, store_id, permission_set, mode, file_name, file_hash, row_count,
                                      created_count, updated_count, imported_by)
     values ($1, app.uuid_v7(), $2, authz.set_of($1, $2, 'catalog'), 'UPSERT', 'productos.csv', '\\x00', 1, 1, 0, $3)
     returning id`,
    [store.merchantId, store.id, store.manager.id],
  )
  return rows[0].id
}

/** A document line, as the functions write it. */
async function makePaper(plural: string, variantId: string): Promise<string> {
  const insert = async (table: string, fields: Record<string, unknown>): Promise<string> => {
    const names = Object.keys(fields)
    const { rows } = await app.admin.query(
      `insert into stock.${table} (merchant_id, store_id, permission_set, id, ${names.join()})
       values ($1, $2, authz.set_of($1, $2, 'inventory'), app.uuid_v7(), ${names.map((_, no) => `$${no + 3}`).join()})
       returning id`,
      [store.merchantId, store.id, ...Object.values(fields)],
    )
    return rows[0].id
  }
  if (plural === 'stock receipts') return insert('stock_receipts', { line_count: 1, cost_centavos: 0 })
  if (plural.startsWith('stock transfer')) {
    const other = { direction: 'OUT', other_store_id: siblingId, transfer_id: variantId }
    const document = await insert('stock_transfers', other)
    const line = { document_id: document, line_no: 1, variant_id: variantId, quantity: 1 }
    return plural === 'stock transfers' ? document : insert('stock_transfer_lines', line)
  }
  const count = await insert('stock_counts', { line_count: 1 })
  const line = { count_id: count, variant_id: variantId, expected: 1 }
  return plural === 'stock counts' ? count : insert('stock_count_lines', line)
}

async function attempt(person: Person, plural: string, verb: Verb, id: string): Promise<Answer> {
  const path = pathOf(plural)
  if (verb === 'list') return app.call(person, 'GET', `${path}?limit=200&storeId=${store.id}`)
  if (verb === 'get') return app.call(person, 'GET', `${path}/${id}`)
  if (verb === 'create') return app.call(person, 'POST', path, { storeId: store.id, ...body(plural) })
  const changed = Object.entries(body(plural)).at(-1) as [string, unknown]
  if (verb === 'update') return app.call(person, 'PATCH', `${path}/${id}`, Object.fromEntries([changed]))
  return app.call(person, 'DELETE', `${path}/${id}`)
}

const snapshot = async (plural: string) =>
  (await app.admin.query(`select * from ${byName[plural]?.table} order by id`)).rows

/** Calls every verb of every collection, and checks the rows. */
export function collectionsByVerb(): void {
  beforeAll(async () => {
    app = await startApp({
      routes: ({ database }) => {
        const service = collectionsService({ database })
        return declared.flatMap((each) => collectionRoutes(each, service))
      },
    })
    const { world } = app
    const merchant = await world.merchant()
    store = await world.store(merchant)
    const sibling = await world.store(merchant)
    siblingId = sibling.id
    who = {
      manager: await world.member(store, 'manager'),
      supervisor: await world.member(store, 'supervisor'),
      cashier: await world.member(store, 'cashier'),
      sibling: await world.member(sibling, 'manager'),
      otherMerchant: (await world.store()).manager,
      customer: await world.person(),
      operator: await world.operator(),
      admin: await world.platformAdmin(),
    }
    productId = await makeRow('products')
  })
  afterAll(() => app.close())

  describe.each(Object.keys(expected))('%s', (plural) => {
    test.each(people)('as %s: every verb follows the store matrix', async (name) => {
      const mine = [await makeRow(plural), await makeRow(plural)]
      const answers: Record<string, number | '-'> = {}
      for (const verb of verbs) {
        const before = await snapshot(plural)
        const answer = await attempt(who[name], plural, verb, mine[0] as string)
        const hasRoute =
          verb === 'list' || verb === 'get' || (byName[plural]?.writes ?? []).includes(verb as 'create')
        answers[verb] = hasRoute ? answer.status : '-'
        if (verb === 'list') {
          expect(answer.status).toBe(200)
          answers[verb] = answer.body.items.filter(({ id }: { id: string }) => mine.includes(id)).length
          const foreign = answer.body.items.filter(
            (item: { id: string; storeId?: string }) => (item.storeId ?? item.id) !== store.id,
          )
          expect(foreign, 'a list that names a store is of that store').toEqual([])
        }
        if (answer.status >= 400) expect(await snapshot(plural), 'a refusal changes nothing').toEqual(before)
      }
      // The two rows of this collection are the stores themselves.
      if (plural === 'stores') answers['list'] = Math.min(1, Number(answers['list']))
      expect(answers).toEqual(expected[plural]?.[name])
    })

    test.each(
      Object.keys(outsiders) as Who[],
    )('as %s: a foreign row and an absent one get the same answer, byte for byte', async (name) => {
      const foreign = await makeRow(plural)
      const writes = byName[plural]?.writes ?? []
      for (const verb of ['get', 'update', 'delete'] as const) {
        if (verb !== 'get' && !writes.includes(verb)) continue
        const [one, other] = [
          await attempt(who[name], plural, verb, foreign),
          await attempt(who[name], plural, verb, absentId),
        ]
        const bare = (text: string) => text.replace(/"requestId":"[^"]*"/, '')
        expect(bare(one.text)).toBe(bare(other.text))
        expect(one.status).toBe(404)
      }
    })

    test('every route requires a session', async () => {
      const answer = await app.call(undefined, 'GET', pathOf(plural))
      expect(answer.status).toBe(401)
    })
  })

  test('a cashier can read but not change their own staff record', async () => {
    const list = await app.call(who.cashier, 'GET', `/pos/employees?storeId=${store.id}`)
    expect(list.body.items.map(({ email }: { email: string }) => email)).toEqual([who.cashier.email])
    const [{ id }] = list.body.items
    expect((await app.call(who.cashier, 'GET', `/pos/employees/${id}`)).status).toBe(200)
    const answer = await app.call(who.cashier, 'PATCH', `/pos/employees/${id}`, { position: 'Directora' })
    expect(answer.status).toBe(403)
    expect(answer.body).toMatchObject({ code: 'forbidden', requiredRole: 'store:manager' })
    expect((await app.call(who.cashier, 'DELETE', `/pos/employees/${id}`)).status).toBe(403)
  })

  test('creating in a store without a role there is answered like a store that does not exist', async () => {
    const bare = (text: string) => text.replace(/"requestId":"[^"]*"/, '')
    const order = { name: 'x', priceCentavos: 1 }
    const foreign = await app.call(who.otherMerchant, 'POST', '/pos/products', {
      storeId: store.id,
      ...order,
    })
    const absent = await app.call(who.otherMerchant, 'POST', '/pos/products', { storeId: absentId, ...order })
    expect(foreign.status).toBe(403)
    expect(bare(foreign.text)).toBe(bare(absent.text))
  })

  test('without a storeId, a member of two stores reads and changes the rows of both', async () => {
    const { world } = app
    const [here, there] = [await world.store(), await world.store()]
    const both = await world.member(here, 'supervisor')
    await world.member(there, 'cashier', both)
    const ids: string[] = []
    for (const place of [here, there])
      ids.push(
        (await app.call(place.manager, 'POST', '/pos/products', { storeId: place.id, ...body('products') }))
          .body.id,
      )
    const seen = await app.call(both, 'GET', '/pos/products')
    expect(seen.body.items.map(({ id }: { id: string }) => id).sort()).toEqual([...ids].sort())
    const one = await app.call(both, 'GET', `/pos/products?storeId=${there.id}`)
    expect(one.body.items.map(({ id }: { id: string }) => id)).toEqual([ids[1]])
    expect((await app.call(both, 'PATCH', `/pos/products/${ids[0]}`, { name: 'n' })).status).toBe(200)
    expect((await app.call(both, 'PATCH', `/pos/products/${ids[1]}`, { name: 'n' })).status).toBe(403)
  })

  test('people of a suspended merchant can read and create nothing', async () => {
    const { world } = app
    const closing = await world.store()
    const id = (
      await app.call(closing.manager, 'POST', '/pos/products', { storeId: closing.id, ...body('products') })
    ).body.id
    await app.admin.query(`select platform.write_status($1, 'SUSPENDED')`, [closing.merchantId])
    expect(
      (await app.call(closing.manager, 'GET', `/pos/products?storeId=${closing.id}`)).body.items,
    ).toEqual([])
    expect((await app.call(closing.manager, 'PATCH', `/pos/products/${id}`, { name: 'n' })).status).toBe(404)
    const refused = await app.call(closing.manager, 'POST', '/pos/products', {
      storeId: closing.id,
      ...body('products'),
    })
    expect(refused.body).toMatchObject({ status: 403, code: 'merchant_suspended' })
  })
}
