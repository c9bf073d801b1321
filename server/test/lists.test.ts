import { beforeAll, expect, test } from 'vitest'
import { encodeCursor, listName } from '../src/collections/cursor.ts'
import type { Route } from '../src/http/route.ts'
import { sharedProduct } from './shared-product.ts'
import type { Person, Store } from './world.ts'

let app: Awaited<ReturnType<typeof sharedProduct>>
let store: Store
let admin: Person
/** Values of path and required query parameters, by name. */
let known: Readonly<Record<string, string>>

beforeAll(async () => {
  app = await sharedProduct()
  store = await app.world.store()
  admin = await app.world.platformAdmin()
  // A list of merchants has a second page.
  await app.world.store()
  await app.admin.query(
    `insert into settings.settings (key, value) values ('giftcards_admin_list_web', 'true')`,
  )
  known = { id: await app.world.webhook(store), merchantId: store.merchantId, storeId: store.id }
})

const listsOf = (routes: readonly Route[]) =>
  routes.filter(({ method, query }) => method === 'GET' && query?.properties['cursor'] !== undefined)

const ask = (route: Route, cursor: string) => {
  const path = route.path.replace(/\{(\w+)\}/g, (_all, name: string) => known[name] ?? '')
  const required = (route.query as { required?: string[] } | undefined)?.required ?? []
  const named = required.flatMap((name) => (known[name] === undefined ? [] : [[name, known[name]]]))
  const query = new URLSearchParams({ ...Object.fromEntries(named), cursor })
  const person = route.access.startsWith('platform:') ? admin : store.manager
  return app.call(person, 'GET', `${path}?${query}`)
}

test('every list of the product is tested here, and is paged', () => {
  const isPage = ({ responses }: Route) =>
    Object.hasOwn((responses[200] as { properties?: object } | null)?.properties ?? {}, 'nextCursor')
  const pages = app.product.routes.filter(isPage).map(({ path }) => path)
  const lists = listsOf(app.product.routes).map(({ path }) => path)
  expect(lists).toEqual(pages)
  expect(lists.length).toBeGreaterThan(60)
})

test('every list takes back the longest cursor, with a name of the longest characters as it is sorted by', async () => {
  const ids = ['01890000-0000-7000-8000-000000000000']
  const folded = async (name: string): Promise<string> =>
    (await app.admin.query('select app.fold($1) as key', [name])).rows[0].key
  // The last one is one character of four bytes, and is sorted by as three of them.
  for (const character of ['한', '"', '\u{1d160}']) {
    const cursor = encodeCursor(listName([]), [await folded(character.repeat(160)), ...ids])
    for (const { path, query } of listsOf(app.product.routes)) {
      const { maxLength } = query?.properties['cursor'] as { readonly maxLength?: number }
      expect(maxLength, path).toBeGreaterThanOrEqual(cursor.length)
    }
  }
})

test('every list refuses a cursor that is not its own', async () => {
  for (const name of ['uno', 'dos']) {
    const order = { storeId: store.id, name, priceCentavos: 100 }
    expect((await app.call(store.manager, 'POST', '/pos/products', order)).status).toBe(201)
  }
  const [products, merchants] = await Promise.all([
    app.call(store.manager, 'GET', '/pos/products?limit=1&sort=-name'),
    app.call(admin, 'GET', '/platform/merchants?limit=1&status=ACTIVE'),
  ])
  const id = '01890000-0000-7000-8000-000000000000'
  const foreign = {
    'no cursor at all': 'x',
    'no position': Buffer.from('{}').toString('base64url'),
    'a number': '12',
    'made up': encodeCursor('list', [id]),
    'of another list of the store': products.body.nextCursor as string,
    'of another list of the platform': merchants.body.nextCursor as string,
  }
  for (const route of listsOf(app.product.routes)) {
    for (const [what, cursor] of Object.entries(foreign)) {
      expect(cursor, what).toBeTypeOf('string')
      const answer = await ask(route, cursor)
      expect([answer.status, answer.body.code], `${route.path}, ${what}: ${answer.text}`).toEqual([
        422,
        'invalid_cursor',
      ])
    }
  }
})
