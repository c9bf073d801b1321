import type { VasProduct } from '@mostrador/client'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { VasOrder } from '../../selling/orders/order.ts'
import { product, terms } from '../../selling/vas/fake-order.ts'
import { breathe, FakeVasTill, toConfirmation } from '../../selling/vas/fake-vas-till.ts'
import type { VasCheckout } from '../../selling/vas/vas-checkout.ts'
import type * as Correction from './use-price-correction.ts'

let usePriceCorrection: typeof Correction.usePriceCorrection
/** What the store sells now. */
let catalog: VasProduct[] = []
/** Resolves when the server answers. */
let underWay = Promise.resolve()
const dearer = { ...product, feeCentavos: 500 }

beforeAll(async () => {
  vi.stubGlobal('location', { origin: 'http://till.test' })
  vi.stubGlobal('fetch', async () => {
    await underWay
    return Response.json({ items: catalog })
  })
  usePriceCorrection = (await import('./use-price-correction.ts')).usePriceCorrection
})
afterAll(() => vi.unstubAllGlobals())

const refused = { kind: 'refused', refusal: { code: 'price_changed', detail: null, earlier: null } } as const

/** A till with a sale that was refused because its price has changed. */
async function refusedForPrice() {
  const checkout = await new FakeVasTill().submitted([refused])
  const state = checkout.state()
  if (state.step !== 'outcome') throw new Error(`the step is ${state.step}`)
  return { checkout, correct: correctionOf(checkout, state.open) }
}

/** Its button. */
function correctionOf(checkout: VasCheckout, open: VasOrder) {
  let correction: ReturnType<typeof usePriceCorrection> | undefined
  const Action = () => {
    correction = usePriceCorrection(checkout, open)
    return null
  }
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <Action />
    </QueryClientProvider>,
  )
  return () => correction?.mutateAsync()
}

test('a sale whose price has changed is filled in again with its product as it is sold now', async () => {
  catalog = [dearer]
  const { checkout, correct } = await refusedForPrice()
  await correct()
  expect(checkout.state()).toMatchObject({ step: 'form', draft: { product: dearer } })
})

test('a sale whose product is not sold any more stays on the screen', async () => {
  catalog = []
  const { checkout, correct } = await refusedForPrice()
  expect(await correct()).toBeNull()
  expect(checkout.state()).toMatchObject({ step: 'outcome' })
})

test.each([
  ['is still sold', [dearer]],
  ['is not sold any more', []],
])('a correction that comes after the next customer was served changes nothing, when the product %s', async (_what, sold) => {
  catalog = sold
  const { checkout, correct } = await refusedForPrice()
  let arrive: () => void = () => undefined
  underWay = new Promise((resolve) => {
    arrive = resolve
  })
  const corrected = correct()
  checkout.dispatch({ type: 'restarted' })
  toConfirmation(checkout)
  await checkout.submit(terms)
  await breathe()
  const next = checkout.state()
  arrive()
  await corrected
  expect(checkout.state()).toBe(next)
})
