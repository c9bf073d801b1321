import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import type { App } from '../../../test/app.ts'
import { patient } from '../../../test/patience.ts'
import { sharedProduct } from '../../../test/shared-product.ts'
import { type Payment, type Shop, type Tills, tillsOf } from '../../../test/till.ts'

let app: App
let tills: Tills
let shop: Shop
let goods: readonly string[]

const kinds = [
  { name: 'Galletas', priceCentavos: 1_333, stock: 100_000 },
  { name: 'Arroz', priceCentavos: 3_150, tax: 'IVA_0', stock: 100_000 },
  { name: 'Queso', priceCentavos: 18_990, unit: 'KILOGRAM', stock: 100_000 },
  { name: 'Flete', kind: 'SERVICE', priceCentavos: 777, isTaxIncluded: false },
  { name: 'Libro', priceCentavos: 15_007, tax: 'EXENTO' },
  { name: 'Chip de una', kind: 'CHIP', priceCentavos: 5_000 },
  { name: 'Chip de otra', kind: 'CHIP', priceCentavos: 5_500 },
] as const
const isChip = (good: number) => good >= 5

beforeAll(async () => {
  app = await sharedProduct()
  tills = tillsOf(app)
  shop = await tills.shop()
  const made: string[] = []
  for (const kind of kinds) made.push(await tills.product(shop.store, kind))
  goods = made
  for (const [no, chip] of goods.slice(5).entries()) {
    const first = 780_000 + no * 1_000
    await tills.chips(
      shop,
      chip,
      Array.from({ length: 400 }, (_, at) => first + at),
    )
  }
})

const given = fc.option(fc.record({ line: fc.nat({ max: 5 }), bps: fc.integer({ min: 1, max: 9_000 }) }), {
  nil: undefined,
})
/** A cart, its discounts, the store's smallest coin, and how its total is paid. */
const anySale = fc.record({
  lines: fc.array(
    fc.record({
      good: fc.nat({ max: kinds.length - 1 }),
      milli: fc.integer({ min: 1, max: 3_000 }),
      note: fc.constantFrom(undefined, 'para llevar', 'frío'),
    }),
    { minLength: 1, maxLength: 6 },
  ),
  ofLine: given,
  ofCart: given,
  coin: fc.constantFrom(0, 10, 50, 100),
  onCardBps: fc.integer({ min: 0, max: 10_000 }),
  extra: fc.nat({ max: 20_000 }),
})

const quantityOf = (good: number, milli: number) =>
  kinds[good]?.name === 'Queso' ? milli / 1_000 : Math.ceil(milli / 1_000)

/** By card and in cash, the cash in coins. */
function payments(total: number, coin: number, onCardBps: number, extra: number): Payment[] {
  const onCard = Math.floor((total * onCardBps) / 10_000)
  const due = total - onCard
  const cash = coin > 0 ? Math.floor((2 * due + coin) / (2 * coin)) * coin : due
  return [
    ...(onCard > 0 ? [{ method: 'CARD' as const, amountCentavos: onCard, reference: '0451' }] : []),
    ...(due > 0 ? [{ method: 'CASH' as const, amountCentavos: cash, tenderedCentavos: cash + extra }] : []),
  ]
}

const rows = async (text: string, id: string) => (await app.admin.query(text, [id])).rows
const sumOf = <T>(all: readonly T[], of: (each: T) => number) => all.reduce((sum, each) => sum + of(each), 0)

test('the answer, the receipt, the stock and the chips of any sale say the same as the lines of its cart', {
  timeout: patient(240_000),
}, async () => {
  await fc.assert(
    fc.asyncProperty(anySale, async ({ lines, ofLine, ofCart, coin, onCardBps, extra }) => {
      await app.admin.query('update shop.stores set cash_rounding_centavos = $2 where id = $1', [
        shop.store.id,
        coin,
      ])
      let cart = await tills.cart(
        shop.cashier,
        lines.map(({ good, milli, note }) => ({
          variantId: goods[good] as string,
          quantity: quantityOf(good, milli),
          ...(note !== undefined && { note }),
        })),
      )
      for (const [scope, discount] of [
        ['LINE', ofLine],
        ['CART', ofCart],
      ] as const) {
        if (discount === undefined) continue
        const line = cart.lines[discount.line % cart.lines.length]
        const answer = await app.call(shop.supervisor, 'POST', `/pos/carts/${cart.id}/discounts`, {
          scope,
          ...(scope === 'LINE' && { lineItemId: line.id }),
          percentageBps: discount.bps,
          reason: 'Cliente frecuente',
        })
        expect(answer.status, answer.text).toBe(200)
        cart = answer.body
      }
      const paid = payments(cart.totalCentavos, coin, onCardBps, extra)
      const sold = await tills.finalize(shop.cashier, cart, paid)
      expect(sold.status, sold.text).toBe(201)
      const { order, receipt } = sold.body

      const kept = await rows(
        `select to_jsonb(l) as row from selling.line_items l where cart_id = $1 order by position, id`,
        cart.id,
      )
      const sources = kept.map(({ row }) => row)
      const line = (row: Record<string, unknown>) => ({
        productName: row['product_name'],
        variantName: row['variant_name'],
        sku: row['sku'],
        unit: row['unit'],
        quantity: row['quantity'],
        unitPriceCentavos: row['unit_price_centavos'],
        taxRateBps: row['tax_rate_bps'],
        isTaxExempt: row['is_tax_exempt'],
        grossCentavos: row['gross_centavos'],
        discountCentavos: row['discount_centavos'],
        totalCentavos: row['total_centavos'],
        note: row['note'],
      })
      expect(order.lines).toEqual(
        sources.map((row) => ({
          ...line(row),
          id: row.id,
          position: row.position,
          productId: row.product_id,
          variantId: row.variant_id,
          kind: row.kind,
          amountCentavos: row.amount_centavos,
          isPriceOpen: row.is_price_open,
          isTaxIncluded: row.is_tax_included,
          taxCentavos: row.tax_centavos,
        })),
      )
      expect(receipt.content.lines).toEqual(sources.map(line))
      expect(order.totalCentavos).toBe(sumOf(sources, (row) => row.total_centavos))
      expect(order.totalCentavos + order.roundingCentavos).toBe(sumOf(paid, (each) => each.amountCentavos))

      const rates = [...new Set(sources.map((row) => `${row.is_tax_exempt} ${row.tax_rate_bps}`))]
      expect(receipt.content.taxes).toHaveLength(rates.length)
      for (const tax of receipt.content.taxes) {
        const of = sources.filter(
          (row) => row.tax_rate_bps === tax.rateBps && row.is_tax_exempt === tax.isExempt,
        )
        expect(tax.taxCentavos).toBe(sumOf(of, (row) => row.tax_centavos))
        expect(tax.baseCentavos).toBe(sumOf(of, (row) => row.total_centavos - row.tax_centavos))
      }

      const moved = await rows(
        `select variant_id as id, sum(quantity)::float8 as quantity, count(*)::int as movements
           from stock.stock_movements where document_id = $1 group by variant_id order by variant_id`,
        order.id,
      )
      const tracked = goods.slice(0, 3).flatMap((id) => {
        const of = sources.filter((row) => row.variant_id === id)
        const milli = sumOf(of, (row) => Math.round(row.quantity * 1_000))
        return milli === 0 ? [] : [{ id, quantity: -milli / 1_000, movements: 1 }]
      })
      expect(moved).toEqual(tracked.sort((a, b) => (a.id < b.id ? -1 : 1)))

      const bound = await rows(
        `select iccid, product_id as "productId" from stock.chip_units where order_id = $1
          order by product_id, imported_at, import_row, id`,
        order.id,
      )
      const chipsSold = sumOf(
        lines.filter(({ good }) => isChip(good)),
        ({ good, milli }) => quantityOf(good, milli),
      )
      expect(bound).toHaveLength(chipsSold)
      expect(order.chips).toMatchObject(bound)
      expect(receipt.content.chips.map((each: { iccid: string }) => each.iccid)).toEqual(
        bound.map(({ iccid }) => iccid),
      )

      expect(sold.body.payments).toMatchObject(paid)
      expect(receipt.content.payments).toMatchObject(paid)
      expect(receipt.content.changeCentavos).toBe(paid.some(({ method }) => method === 'CASH') ? extra : 0)

      const again = await tills.finalize(shop.cashier, cart, paid)
      expect(again).toMatchObject({ status: 200, body: sold.body })
      const read = await app.call(shop.supervisor, 'GET', `/pos/sales_orders/${order.id}`)
      expect(read.body).toMatchObject({ ...order, payments: sold.body.payments, receiptId: receipt.id })
    }),
    { numRuns: 40 },
  )
})
