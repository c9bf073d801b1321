import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import type { App } from '../../../test/app.ts'
import { patient } from '../../../test/patience.ts'
import { sharedProduct } from '../../../test/shared-product.ts'
import { type Shop, type Tills, tillsOf } from '../../../test/till.ts'

let app: App
let tills: Tills
beforeAll(async () => {
  app = await sharedProduct()
  tills = tillsOf(app)
})

const goods = [
  { name: 'Galletas', priceCentavos: 1_333, stock: 200 },
  { name: 'Arroz', priceCentavos: 3_150, tax: 'IVA_0', stock: 200 },
  { name: 'Queso', priceCentavos: 18_990, unit: 'KILOGRAM', stock: 200 },
  { name: 'Cinta', priceCentavos: 777, isTaxIncluded: false, stock: 200 },
] as const

type Step =
  | {
      readonly do: 'sell'
      readonly lines: readonly { good: number; milli: number }[]
      readonly onCard: number
    }
  | { readonly do: 'refund'; readonly order: number; readonly line: number; readonly bps: number }
  | {
      readonly do: 'return'
      readonly order: number
      readonly line: number
      readonly bps: number
      readonly isWaste: boolean
    }
  | { readonly do: 'return all'; readonly order: number }

const index = fc.nat({ max: 9 })
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constant('sell' as const),
    lines: fc.array(fc.record({ good: fc.nat({ max: 3 }), milli: fc.integer({ min: 1, max: 4_000 }) }), {
      minLength: 1,
      maxLength: 4,
    }),
    onCard: fc.integer({ min: 0, max: 10_000 }),
  }),
  fc.record({
    do: fc.constant('refund' as const),
    order: index,
    line: index,
    bps: fc.integer({ min: 1, max: 12_000 }),
  }),
  fc.record({
    do: fc.constant('return' as const),
    order: index,
    line: index,
    bps: fc.integer({ min: 1, max: 12_000 }),
    isWaste: fc.boolean(),
  }),
  fc.record({ do: fc.constant('return all' as const), order: index }),
)

interface Sold {
  readonly id: string
  readonly paidCentavos: number
  readonly taxCentavos: number
  readonly lines: readonly {
    readonly id: string
    readonly variantId: string
    readonly quantity: number
    readonly unit: string
  }[]
  /** What has been refunded, according to the answers. */
  givenCentavos: number
  givenTaxCentavos: number
  readonly back: Map<string, number>
}

/** The expected state, computed independently. */
class Notebook {
  readonly shelf = new Map<string, number>()
  readonly orders: Sold[] = []
  cashCentavos = 50_000

  take(variantId: string, quantity: number): void {
    this.shelf.set(variantId, (this.shelf.get(variantId) ?? 0) - quantity)
  }
}

async function play(shop: Shop, variants: readonly string[], book: Notebook, next: Step): Promise<void> {
  if (next.do === 'sell') return sell(shop, variants, book, next)
  const order = book.orders[next.order % Math.max(1, book.orders.length)]
  if (order === undefined) return
  const request = requestOf(order, next)
  const answer = await app.call(shop.supervisor, 'POST', `/pos/sales_orders/${order.id}/refunds`, {
    reason: 'Secuencia',
    ...request,
  })
  if (answer.status === 409) {
    expect(answer.body.code).toBe('refund_exceeds')
    return
  }
  expect(answer.status, answer.text).toBe(201)
  order.givenCentavos += answer.body.amountCentavos
  order.givenTaxCentavos += answer.body.taxCentavos
  for (const { method, amountCentavos } of answer.body.payments)
    if (method === 'CASH') book.cashCentavos -= amountCentavos
  for (const line of answer.body.lines) {
    const { variantId } = order.lines.find(({ id }) => id === line.lineItemId) as Sold['lines'][number]
    order.back.set(line.lineItemId, (order.back.get(line.lineItemId) ?? 0) + line.quantity)
    if (line.disposition === 'STOCK') book.take(variantId, -line.quantity)
  }
}

async function sell(
  shop: Shop,
  variants: readonly string[],
  book: Notebook,
  { lines, onCard }: Extract<Step, { do: 'sell' }>,
): Promise<void> {
  const cart = await tills.cart(
    shop.supervisor,
    lines.map(({ good, milli }) => ({
      variantId: variants[good] as string,
      quantity: good === 2 ? milli / 1_000 : Math.ceil(milli / 1_000),
    })),
  )
  const card = Math.min(onCard, cart.totalCentavos)
  const payments = [
    { method: 'CARD' as const, amountCentavos: card },
    { method: 'CASH' as const, amountCentavos: cart.totalCentavos - card },
  ].filter(({ amountCentavos }) => amountCentavos > 0)
  const { status, text, body } = await tills.finalize(shop.supervisor, cart, payments)
  expect(status, text).toBe(201)
  for (const line of cart.lines) book.take(line.variantId, line.quantity)
  book.cashCentavos += cart.totalCentavos - card
  book.orders.push({
    id: body.order.id,
    paidCentavos: cart.totalCentavos,
    taxCentavos: body.order.taxCentavos,
    lines: body.order.lines,
    givenCentavos: 0,
    givenTaxCentavos: 0,
    back: new Map(),
  })
}

function requestOf(order: Sold, next: Exclude<Step, { do: 'sell' }>): object {
  if (next.do === 'return all') return { type: 'RETURN' }
  const line = order.lines[next.line % order.lines.length] as Sold['lines'][number]
  if (next.do === 'refund') {
    const amountCentavos = Math.ceil((order.paidCentavos * next.bps) / 10_000 / order.lines.length)
    return { type: 'REFUND', lines: [{ lineItemId: line.id, amountCentavos }] }
  }
  const least = line.unit === 'PIECE' ? 1 : 0.001
  const quantity = Math.max(1, Math.round((line.quantity * next.bps) / 10_000 / least)) * least
  return {
    type: 'RETURN',
    lines: [
      { lineItemId: line.id, quantity: rounded(quantity), disposition: next.isWaste ? 'WASTE' : 'STOCK' },
    ],
  }
}

const rounded = (quantity: number) => Math.round(quantity * 1_000) / 1_000

test(
  'after sales, refunds and returns in any order, stock and drawer are as expected',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 16 }), async (steps) => {
        const shop = await tills.shop()
        const shiftId = await tills.openShift(shop.supervisor)
        const variants = []
        for (const each of goods) variants.push(await tills.product(shop.store, each))
        const book = new Notebook()
        for (const next of steps) await play(shop, variants, book, next)

        for (const variantId of variants)
          expect(await tills.onHand(variantId)).toBe(rounded(200 + (book.shelf.get(variantId) ?? 0)))
        const { body: x } = await app.call(shop.supervisor, 'GET', `/pos/shifts/${shiftId}/report`)
        expect(x.totals.expectedCentavos).toBe(book.cashCentavos)
        for (const order of book.orders) {
          expect(order.givenCentavos).toBeLessThanOrEqual(order.paidCentavos)
          expect(order.givenTaxCentavos).toBeLessThanOrEqual(order.taxCentavos)
          if (order.givenCentavos === order.paidCentavos)
            expect(order.givenTaxCentavos).toBe(order.taxCentavos)
          for (const { id, quantity } of order.lines)
            expect(rounded(order.back.get(id) ?? 0)).toBeLessThanOrEqual(quantity)
          const { body: left } = await app.call(
            shop.supervisor,
            'GET',
            `/pos/sales_orders/${order.id}/refundable`,
          )
          expect(left.amountLeftCentavos).toBe(order.paidCentavos - order.givenCentavos)
        }
      }),
      { numRuns: Number(process.env['MOSTRADOR_SEQUENCES'] ?? 12) },
    )
  },
  patient(120_000),
)
