import { MantineProvider } from '@mantine/core'
import type { Profile } from '@mostrador/client'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import type { Order, Refundable } from './orders-query.ts'
import type { RefundOrder } from './use-refund.ts'

// The client of the API is made for the page's origin.
vi.stubGlobal('location', { origin: 'http://localhost' })
vi.stubGlobal('window', { matchMedia: () => ({ matches: false }) })
vi.stubGlobal('HTMLElement', class {})
for (const storage of ['localStorage', 'sessionStorage'])
  vi.stubGlobal(storage, { getItem: () => null, setItem: () => undefined })
/** What the server answers to each request in turn. */
let answers: (() => Promise<Response>)[]
let sent: { path: string; key: string | null; body: unknown }[]
vi.stubGlobal('fetch', async (request: Request) => {
  const { pathname: path } = new URL(request.url)
  sent.push({ path, key: request.headers.get('idempotency-key'), body: await request.json() })
  const next = answers.shift()
  if (next === undefined) throw new Error(`nobody expects ${path}`)
  return next()
})
afterAll(() => vi.unstubAllGlobals())
const { MeContext } = await import('../../../session/me/me.ts')
const { RefundSteps } = await import('./refund-steps.tsx')
const { useRefund } = await import('./use-refund.ts')

const lost = () => Promise.reject(new TypeError('fetch failed'))
const refused = (status: number, code: string) => () => Promise.resolve(Response.json({ code }, { status }))
const done = () =>
  Promise.resolve(Response.json({ id: 'r1', folio: 'D-1', amountCentavos: 1_500 }, { status: 201 }))

const order = { id: 'o1', storeId: 's1', folio: 'A-1', lines: [], chips: [] } as Partial<Order> as Order
const line = { lineItemId: 'l1', quantity: 1, amountCentavos: 1_500, disposition: 'STOCK' } as const
const wanted: RefundOrder = { type: 'RETURN', lines: [line], reason: 'Roto' }
let queryClient: QueryClient
beforeEach(() => {
  answers = []
  sent = []
  queryClient = new QueryClient()
  leave(1_999)
})

/** What is left to refund, as the server says. */
function leave(amountLeftCentavos: number): void {
  const lines = [{ lineItemId: 'l1', quantityLeft: amountLeftCentavos < 1_000 ? 1 : 2, amountLeftCentavos }]
  queryClient.setQueryData(['orders', 'refundable', 'o1'], { lines, payments: [] } as Partial<Refundable>)
  queryClient.setQueryData(['shifts', 'own', 's1'], { id: 't1' })
}

/** The dialog, opened again. */
function dialog() {
  let refund: ReturnType<typeof useRefund> | undefined
  const Steps = () => {
    refund = useRefund('o1')
    return <RefundSteps order={order} refund={refund} />
  }
  const shown = renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <MantineProvider>
        <MeContext value={{ stores: [] } as Partial<Profile> as Profile}>
          <Steps />
        </MeContext>
      </MantineProvider>
    </QueryClientProvider>,
  )
  if (refund === undefined) throw new Error('nothing was drawn')
  return { ...(refund as ReturnType<typeof useRefund>), shown }
}

const again = 'Enviar otra vez lo mismo'

test('a refund whose answer was lost can only be sent again as it was, also when less is left and in a reopened dialog', async () => {
  answers = [lost, done]
  await dialog().refund(wanted)
  leave(499)
  const { shown, undecided, sendAgain } = dialog()
  expect(shown).toContain(again)
  expect(shown).toContain('$15.00')
  expect(shown, 'the form').not.toContain('Motivo')
  expect(undecided).toMatchObject({ order: wanted })
  await sendAgain()
  expect(sent).toHaveLength(2)
  expect(sent[1]).toEqual(sent[0])
  expect(dialog().undecided).toBeNull()
})

test.each([
  ['no answer', true, [lost]],
  ['a failure of the server', true, [refused(500, 'internal')]],
  ['too many requests', true, [refused(429, 'too_many_requests')]],
  ['a refusal', false, [refused(409, 'insufficient_cash')]],
  ['a refusal of access', false, [refused(403, 'forbidden')]],
  ['no answer and a refusal', false, [lost, refused(409, 'insufficient_cash')]],
  ['no answer and a refusal of access', true, [lost, refused(403, 'merchant_suspended')]],
  ['a success', false, [done]],
])('after %s it is open whether the refund was made: %s', async (_what, isOpen, given) => {
  answers = [...given]
  for (const _ of given) {
    const { undecided, refund, sendAgain } = dialog()
    await (undecided === null ? refund(wanted) : sendAgain())
  }
  const { shown, undecided } = dialog()
  expect(undecided !== null).toBe(isOpen)
  expect(shown.includes(again)).toBe(isOpen)
  expect(shown.includes('Motivo')).toBe(!isOpen)
})

test('after a refusal the same refund is a new decision, and has its own key', async () => {
  answers = [refused(409, 'insufficient_cash'), done]
  await dialog().refund(wanted)
  await dialog().refund(wanted)
  expect(sent.map(({ body }) => body)).toEqual([wanted, wanted])
  expect(sent[1]?.key).not.toBe(sent[0]?.key)
})
