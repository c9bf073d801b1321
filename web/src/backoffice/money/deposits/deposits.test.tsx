import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, expect, test, vi } from 'vitest'

// The client of the API is made for the page's origin.
vi.stubGlobal('location', { origin: 'http://localhost' })
vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ code: 'forbidden' }, { status: 403 })))
afterAll(() => vi.unstubAllGlobals())
const { FundingAccount } = await import('./funding-account.tsx')
const { pollMs } = await import('./queries.ts')

test.each([
  [['CREDITED', 'REPORTED'], 30_000],
  [['CREDITED', 'REJECTED'], false],
  [[], false],
] as const)('deposits that are %j are polled every %s ms', (statuses, everyMs) => {
  expect(pollMs(statuses.map((status) => ({ status })))).toBe(everyMs)
})

test('a merchant reads that the account for deposits could not be read', async () => {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false, retryOnMount: false } } })
  const draw = () =>
    renderToStaticMarkup(
      <QueryClientProvider client={queryClient}>
        <MantineProvider>
          <FundingAccount storeId="s1" />
        </MantineProvider>
      </QueryClientProvider>,
    )
  expect(draw()).not.toContain('Reintentar')
  const [query] = queryClient.getQueryCache().getAll()
  await query?.fetch().catch(() => undefined)
  expect(draw()).toContain('Reintentar')
})
