import { QueryClient } from '@tanstack/react-query'
import { afterAll, expect, test, vi } from 'vitest'

// The client of the API is made for the page's origin.
vi.stubGlobal('location', { origin: 'http://localhost' })
const send = vi.fn<(request: Request) => Promise<Response>>()
vi.stubGlobal('fetch', send)
afterAll(() => vi.unstubAllGlobals())
const { webhooksQuery } = await import('./webhooks-query.ts')

test('the webhooks of one merchant are listed, and another merchant of the same owner has a list of its own', async () => {
  const queryClient = new QueryClient()
  send.mockImplementation(async () => Response.json({ items: [], nextCursor: null }))
  for (const merchantId of ['m1', 'm2']) await queryClient.fetchInfiniteQuery(webhooksQuery(merchantId))
  const asked = send.mock.calls.map(([{ url }]) => new URL(url).searchParams.get('merchantId'))
  expect(asked).toEqual(['m1', 'm2'])
})
