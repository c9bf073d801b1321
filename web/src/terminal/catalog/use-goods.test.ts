import { QueryClient } from '@tanstack/react-query'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type * as Goods from './use-goods.ts'

let goods: typeof Goods
let items: { id: string; updatedAt: string }[] = []
let writtenCount = 0

beforeAll(async () => {
  vi.stubGlobal('location', { origin: 'http://till.test' })
  vi.stubGlobal('fetch', async (request: Request) =>
    Response.json({
      items: new URL(request.url).pathname === '/pos/products' ? items : [],
      nextCursor: null,
      deletedIds: [],
      syncedTo: '2026-11-27T10:00:00Z',
    }),
  )
  // A device without room: each attempt to write is counted, and fails.
  vi.stubGlobal('indexedDB', {
    open() {
      writtenCount += 1
      throw new DOMException('full', 'QuotaExceededError')
    },
  })
  goods = await import('./use-goods.ts')
})
afterAll(() => vi.unstubAllGlobals())

test('the catalog is written to the device after a change, and not while nothing changes', async () => {
  const queryClient = new QueryClient()
  const refetched = () => queryClient.fetchQuery({ ...goods.copyQuery('s1', null), staleTime: 0 })
  await refetched()
  expect(writtenCount, 'nothing is new').toBe(0)
  items = [{ id: 'p1', updatedAt: '2026-11-27T09:00:00Z' }]
  const changed = await refetched()
  expect([...changed.products.records.keys()]).toEqual(['p1'])
  for (const _ of [1, 2, 3]) await refetched()
  expect(writtenCount).toBe(1)
  queryClient.clear()
})
