import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import type { App } from '../../test/app.ts'
import { sharedProduct } from '../../test/shared-product.ts'
import type { Person, Store } from '../../test/world.ts'
import { decodeCursor, encodeCursor, listName } from './cursor.ts'

let app: App
beforeAll(async () => {
  app = await sharedProduct()
})

/** Inserted directly into the table: the subject is listing, not creating. */
async function stock(store: Store, rows: readonly { name: string; price: number; at?: string }[]) {
  const { rows: made } = await app.admin.query<{ id: string }>(
    `insert into catalog.products (merchant_id, id, store_id, permission_set, name, price_centavos, created_at)
     select $1, app.uuid_v7(), $2, authz.set_of($1, $2, 'catalog'), r.name, r.price, coalesce(r.at, now())
       from jsonb_to_recordset($3) as r (name text, price bigint, at timestamptz) returning id`,
    [store.merchantId, store.id, JSON.stringify(rows)],
  )
  return made.map(({ id }) => id)
}

const page = async (person: Person, query: string, cursor?: string | null) =>
  app.call(person, 'GET', `/pos/products?${query}${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`)

const sorts = ['name', '-name', 'priceCentavos', '-priceCentavos', 'createdAt', '-createdAt'] as const

test('paging returns every row once, in order, while rows are added before and after', async () => {
  const letters = fc.constantFrom('a', 'á', 'B', 'ñ', 'z', '😀', '한', ' ', '%')
  const row = fc.record({
    // Few distinct values, so that many rows tie and the id decides.
    name: fc.array(letters, { minLength: 1, maxLength: 3 }).map((parts) => `x${parts.join('')}`),
    price: fc.integer({ min: 0, max: 3 }),
    at: fc.integer({ min: 0, max: 5 }).map((microseconds) => `2026-01-01T00:00:00.00000${microseconds}Z`),
  })
  const walk = fc.record({
    rows: fc.array(row, { maxLength: 23 }),
    added: fc.array(row, { maxLength: 5 }),
    limit: fc.integer({ min: 1, max: 7 }),
    sort: fc.constantFrom(...sorts),
  })
  await fc.assert(
    fc.asyncProperty(walk, async ({ rows, added, limit, sort }) => {
      const store = await app.world.store()
      const ids = await stock(store, rows)
      const query = `storeId=${store.id}&limit=${limit}&sort=${sort}`
      const seen: { id: string }[] = []
      let cursor: string | null = null
      let pages = 0
      do {
        const answer = await page(store.manager, query, cursor)
        expect(answer.status, answer.text).toBe(200)
        expect(answer.body.items.length).toBeLessThanOrEqual(limit)
        seen.push(...answer.body.items)
        cursor = answer.body.nextCursor
        const next = added[pages++]
        if (next !== undefined) await stock(store, [next])
        expect(pages, 'paging ends').toBeLessThan(200)
      } while (cursor !== null)
      const seenIds = seen.map(({ id }) => id)
      expect(new Set(seenIds).size, 'no row twice').toBe(seenIds.length)
      expect(
        ids.filter((id) => !seenIds.includes(id)),
        'no row missed',
      ).toEqual([])
      const whole = await page(store.manager, `storeId=${store.id}&limit=200&sort=${sort}`)
      const order = whole.body.items.map(({ id }: { id: string }) => id)
      expect(seenIds, 'in order').toEqual(order.filter((id: string) => seenIds.includes(id)))
    }),
    { numRuns: 40 },
  )
})

test('a cursor is valid only for its own list and caller', async () => {
  const store = await app.world.store()
  const colleague = await app.world.member(store, 'supervisor')
  const stranger = (await app.world.store()).manager
  await stock(
    store,
    [1, 2, 3].map((price) => ({ name: 'secreto', price })),
  )
  const query = `storeId=${store.id}&limit=1`
  const { nextCursor } = (await page(store.manager, query)).body
  expect((await page(store.manager, query, nextCursor)).body.items).toHaveLength(1)
  expect((await page(store.manager, `storeId=${store.id}&limit=2`, nextCursor)).body.items).toHaveLength(2)
  const others: [Person, string][] = [
    [store.manager, `${query}&sort=-name`],
    [store.manager, `${query}&sort=priceCentavos`],
    [store.manager, `${query}&q=s`],
    [store.manager, `${query}&kind=GOODS`],
    [store.manager, 'limit=1'],
    [colleague, query],
    [stranger, query],
  ]
  for (const [person, other] of others) {
    const answer = await page(person, other, nextCursor)
    expect([answer.status, answer.body.code], other).toEqual([422, 'invalid_cursor'])
  }
  const elsewhere = `/pos/categories?${query}&cursor=${nextCursor}`
  expect((await app.call(store.manager, 'GET', elsewhere)).body.code).toBe('invalid_cursor')
})

test('a forged cursor is refused and breaks nothing', async () => {
  const store = await app.world.store()
  await stock(store, [{ name: 'a', price: 1 }])
  const list = listName(['product', store.manager.id, store.id, 'createdAt', '', {}])
  const id = '01890000-0000-7000-8000-000000000000'
  const query = `storeId=${store.id}&sort=createdAt`
  const good = encodeCursor(list, ['2020-01-01T00:00:00.000000Z', id])
  expect((await page(store.manager, query, good)).body.items, 'the list has the expected name').toHaveLength(
    1,
  )
  const keys = [
    '',
    'x',
    '2026-02-30T00:00:00.000000Z',
    '2026-13-01T00:00:00.000000Z',
    '0000-01-01T00:00:00.000000Z',
  ]
  for (const key of keys)
    expect((await page(store.manager, query, encodeCursor(list, [key, id]))).body.code, key).toBe(
      'invalid_cursor',
    )
  for (const cursor of ['x', 'e30', Buffer.from('[1,2,3]').toString('base64url'), good.slice(1)])
    expect((await page(store.manager, query, cursor)).body.code, cursor).toBe('invalid_cursor')
})

test('a position survives encoding and decoding', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 160 }), fc.uuid(), (text, id) => {
      const key = text.replaceAll('\0', '')
      expect(decodeCursor('list', ['text', 'uuid'], encodeCursor('list', [key, id]))).toEqual([key, id])
    }),
  )
})
