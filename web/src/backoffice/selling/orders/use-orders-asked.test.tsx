import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, expect, test, vi } from 'vitest'

// The client of the API is made for the page's origin.
vi.stubGlobal('location', { origin: 'http://localhost' })
afterAll(() => vi.unstubAllGlobals())
const { tillsQuery } = await import('./orders-query.ts')
const { useOrdersAsked } = await import('./use-orders-asked.ts')

const till = '01900000-0000-7000-8000-000000000001'
const elsewhere = '01900000-0000-7000-8000-000000000002'

/** What the list asks for at this address, in a store whose tills are these, are being read, or could not be read. */
async function askedAt(search: string, tillIds: readonly string[] | 'reading' | 'unread') {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retryOnMount: false } } })
  const { queryKey } = tillsQuery('s1')
  if (tillIds === 'unread') {
    const queryFn = () => Promise.reject(new Error('no answer'))
    await queryClient.prefetchQuery({ queryKey, queryFn, retry: false })
  } else if (tillIds !== 'reading') queryClient.setQueryData(queryKey, tillIds.map((id) => ({ id })) as never)
  let asked: ReturnType<typeof useOrdersAsked> | undefined
  const List = () => {
    asked = useOrdersAsked('s1', 'CEN')
    return null
  }
  const routeTree = createRootRoute({ component: List })
  const router = createRouter({ routeTree, history: createMemoryHistory({ initialEntries: [`/${search}`] }) })
  await router.load()
  renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
  return asked
}

test('tickets are filtered by a till of their store', async () => {
  const asked = { q: 'A-000012', soldOn: '2026-03-01', terminalId: till }
  expect(await askedAt(`?q=a12&dia=2026-03-01&caja=${till}`, [till])).toEqual({ asked, isKnown: true })
})

test('tickets are never filtered by a till of another store, which the page would call every till', async () => {
  expect(await askedAt(`?caja=${elsewhere}`, [till])).toEqual({ asked: {}, isKnown: true })
})

test('tickets of a till are not asked for before it is known whether the store has it', async () => {
  expect(await askedAt(`?caja=${till}`, 'reading')).toMatchObject({ isKnown: false })
  expect(await askedAt('?dia=2026-03-01', 'reading')).toMatchObject({ isKnown: true })
})

test('tickets stay filtered by their till when the tills of the store cannot be read', async () => {
  expect(await askedAt(`?caja=${till}`, 'unread')).toEqual({ asked: { terminalId: till }, isKnown: true })
})
