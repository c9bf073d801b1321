import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, expect, test, vi } from 'vitest'

const asked: URL[] = []
// The client of the API is made for the page's origin.
vi.stubGlobal('location', { origin: 'http://localhost' })
vi.stubGlobal('fetch', async (request: Request) => {
  asked.push(new URL(request.url))
  return Response.json({ items: trail, nextCursor: null })
})
afterAll(() => vi.unstubAllGlobals())
const { PayoutTrail } = await import('./payout-trail.tsx')
const { payoutTrail } = await import('./queue-queries.ts')

const entry = (action: string, userName: string, at: string) => ({
  ...{ id: at, action, userName, at, entity: 'settlement', entityId: 'payout' },
  ...{ before: null, after: null, userId: userName, merchantId: null, storeId: null },
})
const trail = [
  entry('settlement.clabe_read', 'Ana Pérez', '2026-11-21T18:05:00Z'),
  entry('settlement.clabe_read', 'Beto Ruiz', '2026-11-21T17:00:00Z'),
  entry('settlement.processing', 'Beto Ruiz', '2026-11-21T16:59:00Z'),
]

test('a payout in sending names who put it there, and who read its CLABE last', async () => {
  const queryClient = new QueryClient()
  await queryClient.fetchQuery(payoutTrail('payout'))
  expect(Object.fromEntries(asked[0]?.searchParams ?? [])).toMatchObject({
    entity: 'settlement',
    entityId: 'payout',
  })
  const page = renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <MantineProvider>
        <PayoutTrail settlementId="payout" />
      </MantineProvider>
    </QueryClientProvider>,
  )
  const texts = page.replace(/<style.*?<\/style>/gs, '').replace(/<[^>]*>/g, '|')
  expect(texts).toMatch(/En envío por\|+Beto Ruiz · .*CLABE consultada por\|+Ana Pérez · /)
})
