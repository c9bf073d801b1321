import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'

// The client of the API is made for the page's origin.
vi.stubGlobal('location', { origin: 'http://till.test' })
afterAll(() => vi.unstubAllGlobals())
const { Asked } = await import('./asked.tsx')

let client: QueryClient
beforeEach(() => {
  // What failed stays so on the page that is drawn here once.
  client = new QueryClient({ defaultOptions: { queries: { retry: false, retryOnMount: false } } })
})

const keyOf = (id: string) => ['approvals', 'one', id]
const load = (id: string, disposition: 'STOCK' | 'WASTE' = 'STOCK') =>
  client.setQueryData(keyOf(id), {
    ...{ id, type: 'RETURN', requesterName: 'Ana', reason: 'Venía roto', refundMethod: null },
    ...{ valueCentavos: 1_900, percentageBps: null },
    goods: [
      {
        ...{ lineItemId: `l${id}`, name: `Refresco ${id}`, unit: 'PIECE', quantity: 1 },
        ...{ amountCentavos: 1_900, disposition },
      },
    ],
  })
const fail = (id: string) =>
  client.prefetchQuery({ queryKey: keyOf(id), queryFn: () => Promise.reject(new TypeError('fetch failed')) })

const shown = () =>
  renderToStaticMarkup(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <Asked approvalIds={['a1', 'a2']}>
          <input name="pin" />
        </Asked>
      </QueryClientProvider>
    </MantineProvider>,
  )

test('the approver is asked for code and PIN under all that they sign', () => {
  load('a1')
  load('a2')
  expect(shown()).toMatch(/Refresco a1.*Refresco a2.*<input/s)
})

test('nobody is asked for code and PIN while a request is being read', () => {
  load('a1')
  const page = shown()
  expect(page).toContain('aria-busy="true"')
  expect(page).not.toContain('<input')
})

test('nobody is asked for code and PIN for a request that could not be read, but it can be read again', async () => {
  load('a1')
  await fail('a2')
  const page = shown()
  expect(page).toContain('role="alert"')
  expect(page).toContain('Reintentar')
  expect(page).not.toContain('<input')
})

test('goods that are to be thrown away say so, and no others', () => {
  load('a1', 'WASTE')
  load('a2')
  expect(shown().match(/Refresco a\d|se tira/g)).toEqual(['Refresco a1', 'se tira', 'Refresco a2'])
})
