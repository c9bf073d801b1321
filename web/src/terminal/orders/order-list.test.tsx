import { MantineProvider } from '@mantine/core'
import type { Profile } from '@mostrador/client'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, expect, test, vi } from 'vitest'

/** What the server answers with; `null`: nobody answers. */
let orders: object[] | null = []
vi.stubGlobal('location', { origin: 'http://till.test' })
vi.stubGlobal('fetch', async () => {
  if (orders === null) throw new TypeError('fetch failed')
  return Response.json({ items: orders, nextCursor: null })
})
afterAll(() => vi.unstubAllGlobals())
const { MeContext } = await import('../../session/me/me.ts')
const { OrderList } = await import('./order-list.tsx')
const { ordersQuery } = await import('./order-queries.ts')

const me: Partial<Profile> = { stores: [] }
const order = {
  ...{ id: 'o1', folio: 'A-000001', cashierName: 'Ana', shiftId: 't1' },
  ...{ soldAt: '2026-11-21T10:00:00Z', totalCentavos: 1_900, roundingCentavos: 0 },
}

/** The list after it was read once with each of these answers. */
async function shownAfter(...answers: (object[] | null)[]): Promise<string> {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  for (const each of answers) {
    orders = each
    await queryClient.fetchInfiniteQuery(ordersQuery('s1', '')).catch(() => undefined)
  }
  return renderToStaticMarkup(
    <MantineProvider env="test">
      <QueryClientProvider client={queryClient}>
        <MeContext value={me as Profile}>
          <OrderList storeId="s1" isLast />
        </MeContext>
      </QueryClientProvider>
    </MantineProvider>,
  )
}

test('a list that could not be read again says so above what it last had, and offers to retry', async () => {
  expect(await shownAfter([order])).not.toContain('role="alert"')
  expect(await shownAfter([order], null)).toMatch(/role="alert".*Reintentar.*A-000001/s)
  expect(await shownAfter([order], null, [order])).not.toContain('role="alert"')
})

test('a list that could not be read again does not say that there are no sales', async () => {
  expect(await shownAfter([])).toContain('Todavía no hay')
  expect(await shownAfter([], null)).not.toContain('Todavía no hay')
})
