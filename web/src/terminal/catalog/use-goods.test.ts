import { QueryClient } from '@tanstack/react-query'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type * as Goods from './use-goods.ts'

let goods: typeof Goods
let items: { id: string; updatedAt: string }[] = []
let syncedTo: string
/** From when changes of products were asked for. */
let askedSince: (string | null)[]
let writtenCount = 0
let isFull = false

vi.mock('idb', () => ({
  openDB: async () => ({
    async put() {
      writtenCount += 1
      if (isFull) throw new DOMException('full', 'QuotaExceededError')
    },
    close: () => undefined,
  }),
}))

beforeAll(async () => {
  vi.stubGlobal('location', { origin: 'http://till.test' })
  vi.stubGlobal('fetch', async (request: Request) => {
    const { pathname, searchParams } = new URL(request.url)
    const isProducts = pathname === '/pos/products'
    const since = searchParams.get('updatedSince')
    if (isProducts) askedSince.push(since)
    const changed = items.filter(({ updatedAt }) => since === null || updatedAt >= since)
    return Response.json({ items: isProducts ? changed : [], nextCursor: null, deletedIds: [], syncedTo })
  })
  goods = await import('./use-goods.ts')
})
afterAll(() => vi.unstubAllGlobals())
beforeEach(() => {
  items = []
  syncedTo = '2026-11-27T08:59:58Z'
  askedSince = []
  writtenCount = 0
})

/** Loads the changes of a catalog, as every minute. */
function catalog() {
  const queryClient = new QueryClient()
  return async () => {
    const copy = await queryClient.fetchQuery({ ...goods.copyQuery('s1', null), staleTime: 0 })
    // The copy is written after it is shown.
    await new Promise((resolve) => setTimeout(resolve))
    return copy
  }
}

test('the catalog is written to the device after a change, and not while nothing changes', async () => {
  const refetched = catalog()
  await refetched()
  expect(writtenCount, 'nothing is new').toBe(0)
  items = [{ id: 'p1', updatedAt: '2026-11-27T09:00:00Z' }]
  const changed = await refetched()
  expect([...changed.products.records.keys()]).toEqual(['p1'])
  for (const _ of [1, 2, 3]) await refetched()
  expect(writtenCount).toBe(1)
})

test('the catalog that could not be written is written again, until the device has room for it', async () => {
  const refetched = catalog()
  items = [{ id: 'p1', updatedAt: '2026-11-27T09:00:00Z' }]
  isFull = true
  for (const _ of [1, 2]) await refetched()
  expect(writtenCount).toBe(2)
  isFull = false
  for (const _ of [1, 2]) await refetched()
  expect(writtenCount).toBe(3)
})

test('changes that come a second time are asked for no more, and change none of the goods', async () => {
  const refetched = catalog()
  items = [{ id: 'p1', updatedAt: '2026-11-27T09:00:00Z' }]
  const first = await refetched()
  syncedTo = '2026-11-27T09:00:58Z'
  const second = await refetched()
  syncedTo = '2026-11-27T09:01:58Z'
  const third = await refetched()
  expect(askedSince).toEqual(['2000-01-01T00:00:00Z', '2026-11-27T08:59:58Z', '2026-11-27T09:00:58Z'])
  expect(second.products.records).toBe(first.products.records)
  expect(third, 'nothing came').toBe(second)
})
