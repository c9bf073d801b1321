import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { lastOrderId as LastOrderId } from './last-order.ts'
import type { ordersQuery as OrdersQuery } from './order-queries.ts'

let ordersQuery: typeof OrdersQuery
let lastOrderId: typeof LastOrderId
/** The store's orders, newest first; `null`: nobody answers. */
let sold: { id: string; shiftId: string }[] | null

beforeAll(async () => {
  vi.stubGlobal('location', { origin: 'http://till.test' })
  vi.stubGlobal('fetch', async () => {
    if (sold === null) throw new TypeError('fetch failed')
    return Response.json({ items: sold, nextCursor: null })
  })
  ordersQuery = (await import('./order-queries.ts')).ordersQuery
  lastOrderId = (await import('./last-order.ts')).lastOrderId
})
afterAll(() => vi.unstubAllGlobals())
beforeEach(() => {
  sold = [{ id: 'first', shiftId: 't1' }]
})

/** Opens the list, as the till keeps it: what was read a moment ago is not read again unless the query says so. */
function till() {
  const queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: 10_000, retry: false } } })
  return () => {
    const list = new InfiniteQueryObserver(queryClient, ordersQuery('s1', ''))
    const close = list.subscribe(() => undefined)
    const last = () => lastOrderId(list.getCurrentResult(), 't1')
    return { list, last, close }
  }
}

test('the last order is that of a list which was read since it was opened, however late that comes', async () => {
  const open = till()
  const before = open()
  await expect.poll(before.last).toBe('first')
  before.close()
  sold = [{ id: 'other', shiftId: 't2' }, { id: 'second', shiftId: 't1' }, ...(sold ?? [])]
  const { list, last, close } = open()
  expect(list.getCurrentResult().data).toHaveLength(1)
  expect(last()).toBeUndefined()
  await expect.poll(last).toBe('second')
  close()
})

test('a list that could not be read again has no last order until it is read', async () => {
  const open = till()
  const before = open()
  await expect.poll(before.last).toBe('first')
  before.close()
  sold = null
  const { list, last, close } = open()
  await expect.poll(() => list.getCurrentResult().isError).toBe(true)
  expect(last()).toBeUndefined()
  sold = [{ id: 'second', shiftId: 't1' }]
  await list.refetch()
  expect(last()).toBe('second')
  close()
})
