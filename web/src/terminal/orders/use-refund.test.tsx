import { MantineProvider } from '@mantine/core'
import type { Profile, SalesOrder } from '@mostrador/client'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import type { RefundPlan } from './use-refund.ts'

// The client of the API is made for the page's origin.
vi.stubGlobal('location', { origin: 'http://localhost' })
vi.stubGlobal('window', { matchMedia: () => ({ matches: false }) })
vi.stubGlobal('HTMLElement', class {})
for (const storage of ['localStorage', 'sessionStorage'])
  vi.stubGlobal(storage, { getItem: () => null, setItem: () => undefined })
/** What the server answers to each request in turn. */
let answers: (() => Promise<Response>)[]
let sent: { key: string | null; body: unknown }[]
vi.stubGlobal('fetch', async (request: Request) => {
  sent.push({ key: request.headers.get('idempotency-key'), body: await request.json() })
  const next = answers.shift()
  if (next === undefined) throw new Error(`nobody expects ${request.url}`)
  return next()
})
afterAll(() => vi.unstubAllGlobals())
const { MeContext } = await import('../../session/me/me.ts')
const { RefundForm } = await import('./refund-form.tsx')
const { useRefund } = await import('./use-refund.ts')

const lost = () => Promise.reject(new TypeError('fetch failed'))
const refused = () => Promise.resolve(Response.json({ code: 'insufficient_cash' }, { status: 409 }))
const done = () =>
  Promise.resolve(Response.json({ id: 'r1', folio: 'D-1', amountCentavos: 1_500 }, { status: 201 }))

type Line = SalesOrder['lines'][number]
const line: Partial<Line> = {
  ...{ id: 'l1', productName: 'Refresco', unit: 'PIECE' },
  ...{ quantity: 3, totalCentavos: 4_500 },
}
const order = { id: 'o1', folio: 'A-1', lines: [line as Line] } as Partial<SalesOrder> as SalesOrder
const plan: RefundPlan = {
  type: 'RETURN',
  reason: 'Roto',
  lines: [{ lineItemId: 'l1', quantity: 1, disposition: 'STOCK' }],
}
let queryClient: QueryClient
beforeEach(() => {
  answers = []
  sent = []
  queryClient = new QueryClient()
})

/** The refund of the sale, opened anew. */
function opened() {
  let refund: ReturnType<typeof useRefund> | undefined
  const Refund = () => {
    refund = useRefund('o1')
    return <RefundForm order={order} onLeave={() => undefined} />
  }
  const shown = renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <MantineProvider>
        <MeContext value={{ stores: [] } as Partial<Profile> as Profile}>
          <Refund />
        </MeContext>
      </MantineProvider>
    </QueryClientProvider>,
  )
  if (refund === undefined) throw new Error('nothing was drawn')
  return { ...(refund as ReturnType<typeof useRefund>), shown }
}

const again = 'Enviar otra vez lo mismo'

test('a refund without an answer is only sent again as it was, with the same key', async () => {
  answers = [lost, lost, done]
  await opened().give(plan)
  for (const _ of [1, 2]) {
    const { shown, sendAgain } = opened()
    expect(shown).toContain(again)
    expect(shown).toContain('Roto')
    expect(shown, 'the form').not.toContain('Motivo')
    await sendAgain()
  }
  expect(sent).toEqual([{ key: expect.any(String), body: plan }, sent[0], sent[0]])
  expect(opened().shown).not.toContain(again)
})

test('a refund without an answer says of which sale it is, and what of it', async () => {
  answers = [lost]
  await opened().give(plan)
  const { shown } = opened()
  expect(shown).toContain('Devolver de A-1')
  expect(shown).toMatch(/Refresco.*1 pza/)
  expect(shown).not.toContain('Todo lo que queda')
})

test('a refund without an answer of all that was left says so', async () => {
  const { lines: _, ...all } = plan
  answers = [lost]
  await opened().give(all)
  expect(opened().shown).toContain('Todo lo que queda')
})

test('while a refund is being sent, nothing else is sent and nothing can be changed', async () => {
  let answer: (response: Response) => void = () => undefined
  answers = [() => new Promise((resolve) => (answer = resolve))]
  const first = opened()
  const giving = first.give(plan)
  await first.give({ ...plan, reason: 'Otro' })
  expect(opened()).toMatchObject({ isHeld: true, isBusy: true })
  await vi.waitFor(() => expect(sent).toHaveLength(1))
  answer(Response.json({ id: 'r1' }, { status: 201 }))
  await giving
  expect(sent).toHaveLength(1)
  expect(opened()).toMatchObject({ isHeld: false, isBusy: false })
})

test('after a refusal the same refund is a new decision, and has its own key', async () => {
  answers = [refused, done]
  await opened().give(plan)
  expect(opened().shown).not.toContain(again)
  await opened().give(plan)
  expect(sent.map(({ body }) => body)).toEqual([plan, plan])
  expect(sent[1]?.key).not.toBe(sent[0]?.key)
})
