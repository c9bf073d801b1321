import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type StockApp, stockApp } from '../../../test/stock-shop.ts'
import { deviceId, type Shop, type Tills, tillsOf } from '../../../test/till.ts'

let app: StockApp
let tills: Tills
let shop: Shop
let shiftId: string

beforeAll(async () => {
  app = await stockApp()
  tills = tillsOf(app)
  shop = await app.shop()
  shiftId = await tills.openShift(shop.cashier)
})
afterEach(async () => {
  expect(await app.faults()).toEqual([])
})

const now = () => new Date().toISOString()

interface Sold {
  readonly variantId: string
  readonly quantity: number
}

/** What a till without a network has sold; handed in later. */
const sold = (lines: readonly Sold[], more: object = {}) => ({
  id: deviceId(),
  storeId: shop.store.id,
  shiftId,
  soldAt: now(),
  lines: lines.map(({ variantId, quantity }) => ({
    variantId,
    productName: 'Arroz',
    quantity,
    unitPriceCentavos: 3_000,
    taxRateBps: 1_600,
    isTaxExempt: false,
    isTaxIncluded: true,
  })),
  payments: [
    {
      method: 'CASH',
      amountCentavos: lines.reduce((sum, { quantity }) => sum + Math.round(3_000 * quantity), 0),
    },
  ],
  ...more,
})
const handIn = async (sale: ReturnType<typeof sold>, status = 'BOOKED') => {
  const answer = await app.call(shop.cashier, 'POST', '/pos/offline_sales', sale)
  expect(answer.status, answer.text).toBe(201)
  expect(answer.body.status, answer.text).toBe(status)
  return answer.body
}
const accept = async ({ id }: { id: string }) => {
  const answer = await app.call(shop.supervisor, 'POST', `/pos/offline_sales/${id}/accept`, {})
  expect(answer.body.status, answer.text).toBe('BOOKED')
}

/** A sheet on which these goods have been counted. */
async function counted(lines: readonly { readonly variantId: string; readonly counted: number }[]) {
  const opened = await app.call(shop.supervisor, 'POST', '/pos/inventory/counts', {
    storeId: shop.store.id,
    variantIds: lines.map(({ variantId }) => variantId),
  })
  expect(opened.status, opened.text).toBe(201)
  const id: string = opened.body.id
  await recount(id, lines)
  return id
}
async function recount(id: string, lines: readonly object[]) {
  const written = await app.call(shop.supervisor, 'PUT', `/pos/inventory/counts/${id}/lines`, { lines })
  expect(written.status, written.text).toBe(200)
}
async function end(id: string, how = 'close') {
  const ended = await app.call(shop.supervisor, 'POST', `/pos/inventory/counts/${id}/${how}`)
  expect(ended.status, ended.text).toBe(200)
}
const movements = async (variantId: string) =>
  (
    await app.admin.query(
      'select kind, quantity::float, document_id as of from stock.stock_movements where variant_id = $1 order by id',
      [variantId],
    )
  ).rows

describe('a sale made before a count and handed in after it', () => {
  test('does not take its goods twice: the count found them gone, and closing it booked that', async () => {
    const rice = await app.goods(shop, 10)
    const sale = sold([{ variantId: rice, quantity: 3 }])
    const sheet = await counted([{ variantId: rice, counted: 7 }])
    await end(sheet)
    const { orderId } = await handIn(sale)
    expect(await app.onHand(rice)).toBe(7)
    expect((await movements(rice)).slice(1)).toEqual([
      { kind: 'COUNT', quantity: -3, of: sheet },
      { kind: 'COUNT', quantity: 3, of: sheet },
      { kind: 'SALE', quantity: -3, of: orderId },
    ])
  })

  test('is taken off the level that the count found, while its sheet is open', async () => {
    const rice = await app.goods(shop, 10)
    const sale = sold([{ variantId: rice, quantity: 3 }])
    const sheet = await counted([{ variantId: rice, counted: 7 }])
    await handIn(sale)
    const { body } = await app.call(shop.cashier, 'GET', `/pos/stock_count_lines?countId=${sheet}`)
    expect(body.items).toMatchObject([{ counted: 7, onHandThen: 7, difference: 0 }])
    await end(sheet)
    expect(await app.onHand(rice)).toBe(7)
    expect((await movements(rice)).slice(1)).toMatchObject([{ kind: 'SALE', quantity: -3 }])
  })

  test('nor does one that is held, and accepted after the count', async () => {
    const rice = await app.goods(shop, 10)
    await app.call(shop.manager, 'PATCH', `/pos/products/${rice}`, { isActive: false })
    const kept = await handIn(sold([{ variantId: rice, quantity: 3 }]), 'HELD')
    await end(await counted([{ variantId: rice, counted: 7 }]))
    await accept(kept)
    expect(await app.onHand(rice)).toBe(7)
  })

  test('is booked as usual when the sheet was canceled, or its goods were counted before', async () => {
    const [rice, beans, salt] = await Promise.all([1, 2, 3].map(() => app.goods(shop, 10)))
    const closed = await counted([{ variantId: beans as string, counted: 10 }])
    const open = await counted([{ variantId: salt as string, counted: 10 }])
    const goods = [rice, beans, salt] as string[]
    const sale = sold(goods.map((variantId) => ({ variantId, quantity: 3 })))
    await end(await counted([{ variantId: rice as string, counted: 7 }]), 'cancel')
    await end(closed)
    await handIn(sale)
    await end(open)
    for (const variantId of goods) {
      expect(await app.onHand(variantId)).toBe(7)
      expect((await movements(variantId)).slice(1)).toMatchObject([{ kind: 'SALE', quantity: -3 }])
    }
  })

  test('lacks nothing that the count found gone, to the last kilogram', async () => {
    const cheese = await app.goods(shop, 0.75, { unit: 'KILOGRAM' })
    const sale = sold([
      { variantId: cheese, quantity: 0.5 },
      { variantId: cheese, quantity: 0.25 },
    ])
    await end(await counted([{ variantId: cheese, counted: 0 }]))
    await handIn(sale)
    expect(await app.onHand(cheese)).toBe(0)
  })

  test('of which the level covers a part leaves what was counted', async () => {
    const rice = await app.goods(shop, 2)
    const sale = sold([{ variantId: rice, quantity: 3 }])
    const sheet = await counted([{ variantId: rice, counted: 2 }])
    await accept(await handIn(sale, 'HELD'))
    await end(sheet)
    expect(await app.onHand(rice)).toBe(2)
  })

  test('between two sheets is settled once, by the closed one', async () => {
    const rice = await app.goods(shop, 10)
    const sale = sold([{ variantId: rice, quantity: 3 }])
    await end(await counted([{ variantId: rice, counted: 7 }]))
    await end(await counted([{ variantId: rice, counted: 7 }]))
    const open = await counted([{ variantId: rice, counted: 6 }])
    await handIn(sale)
    expect(await app.onHand(rice)).toBe(7)
    await end(open)
    expect(await app.onHand(rice)).toBe(6)
  })

  test('moves no goods that are not tracked any more', async () => {
    const rice = await app.goods(shop, 10)
    const sale = sold([{ variantId: rice, quantity: 3 }])
    await end(await counted([{ variantId: rice, counted: 7 }]))
    await app.admin.query('update catalog.products set tracks_stock = false where id = $1', [rice])
    await handIn(sale)
    expect(await app.onHand(rice)).toBe(7)
  })
})

test('sales handed in while their goods are counted and the sheet is closed are taken once', async () => {
  const rice = await app.goods(shop, 100)
  const sales = Array.from({ length: 10 }, () => sold([{ variantId: rice, quantity: 1 }]))
  const sheet = await counted([{ variantId: rice, counted: 90 }])
  const recounts = Array.from({ length: 5 }, () => recount(sheet, [{ variantId: rice, counted: 90 }]))
  await Promise.all([...sales.slice(0, 5).map((sale) => handIn(sale)), ...recounts])
  await Promise.all([...sales.slice(5).map((sale) => handIn(sale)), end(sheet)])
  expect(await app.onHand(rice)).toBe(90)
})
