import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, expect, test, vi } from 'vitest'

const merchant = (id: string, tradeName: string) => ({ id, name: `${tradeName} SA`, tradeName })

// The client of the API is made for the page's origin.
vi.stubGlobal('location', { origin: 'http://localhost' })
vi.stubGlobal('fetch', (request: Request) =>
  Promise.resolve(
    Response.json(
      new URL(request.url).pathname === '/platform/merchants/m9'
        ? merchant('m9', 'Papelería Sol')
        : { items: [merchant('m1', 'Abarrotes Lupita')], nextCursor: null },
    ),
  ),
)
afterAll(() => vi.unstubAllGlobals())
const { MerchantPicker } = await import('./merchant-picker.tsx')

/** The picker with this merchant selected, once everything that it asked for was answered. */
async function drawn(value: string | null): Promise<string> {
  const queryClient = new QueryClient()
  const draw = () =>
    renderToStaticMarkup(
      <QueryClientProvider client={queryClient}>
        <MantineProvider>
          <MerchantPicker label="Comercio" value={value} onChange={() => undefined} />
        </MantineProvider>
      </QueryClientProvider>,
    )
  draw()
  const queries = queryClient.getQueryCache().getAll()
  await Promise.all(
    queries.filter(({ queryKey }) => queryKey[1] === 'picker' || value !== null).map((each) => each.fetch()),
  )
  return draw()
}

test('the merchant in a page’s address is shown by its name, although the search does not list it', async () => {
  expect(await drawn('m9')).toContain('value="Papelería Sol (Papelería Sol SA)"')
})

test('without a merchant the picker is empty', async () => {
  expect(await drawn(null)).toContain('value=""')
})
