import { beforeAll, describe, expect, test } from 'vitest'
import type { Answer, App } from '../../../test/app.ts'
import { sharedProduct } from '../../../test/shared-product.ts'
import { type Payment, type Shop, type Tills, tillsOf } from '../../../test/till.ts'
import type { Member } from '../../../test/world.ts'

let app: App
let tills: Tills
let shop: Shop
let shiftId: string
let coffee: string

beforeAll(async () => {
  app = await sharedProduct()
  tills = tillsOf(app)
  shop = await tills.shop()
  shiftId = await tills.openShift(shop.supervisor)
  coffee = await tills.product(shop.store, { priceCentavos: 3_333 })
})

interface Sold {
  readonly id: string
  readonly lines: readonly { readonly id: string }[]
}

/** Three coffees, 99.99, paid as given. */
async function order(payments: readonly Payment[]): Promise<Sold> {
  const cart = await tills.cart(shop.cashier, [{ variantId: coffee, quantity: 3 }])
  const sold = await tills.finalize(shop.cashier, cart, payments)
  expect(sold.status, sold.text).toBe(201)
  return sold.body.order
}
const refund = (who: Member, { id }: Sold, body: object = {}): Promise<Answer> =>
  app.call(who, 'POST', `/pos/sales_orders/${id}/refunds`, { type: 'REFUND', reason: 'No le gustó', ...body })
const left = async ({ id }: Sold) =>
  (await app.call(shop.cashier, 'GET', `/pos/sales_orders/${id}/refundable`)).body
const approved = async ({ id }: Sold, more: object = {}): Promise<Answer['body']> => {
  const asked = await app.call(shop.cashier, 'POST', '/pos/approvals', {
    type: 'REFUND',
    scope: 'CART',
    orderId: id,
    reason: 'No le gustó',
    ...more,
  })
  expect(asked.status, asked.text).toBe(201)
  const answer = await app.call(shop.supervisor, 'POST', `/pos/approvals/${asked.body.id}/approve`, {})
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}

const twoCardsAndCash: readonly Payment[] = [
  { method: 'CARD', amountCentavos: 3_000, reference: 'VISA 1' },
  { method: 'CARD', amountCentavos: 2_000, reference: 'VISA 2' },
  { method: 'CASH', amountCentavos: 4_999 },
]

describe('the original payments', () => {
  test('a refund goes to the original payments, one by one', async () => {
    const sold = await order(twoCardsAndCash)
    const { payments } = await left(sold)
    expect(payments).toMatchObject([
      { method: 'CARD', reference: 'VISA 1', amountLeftCentavos: 3_000 },
      { method: 'CARD', reference: 'VISA 2', amountLeftCentavos: 2_000 },
      { method: 'CASH', reference: null, amountLeftCentavos: 4_999 },
    ])
    const [first, second, cash] = payments.map((each: { orderPaymentId: string }) => each.orderPaymentId)
    const part = await refund(shop.supervisor, sold, {
      lines: [{ lineItemId: sold.lines[0]?.id, amountCentavos: 4_000 }],
    })
    expect(part.status, part.text).toBe(201)
    expect(part.body.payments).toEqual([
      { method: 'CARD', amountCentavos: 3_000, orderPaymentId: first },
      { method: 'CARD', amountCentavos: 1_000, orderPaymentId: second },
    ])
    expect(part.body.receipt.content.payments).toMatchObject([
      { method: 'CARD', reference: 'VISA 1' },
      { method: 'CARD', reference: 'VISA 2' },
    ])
    const rest = await refund(shop.supervisor, sold)
    expect(rest.body.payments).toEqual([
      { method: 'CARD', amountCentavos: 1_000, orderPaymentId: second },
      { method: 'CASH', amountCentavos: 4_999, orderPaymentId: cash },
    ])
    expect(
      (await left(sold)).payments.map((each: { amountLeftCentavos: number }) => each.amountLeftCentavos),
    ).toEqual([0, 0, 0])
  })

  test('a named payment is refunded at most its own amount', async () => {
    const sold = await order(twoCardsAndCash)
    const second = (await left(sold)).payments[1].orderPaymentId
    const lines = [{ lineItemId: sold.lines[0]?.id, amountCentavos: 2_500 }]
    const over = await refund(shop.supervisor, sold, {
      lines,
      payments: [{ method: 'CARD', amountCentavos: 2_500, orderPaymentId: second }],
    })
    expect([over.status, over.body.code, over.body.leftCentavos]).toEqual([409, 'refund_exceeds', 2_000])
    const foreign = await refund(shop.supervisor, sold, {
      lines,
      payments: [{ method: 'CARD', amountCentavos: 2_500, orderPaymentId: sold.id }],
    })
    expect(foreign.body).toMatchObject({
      code: 'invalid_request',
      errors: [{ path: '/payments/0/orderPaymentId' }],
    })
    const fitting = await refund(shop.supervisor, sold, {
      lines,
      payments: [
        { method: 'CARD', amountCentavos: 500 },
        { method: 'CARD', amountCentavos: 2_000, orderPaymentId: second },
      ],
    })
    expect(fitting.status, fitting.text).toBe(201)
    expect(
      (await left(sold)).payments.map((each: { amountLeftCentavos: number }) => each.amountLeftCentavos),
    ).toEqual([2_500, 0, 4_999])
  })

  test('cash refunds are rounded to the store’s coins, and a complete refund equals exactly what was paid', async () => {
    await app.admin.query('update shop.stores set cash_rounding_centavos = 50 where id = $1', [shop.store.id])
    const sold = await order([{ method: 'CASH', amountCentavos: 10_000 }])
    const given: number[] = []
    for (const _ of [1, 2, 3]) {
      const answer = await refund(shop.supervisor, sold, {
        type: 'RETURN',
        lines: [{ lineItemId: sold.lines[0]?.id, quantity: 1 }],
      })
      expect(answer.status, answer.text).toBe(201)
      given.push(answer.body.amountCentavos)
      const { lines, totalCentavos, roundingCentavos } = answer.body.receipt.content
      expect(totalCentavos).toBe(lines[0].totalCentavos)
      expect(totalCentavos + roundingCentavos).toBe(answer.body.amountCentavos)
    }
    expect(given).toEqual([3_350, 3_350, 3_300])
    const other = await order([{ method: 'CASH', amountCentavos: 10_000 }])
    const line = [{ lineItemId: other.lines[0]?.id, amountCentavos: 3_333 }]
    const inCoinsOfNowhere = await refund(shop.supervisor, other, {
      lines: line,
      payments: [{ method: 'CASH', amountCentavos: 3_333 }],
    })
    expect([inCoinsOfNowhere.body.code, inCoinsOfNowhere.body.expectedCentavos]).toEqual([
      'payment_mismatch',
      3_350,
    ])
    await app.admin.query('update shop.stores set cash_rounding_centavos = 0 where id = $1', [shop.store.id])
  })

  test('where a refund takes the last of the cash and then a card, no rounding is taken from the card', async () => {
    const fresh = await tills.shop()
    await tills.openShift(fresh.supervisor)
    const variantId = await tills.product(fresh.store, { priceCentavos: 10_003 })
    const cart = await tills.cart(fresh.cashier, [{ variantId }])
    const paid = await tills.finalize(fresh.cashier, cart, [
      { method: 'CASH', amountCentavos: 5_000 },
      { method: 'CARD', amountCentavos: 5_003 },
    ])
    const sold: Sold = paid.body.order
    const part = async (amountCentavos: number, more: object = {}) => {
      const lines = [{ lineItemId: sold.lines[0]?.id, amountCentavos }]
      const answer = await refund(fresh.supervisor, sold, { lines, ...more })
      expect(answer.status, answer.text).toBe(201)
      return answer.body
    }
    await part(2_001, { refundMethod: 'TRANSFER' })
    await app.admin.query('update shop.stores set cash_rounding_centavos = 50 where id = $1', [
      fresh.store.id,
    ])
    expect(await part(4_000)).toMatchObject({
      amountCentavos: 4_000,
      payments: expect.arrayContaining([
        expect.objectContaining({ method: 'CASH', amountCentavos: 2_999 }),
        expect.objectContaining({ method: 'CARD', amountCentavos: 1_001 }),
      ]),
    })
  })

  test('free goods can be returned with any refund method, and nothing is paid back', async () => {
    const gift = await tills.product(shop.store, { priceCentavos: 0, stock: 5 })
    for (const refundMethod of ['CASH', 'TRANSFER', undefined]) {
      const sold = await tills.sale(shop.cashier, [{ variantId: gift }])
      const back = await refund(shop.supervisor, sold.order, { type: 'RETURN', refundMethod })
      expect(back, back.text).toMatchObject({ status: 201, body: { amountCentavos: 0, payments: [] } })
    }
  })

  test('the database refuses a refund that does not name its original payment', async () => {
    const sold = await order(twoCardsAndCash)
    const made = await refund(shop.supervisor, sold, {
      lines: [{ lineItemId: sold.lines[0]?.id, amountCentavos: 2_500 }],
    })
    const unnamed = app.admin.query(
      `insert into selling.transactions (merchant_id, store_id, permission_set, kind, method, amount_centavos, order_id,
         refund_id, shift_id)
       select merchant_id, store_id, permission_set, kind, method, -100, order_id, refund_id, shift_id
         from selling.transactions where refund_id = $1`,
      [made.body.id],
    )
    await expect(unnamed).rejects.toMatchObject({
      code: '23514',
      message: expect.stringContaining('"transactions_gives_back"'),
    })
  })
})

describe('another way', () => {
  const inCash = { payments: [{ method: 'CASH', amountCentavos: 9_999 }] }

  test('a card sale is refunded in cash only if the approval names cash', async () => {
    const sold = await order([{ method: 'CARD', amountCentavos: 9_999, reference: 'VISA 3' }])
    const plain = await approved(sold)
    expect(plain.refundMethod).toBeNull()
    const refused = await refund(shop.cashier, sold, { ...inCash, approvalId: plain.id })
    expect([refused.status, refused.body.code]).toEqual([409, 'refund_method_not_approved'])
    expect((await left(sold)).amountLeftCentavos).toBe(9_999)
    const wired = await approved(sold, { refundMethod: 'TRANSFER' })
    const otherWay = await refund(shop.cashier, sold, { ...inCash, approvalId: wired.id })
    expect(otherWay.body).toMatchObject({ code: 'refund_method_not_approved', approvedMethod: 'TRANSFER' })
    const named = await approved(sold, { refundMethod: 'CASH' })
    expect(named.refundMethod).toBe('CASH')
    const given = await refund(shop.cashier, sold, { ...inCash, approvalId: named.id })
    expect(given.status, given.text).toBe(201)
    expect(given.body.payments).toMatchObject([{ method: 'CASH', amountCentavos: 9_999 }])
    expect((await left(sold)).payments).toMatchObject([{ method: 'CARD', amountLeftCentavos: 0 }])
  })

  test('the whole refund can go to one method on request, rounded to the store’s coins', async () => {
    await app.admin.query('update shop.stores set cash_rounding_centavos = 50 where id = $1', [shop.store.id])
    const sold = await order([
      { method: 'CARD', amountCentavos: 5_000, reference: 'VISA 6' },
      { method: 'CASH', amountCentavos: 5_000 },
    ])
    const lines = [{ lineItemId: sold.lines[0]?.id, quantity: 2 }]
    const both = await refund(shop.supervisor, sold, { refundMethod: 'CASH', ...inCash })
    expect(both.body).toMatchObject({ code: 'invalid_request', errors: [{ path: '/payments' }] })
    const given = await refund(shop.supervisor, sold, { type: 'RETURN', lines, refundMethod: 'CASH' })
    expect(given.status, given.text).toBe(201)
    expect(given.body.amountCentavos).toBe(6_650)
    expect(given.body.payments.map((each: { amountCentavos: number }) => each.amountCentavos)).toEqual([
      1_650, 5_000,
    ])
    expect((await left(sold)).payments).toMatchObject([
      { amountLeftCentavos: 3_350 },
      { amountLeftCentavos: 0 },
    ])
    await app.admin.query('update shop.stores set cash_rounding_centavos = 0 where id = $1', [shop.store.id])
  })

  test('an approval that names another method still allows the original payments', async () => {
    const sold = await order([{ method: 'CARD', amountCentavos: 9_999, reference: 'VISA 4' }])
    const { id } = await approved(sold, { refundMethod: 'CASH' })
    const given = await refund(shop.cashier, sold, { approvalId: id })
    expect(given.body.payments).toMatchObject([{ method: 'CARD', amountCentavos: 9_999 }])
  })

  test('a supervisor acting directly also chooses the method, and the approval row records it', async () => {
    const sold = await order([{ method: 'CARD', amountCentavos: 9_999, reference: 'VISA 5' }])
    const cash = await app.call(shop.supervisor, 'POST', `/pos/shifts/${shiftId}/cash_movements`, {
      kind: 'CASH_IN',
      amountCentavos: 20_000,
      reason: 'Cambio',
    })
    expect(cash.status, cash.text).toBe(201)
    const given = await refund(shop.supervisor, sold, inCash)
    expect(given.status, given.text).toBe(201)
    const { body } = await app.call(shop.supervisor, 'GET', `/pos/approvals/${given.body.approvalId}`)
    expect(body).toMatchObject({ isDirect: true, refundMethod: 'CASH' })
    const { rows } = await app.admin.query(
      `select after from audit.log where action = 'approval.direct' and entity_id = $1`,
      [given.body.approvalId],
    )
    expect(rows[0].after).toMatchObject({ refundMethod: 'CASH' })
  })

  test('a supervisor acting directly refunds a card partly in cash and partly by transfer; the audit log names both', async () => {
    const sold = await order([{ method: 'CARD', amountCentavos: 9_999, reference: 'VISA 7' }])
    const payments = [
      { method: 'CASH', amountCentavos: 4_000 },
      { method: 'TRANSFER', amountCentavos: 5_999 },
    ]
    const named = await approved(sold, { refundMethod: 'CASH' })
    const refused = await refund(shop.cashier, sold, { payments, approvalId: named.id })
    expect(refused.body).toMatchObject({
      code: 'refund_method_not_approved',
      otherMethods: ['CASH', 'TRANSFER'],
    })
    const given = await refund(shop.supervisor, sold, { payments })
    expect(given.status, given.text).toBe(201)
    expect(given.body.payments).toMatchObject(payments)
    const { rows } = await app.admin.query(
      `select after from audit.log where action = 'sale.refunded' and entity_id = $1`,
      [given.body.id],
    )
    expect(rows[0].after).toMatchObject({ methods: ['CASH', 'TRANSFER'] })
    const direct = await app.admin.query(
      `select refund_method from selling.approvals where order_id = $1 and id <> $2`,
      [sold.id, named.id],
    )
    expect(direct.rows).toEqual([{ refund_method: null }])
  })

  test('is not allowed for a discount, and is never a card', async () => {
    const sold = await order([{ method: 'CASH', amountCentavos: 9_999 }])
    for (const more of [{ refundMethod: 'CARD' }, { type: 'DISCOUNT', refundMethod: 'CASH' }]) {
      const asked = await app.call(shop.cashier, 'POST', '/pos/approvals', {
        type: 'REFUND',
        scope: 'CART',
        orderId: sold.id,
        reason: 'No le gustó',
        ...more,
      })
      expect([asked.status, asked.body.code], asked.text).toEqual([422, 'invalid_request'])
    }
    const toCard = await refund(shop.supervisor, sold, {
      payments: [{ method: 'CARD', amountCentavos: 9_999 }],
    })
    expect([toCard.status, toCard.body.code]).toEqual([409, 'refund_exceeds'])
  })
})

describe('the drawer', () => {
  /** A cashier whose drawer has a float of 500 pesos and nothing else. */
  async function drawer(): Promise<{ who: Member; id: string }> {
    const who = await app.world.member(shop.store, 'supervisor')
    return { who, id: await tills.openShift(who) }
  }
  const takeOut = ({ who, id }: { who: Member; id: string }, amountCentavos: number, kind = 'CASH_OUT') =>
    app.call(who, 'POST', `/pos/shifts/${id}/cash_movements`, { kind, amountCentavos, reason: 'Hielo' })
  const holds = async ({ who, id }: { who: Member; id: string }) =>
    (await app.call(who, 'GET', `/pos/shifts/${id}/report`)).body.totals.expectedCentavos

  test.each(['CASH_OUT', 'DROP'])('%s takes no more than the drawer holds by the books', async (kind) => {
    const of = await drawer()
    const over = await takeOut(of, 50_001, kind)
    expect([over.status, over.body.code, over.body.heldCentavos]).toEqual([409, 'insufficient_cash', 50_000])
    expect((await takeOut(of, 50_000, kind)).status).toBe(201)
    expect(await holds(of)).toBe(0)
  })

  test('a cash refund takes no more than the drawer holds by the books, and nothing is written', async () => {
    const of = await drawer()
    await takeOut(of, 45_000)
    const sold = await order([{ method: 'CASH', amountCentavos: 9_999 }])
    const refused = await refund(of.who, sold)
    expect([refused.status, refused.body.code]).toEqual([409, 'insufficient_cash'])
    expect(refused.body).toMatchObject({ wantedCentavos: 9_999, heldCentavos: 5_000 })
    expect((await left(sold)).amountLeftCentavos).toBe(9_999)
    const { rows } = await app.admin.query(`select from selling.approvals where order_id = $1`, [sold.id])
    expect(rows).toEqual([])
  })

  test('of two concurrent withdrawals of the last cash, one succeeds', async () => {
    const of = await drawer()
    const sold = await order([{ method: 'CASH', amountCentavos: 9_999 }])
    const answers = await Promise.all([
      ...Array.from({ length: 5 }, () => takeOut(of, 45_000)),
      refund(of.who, sold),
    ])
    const outs = answers.slice(0, 5).filter(({ status }) => status === 201)
    expect(outs.length).toBeLessThanOrEqual(1)
    expect(answers.every(({ status, body }) => status === 201 || body.code === 'insufficient_cash')).toBe(
      true,
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(await holds(of)).toBeGreaterThanOrEqual(0)
  })
})
