import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, expect, test, vi } from 'vitest'

// The client of the API is made for the page's origin.
vi.stubGlobal('location', { origin: 'http://localhost' })
const send = vi.fn<(request: Request) => Promise<Response>>()
vi.stubGlobal('fetch', send)
afterAll(() => vi.unstubAllGlobals())
const { useRequest } = await import('./use-request.ts')

const order = { amountCentavos: 500_00, bankAccountId: 'a1' }
const queryClient = new QueryClient()

/** Requests this payout from a dialog that has just been opened. @returns the key it was sent with */
async function requested(amountCentavos: number, answered: () => Promise<Response>): Promise<string | null> {
  let keySent: string | null = null
  send.mockImplementationOnce((request) => {
    keySent = request.headers.get('idempotency-key')
    return answered()
  })
  let dialog: ReturnType<typeof useRequest> | undefined
  const Dialog = () => {
    dialog = useRequest('s1', () => undefined)
    return null
  }
  renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <Dialog />
    </QueryClientProvider>,
  )
  await dialog?.mutateAsync({ ...order, amountCentavos }).catch(() => undefined)
  return keySent
}

const lost = () => Promise.reject(new TypeError('fetch failed'))
const done = () => Promise.resolve(Response.json({ id: 'r1' }, { status: 201 }))

test('a payout asked for again after a lost answer, in a dialog opened again, is the same request', async () => {
  const first = await requested(500_00, lost)
  expect(first).not.toBeNull()
  expect(await requested(500_00, done)).toBe(first)
  expect(await requested(500_00, done)).not.toBe(first)
})

test('a payout of another amount is another request', async () => {
  const first = await requested(600_00, lost)
  expect(await requested(700_00, done)).not.toBe(first)
})

test.each([
  ['was lost', lost],
  ['came', done],
])('the list of payouts and the balance are read again when the answer %s', async (_, answered) => {
  for (const key of ['settlements', 'wallet']) queryClient.setQueryData([key, 's1'], {})
  await requested(800_00, answered)
  for (const key of ['settlements', 'wallet'])
    expect(queryClient.getQueryState([key, 's1'])?.isInvalidated).toBe(true)
})
