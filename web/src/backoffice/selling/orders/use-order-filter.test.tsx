import { QueryClient } from '@tanstack/react-query'
import { afterAll, expect, test, vi } from 'vitest'
import { drawnAt } from '../../../desk/search/fake-address.tsx'

// The client of the API is made for the page's origin.
vi.stubGlobal('location', { origin: 'http://localhost' })
afterAll(() => vi.unstubAllGlobals())
const { tillsQuery } = await import('./orders-query.ts')
const { useOrderFilter } = await import('./use-order-filter.ts')

const till = '01900000-0000-7000-8000-000000000001'
const elsewhere = '01900000-0000-7000-8000-000000000002'

/** What the list asks for at this address, in a store whose tills are these, are being read, or could not be read. */
async function filterAt(search: string, tillIds: readonly string[] | 'reading' | 'unread') {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retryOnMount: false } } })
  const { queryKey } = tillsQuery('s1')
  if (tillIds === 'unread') {
    const queryFn = () => Promise.reject(new Error('no answer'))
    await queryClient.prefetchQuery({ queryKey, queryFn, retry: false })
  } else if (tillIds !== 'reading') queryClient.setQueryData(queryKey, tillIds.map((id) => ({ id })) as never)
  let filter: ReturnType<typeof useOrderFilter> | undefined
  const List = () => {
    filter = useOrderFilter('s1', 'CEN')
    return null
  }
  await drawnAt(search, List, queryClient)
  return filter
}

test('tickets are filtered by a till of their store', async () => {
  const filter = { q: 'A-000012', soldOn: '2026-03-01', terminalId: till }
  expect(await filterAt(`?q=a12&dia=2026-03-01&caja=${till}`, [till])).toEqual({ filter, isReady: true })
})

test('a till of another store is dropped from the filter, because the page cannot show it', async () => {
  expect(await filterAt(`?caja=${elsewhere}`, [till])).toEqual({ filter: {}, isReady: true })
})

test('tickets of a till are read only when its store is known', async () => {
  expect(await filterAt(`?caja=${till}`, 'reading')).toMatchObject({ isReady: false })
  expect(await filterAt('?dia=2026-03-01', 'reading')).toMatchObject({ isReady: true })
})

test('tickets stay filtered by their till when the tills of the store cannot be read', async () => {
  expect(await filterAt(`?caja=${till}`, 'unread')).toEqual({ filter: { terminalId: till }, isReady: true })
})
