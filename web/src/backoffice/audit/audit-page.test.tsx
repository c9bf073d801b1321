import { MantineProvider } from '@mantine/core'
import { QueryClient } from '@tanstack/react-query'
import { afterAll, expect, test, vi } from 'vitest'
import { drawnAt } from '../../desk/search/fake-address.tsx'

// The client of the API is made for the page's origin.
vi.stubGlobal('location', { origin: 'http://localhost' })
vi.stubGlobal('HTMLElement', class {})
const send = vi.fn<(request: Request) => Promise<Response>>()
vi.stubGlobal('fetch', send)
afterAll(() => vi.unstubAllGlobals())
const { Audit } = await import('./audit-page.tsx')

const person = '01900000-0000-7000-8000-000000000001'

/** Opens the page with these search parameters. @returns the page, and what it asks for */
async function opened(search: string) {
  const queryClient = new QueryClient()
  send.mockResolvedValue(Response.json({ items: [], nextCursor: null }))
  const Page = () => (
    <MantineProvider>
      <Audit storeId="s1" />
    </MantineProvider>
  )
  const page = await drawnAt(search, Page, queryClient)
  await Promise.all(
    queryClient
      .getQueryCache()
      .getAll()
      .map((query) => query.fetch()),
  )
  const asked = new URL(send.mock.lastCall?.[0].url ?? '').searchParams
  return { page, asked: Object.fromEntries(asked) }
}

test('a store’s audit trail is read for the days and the person in its address, and says so', async () => {
  const { page, asked } = await opened(`?desde=2026-03-01&hasta=2026-03-01&quien=${person}`)
  expect(asked).toMatchObject({ storeId: 's1', userId: person })
  expect(Date.parse(asked['until'] ?? '') - Date.parse(asked['from'] ?? '')).toBe(86_400_000)
  expect(page).toContain('Desde')
  expect(page).toContain('Solo una persona')
})

test('without a filter the whole trail of the store is read', async () => {
  const { page, asked } = await opened('')
  expect(asked).toEqual({ storeId: 's1', limit: '50' })
  expect(page).not.toContain('Solo una persona')
})
