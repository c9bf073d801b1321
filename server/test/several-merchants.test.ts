import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import type { Route } from '../src/http/route.ts'
import { sharedProduct } from './shared-product.ts'
import type { Person, Store } from './world.ts'

let app: Awaited<ReturnType<typeof sharedProduct>>
/** Manager of one store of each of three merchants. */
let manager: Person
/** Manager of one of them. */
let neighbour: Person
let storeIds: string[]

beforeAll(async () => {
  app = await sharedProduct()
  const [store, ...others] = [await app.world.store(), await app.world.store(), await app.world.store()]
  for (const other of others) await app.world.member(other, 'manager', store.manager)
  manager = store.manager
  neighbour = others[0]?.manager as Person
  storeIds = [store, ...others].map(({ id }) => id)
  for (const each of [store, ...others]) for (const name of ['uno', 'dos', 'tres']) await stocked(each, name)
})

async function stocked({ merchantId, id: storeId }: Store, name: string): Promise<void> {
  const at = [merchantId, storeId, randomUUID()]
  for (const insert of [
    `products (merchant_id, store_id, id, permission_set, name, price_centavos, tracks_stock)
       values ($1, $2, $3, authz.set_of($1, $2, 'catalog'), '${name}', 100, true)`,
    `variants (merchant_id, store_id, id, permission_set, product_id)
       values ($1, $2, $3, authz.set_of($1, $2, 'catalog'), $3)`,
  ])
    await app.admin.query(`insert into catalog.${insert}`, at)
  await app.admin.query(
    `insert into stock.stock_levels (merchant_id, store_id, id, permission_set, on_hand)
     values ($1, $2, $3, authz.set_of($1, $2, 'inventory'), 5)`,
    at,
  )
}

/** The lists and files that are about all stores of the caller. The events have no end. */
const reads = (routes: readonly Route[]) =>
  routes.filter(({ method, path, access, query }) => {
    const { required = [], properties = {} } = (query ?? {}) as {
      required?: string[]
      properties?: Properties
    }
    const isAsked = required.some((name) => properties[name]?.default === undefined)
    return method === 'GET' && access === 'rows' && !path.includes('{') && path !== '/events' && !isAsked
  })

type Properties = Readonly<Record<string, { readonly default?: unknown }>>

test.each([
  ['of several merchants', () => manager],
  ['of one merchant', () => neighbour],
])('somebody with stores %s reads all of them at once, in every list and file', async (_stores, reader) => {
  const all = reads(app.product.routes)
  expect(all.length).toBeGreaterThan(40)
  const refused: string[] = []
  for (const { path } of all) {
    const { status, text } = await app.call(reader(), 'GET', path)
    if (status !== 200) refused.push(`${status} ${path}: ${text.slice(0, 150)}`)
  }
  expect(refused).toEqual([])
})

test('pages of such a list are in order over all stores, without a gap', async () => {
  const names: string[] = []
  const stores = new Set<string>()
  let cursor: string | null = ''
  while (cursor !== null) {
    const query = new URLSearchParams({ sort: 'name', limit: '2', ...(cursor !== '' && { cursor }) })
    const { body } = await app.call(manager, 'GET', `/pos/products?${query}`)
    for (const { name, storeId } of body.items) {
      names.push(name)
      stores.add(storeId)
    }
    cursor = body.nextCursor
  }
  expect(names).toEqual(['dos', 'dos', 'dos', 'tres', 'tres', 'tres', 'uno', 'uno', 'uno'])
  expect([...stores].sort()).toEqual([...storeIds].sort())
})
