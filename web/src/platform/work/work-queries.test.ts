import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterAll, expect, test, vi } from 'vitest'

// The client of the API is made for the page's origin.
vi.stubGlobal('location', { origin: 'http://localhost' })
const send = vi.fn<(request: Request) => Promise<Response>>()
vi.stubGlobal('fetch', send)
afterAll(() => vi.unstubAllGlobals())
const { workQuery } = await import('./work-queries.ts')

test('durable work is followed until it is over, also while the server is away, and not when there is none', async () => {
  const query = workQuery('w1')
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const observer = new QueryObserver(client, query)
  const again = async (status: number, body: object) => {
    send.mockImplementation(async () => Response.json(body, { status }))
    await observer.refetch()
    const { refetchInterval } = query
    return typeof refetchInterval === 'function' ? refetchInterval(observer.getCurrentQuery()) : undefined
  }
  expect(await again(404, { code: 'not_found' })).toBe(false)
  expect(await again(429, { code: 'too_many_requests' })).toBeGreaterThan(0)
  expect(await again(503, { code: 'not_ready' })).toBeGreaterThan(0)
  expect(await again(200, { status: 'RUNNING' })).toBeGreaterThan(0)
  expect(await again(200, { status: 'SUCCEEDED' })).toBe(false)
})
