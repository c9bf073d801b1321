import { beforeAll, describe, expect, test } from 'vitest'
import type { App } from '../../../test/app.ts'
import { sharedProduct } from '../../../test/shared-product.ts'
import { type Payment, type Shop, type Tills, tillsOf } from '../../../test/till.ts'

let app: App
let tills: Tills
let shop: Shop
let coffee: string
let sugar: string
beforeAll(async () => {
  app = await sharedProduct()
  tills = tillsOf(app)
  shop = await tills.shop()
  const drawer = await tills.openShift(shop.supervisor)
  await app.call(shop.supervisor, 'POST', `/pos/shifts/${drawer}/cash_movements`, {
    kind: 'CASH_IN',
    amountCentavos: 500_000,
    reason: 'Cambio',
  })
  coffee = await tills.product(shop.store, { priceCentavos: 3_333, stock: 1_000 })
  sugar = await tills.product(shop.store, {
    name: 'Azúcar',
    priceCentavos: 2_000,
    tax: 'IVA_0',
    stock: 1_000,
  })
})

const nowhere = '01890000-0000-7000-8000-000000000000'

const refund = (
  who: { token: string },
  orderId: string,
  body: object,
  headers: Record<string, string> = {},
) =>
  app.call(who, 'POST', `/pos/sales_orders/${orderId}/refunds`, { reason: 'No le gustó', ...body }, headers)
const left = async (orderId: string) =>
  (await app.call(shop.cashier, 'GET', `/pos/sales_orders/${orderId}/refundable`)).body

async function order(lines = [{ variantId: coffee, quantity: 3 }], payments?: readonly Payment[]) {
  const cart = await tills.cart(shop.cashier, lines)
  const sold = await tills.finalize(shop.cashier, cart, payments)
  expect(sold.status, sold.text).toBe(201)
  return sold.body.order as { id: string; totalCentavos: number; lines: { id: string; quantity: number }[] }
}

/** What a receipt's mail says. */
async function mailed(receiptId: string): Promise<string> {
  const email = `${crypto.randomUUID()}@example.test`
  const sent = await app.call(shop.supervisor, 'POST', `/pos/receipts/${receiptId}/mails`, { email })
  expect(sent.status, sent.text).toBe(204)
  const { rows } = await app.admin.query('select * from identity.mails where to_address = $1', [email])
  return JSON.stringify(rows)
}

describe('a refund’s receipt', () => {
  test('names the terminal of the drawer that paid, not the one that sold', async () => {
    const sold = await order([{ variantId: coffee, quantity: 1 }])
    const { rows } = await app.admin.query(
      `insert into shop.terminals (merchant_id, id, store_id, permission_set, name)
       select merchant_id, app.uuid_v7(), store_id, authz.set_of(merchant_id, store_id, 'stores'), 'Caja que devuelve'
         from selling.sales_orders where id = $1 returning id`,
      [sold.id],
    )
    await app.admin.query(
      `update shop.shifts set terminal_id = $1 where membership_id = $2 and status = 'OPEN'`,
      [rows[0].id, shop.supervisor.membershipId],
    )
    const returned = await refund(shop.supervisor, sold.id, { type: 'RETURN' })
    expect(returned.status, returned.text).toBe(201)
    expect(returned.body.receipt.content.terminalName).toBe('Caja que devuelve')
  })

  test('of money alone counts no pieces in its mail', async () => {
    const sold = await order([{ variantId: coffee, quantity: 1 }])
    const lines = [{ lineItemId: sold.lines[0]?.id, amountCentavos: 500 }]
    const refunded = await refund(shop.supervisor, sold.id, { type: 'REFUND', lines })
    expect(refunded.status, refunded.text).toBe(201)
    const text = await mailed(refunded.body.receipt.id)
    expect(text).toContain('Café de olla · $5.00')
    expect(text).not.toContain('0 ×')
    expect(text).toContain('Devuelto: $5.00')
  })
})

describe('a return', () => {
  test('returns goods to stock and money to the original payment, with its own receipt', async () => {
    const before = await tills.onHand(coffee)
    const sold = await order([{ variantId: coffee, quantity: 3 }])
    expect(await tills.onHand(coffee)).toBe(before - 3)
    const answer = await refund(shop.supervisor, sold.id, {
      type: 'RETURN',
      lines: [{ lineItemId: sold.lines[0]?.id, quantity: 1 }],
    })
    expect(answer.status, answer.text).toBe(201)
    expect(answer.body).toMatchObject({
      type: 'RETURN',
      scope: 'LINE',
      folio: expect.stringMatching(/^D-\d{6}$/),
      amountCentavos: 3_333,
      lines: [{ quantity: 1, amountCentavos: 3_333, disposition: 'STOCK' }],
      payments: [{ method: 'CASH', amountCentavos: 3_333 }],
      receipt: { kind: 'RETURN', content: { totalCentavos: 3_333 } },
    })
    expect(await tills.onHand(coffee)).toBe(before - 2)
    const paper = await app.call(shop.supervisor, 'GET', `/pos/receipts/${answer.body.receipt.id}`)
    expect(paper.body).toMatchObject({
      kind: 'RETURN',
      content: { saleFolio: expect.any(String), lines: [{ quantity: 1, totalCentavos: 3_333 }] },
    })
    const again = await app.call(
      shop.supervisor,
      'POST',
      `/pos/receipts/${answer.body.receipt.id}/reprint`,
      {},
    )
    expect(again.status, again.text).toBe(200)
    const { rows } = await app.admin.query(
      `select kind, method, amount_centavos from selling.transactions where order_id = $1 order by id`,
      [sold.id],
    )
    expect(rows.map(({ kind, amount_centavos }) => [kind, Number(amount_centavos)])).toEqual([
      ['PAYMENT', 9_999],
      ['REFUND', -3_333],
    ])
  })

  test('of unsellable goods returns them to stock and writes them off', async () => {
    const before = await tills.onHand(coffee)
    const sold = await order([{ variantId: coffee, quantity: 2 }])
    await refund(shop.supervisor, sold.id, {
      type: 'RETURN',
      lines: [{ lineItemId: sold.lines[0]?.id, disposition: 'WASTE' }],
    })
    expect(await tills.onHand(coffee)).toBe(before - 2)
    const { rows } = await app.admin.query(
      `select kind, quantity from stock.stock_movements where variant_id = $1 order by id desc limit 2`,
      [coffee],
    )
    expect(rows.map(({ kind, quantity }) => [kind, Number(quantity)])).toEqual([
      ['WASTE', -2],
      ['RETURN', 2],
    ])
  })

  test('of a few centavos again and again refunds no more tax than was sold', async () => {
    const candy = await tills.product(shop.store, { name: 'Dulce', priceCentavos: 100 })
    const cart = await tills.cart(shop.cashier, [{ variantId: candy, quantity: 1 }])
    const sold = await tills.finalize(shop.cashier, cart, [{ method: 'CARD', amountCentavos: 100 }])
    const { id, taxCentavos, lines } = sold.body.order
    expect(taxCentavos).toBe(14)
    const given: number[] = []
    // Each rounds its share of 0.56 up to a centavo.
    for (let no = 0; no < 16; no++) {
      const line = { lineItemId: lines[0].id, ...(no < 15 && { amountCentavos: 4 }) }
      const answer = await refund(shop.supervisor, id, { type: 'REFUND', lines: [line] })
      expect(answer.status, answer.text).toBe(201)
      given.push(answer.body.taxCentavos)
    }
    expect(given).toEqual([...Array(14).fill(1), 0, 0])
  })

  test('of everything, part by part, refunds exactly what was paid, including taxes', async () => {
    await app.admin.query('update shop.stores set cash_rounding_centavos = 50 where id = $1', [shop.store.id])
    const cart = await tills.cart(shop.cashier, [
      { variantId: coffee, quantity: 3 },
      { variantId: sugar, quantity: 1 },
    ])
    const sold = await tills.finalize(shop.cashier, cart, [
      { method: 'CARD', amountCentavos: 5_000 },
      { method: 'CASH', amountCentavos: 7_000 },
    ])
    expect(sold.status, sold.text).toBe(201)
    expect(sold.body.order.roundingCentavos).toBe(1)
    const [first, second] = sold.body.order.lines
    const parts = [
      { lines: [{ lineItemId: first.id, quantity: 1 }] },
      { lines: [{ lineItemId: first.id, quantity: 1 }, { lineItemId: second.id }] },
      {},
    ]
    const given: { amountCentavos: number; taxCentavos: number }[] = []
    for (const part of parts) {
      const answer = await refund(shop.supervisor, sold.body.order.id, { type: 'RETURN', ...part })
      expect(answer.status, answer.text).toBe(201)
      given.push(answer.body)
    }
    const sum = (of: (each: { amountCentavos: number; taxCentavos: number }) => number) =>
      given.reduce((total, each) => total + of(each), 0)
    expect(sum(({ amountCentavos }) => amountCentavos)).toBe(12_000)
    expect(sum(({ taxCentavos }) => taxCentavos)).toBe(sold.body.order.taxCentavos)
    const { rows } = await app.admin.query(
      `select method, sum(amount_centavos)::int as left from selling.transactions where order_id = $1 group by method`,
      [sold.body.order.id],
    )
    expect(rows.map((row) => row.left)).toEqual([0, 0])
    expect((await refund(shop.supervisor, sold.body.order.id, { type: 'REFUND' })).body.code).toBe(
      'refund_exceeds',
    )
    await app.admin.query('update shop.stores set cash_rounding_centavos = 0 where id = $1', [shop.store.id])
  })
})

describe('a refund', () => {
  test('refunds money and returns no goods', async () => {
    const before = await tills.onHand(coffee)
    const sold = await order()
    const answer = await refund(shop.supervisor, sold.id, {
      type: 'REFUND',
      lines: [{ lineItemId: sold.lines[0]?.id, amountCentavos: 1_000 }],
    })
    expect(answer.body).toMatchObject({ amountCentavos: 1_000, lines: [{ quantity: 0, disposition: null }] })
    expect(await tills.onHand(coffee)).toBe(before - 3)
    expect(await left(sold.id)).toMatchObject({
      amountLeftCentavos: 8_999,
      lines: [{ quantityLeft: 3, amountLeftCentavos: 8_999 }],
      payments: [{ method: 'CASH', amountLeftCentavos: 8_999 }],
    })
  })

  test('can be paid in cash on request, and to a card at most what it paid', async () => {
    const sold = await order(undefined, [
      { method: 'CARD', amountCentavos: 4_000 },
      { method: 'CASH', amountCentavos: 5_999 },
    ])
    const toCard = await refund(shop.supervisor, sold.id, {
      type: 'REFUND',
      payments: [{ method: 'CARD', amountCentavos: 9_999 }],
    })
    expect([toCard.status, toCard.body.code, toCard.body.leftCentavos]).toEqual([
      409,
      'refund_exceeds',
      4_000,
    ])
    const mismatch = await refund(shop.supervisor, sold.id, {
      type: 'REFUND',
      payments: [{ method: 'CASH', amountCentavos: 1 }],
    })
    expect([mismatch.status, mismatch.body.expectedCentavos]).toEqual([422, 9_999])
    const inCash = await refund(shop.supervisor, sold.id, {
      type: 'REFUND',
      payments: [{ method: 'CASH', amountCentavos: 9_999 }],
    })
    expect(inCash.body.payments).toMatchObject([
      { method: 'CASH', amountCentavos: 4_000 },
      { method: 'CASH', amountCentavos: 5_999 },
    ])
  })

  test.each<[string, object, number, string]>([
    ['more money than is left', { type: 'REFUND', amountCentavos: 10_000 }, 409, 'refund_exceeds'],
    ['more goods than were sold', { type: 'RETURN', quantity: 4 }, 409, 'refund_exceeds'],
    ['nothing', { type: 'REFUND', amountCentavos: 0 }, 409, 'refund_exceeds'],
    ['an unknown line', { type: 'RETURN', lineItemId: nowhere }, 422, 'invalid_request'],
  ])('%s is refused, and nothing is written', async (_what, {
    type,
    ...line
  }: { type?: string }, status, code) => {
    const sold = await order()
    const before = await left(sold.id)
    const answer = await refund(shop.supervisor, sold.id, {
      type,
      lines: [{ lineItemId: sold.lines[0]?.id, ...line }],
    })
    expect([answer.status, answer.body.code]).toEqual([status, code])
    expect(await left(sold.id)).toEqual(before)
  })

  test('needs an open shift of the person who pays it', async () => {
    const sold = await order()
    const answer = await refund(shop.manager, sold.id, { type: 'REFUND' })
    expect([answer.status, answer.body.code]).toEqual([409, 'shift_closed'])
  })
})

describe('a cashier', () => {
  const ask = (orderId: string, more: object = {}) =>
    app.call(shop.cashier, 'POST', '/pos/approvals', {
      type: 'RETURN',
      scope: 'CART',
      orderId,
      reason: 'No le gustó',
      ...more,
    })

  test('needs an approval for exactly this, and uses it once in twenty attempts', async () => {
    const sold = await order()
    expect((await refund(shop.cashier, sold.id, { type: 'RETURN' })).body.code).toBe('approval_pending')
    const { body: approval } = await ask(sold.id)
    expect(approval.amountCentavos).toBe(9_999)
    const early = await refund(shop.cashier, sold.id, { type: 'RETURN', approvalId: approval.id })
    expect(early.body.code).toBe('approval_pending')
    await app.call(shop.supervisor, 'POST', `/pos/approvals/${approval.id}/approve`, {})
    const other = await refund(shop.cashier, sold.id, { type: 'REFUND', approvalId: approval.id })
    expect(other.body.code).toBe('approval_mismatch')
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        refund(shop.cashier, sold.id, { type: 'RETURN', approvalId: approval.id }),
      ),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true)
    expect((await left(sold.id)).amountLeftCentavos).toBe(0)
  })

  test('returns nothing as waste that was approved for stock, nor the other way round', async () => {
    for (const [approved, sent] of [
      ['STOCK', 'WASTE'],
      ['WASTE', 'STOCK'],
    ]) {
      const sold = await order()
      const linesTo = (disposition?: string) => [{ lineItemId: sold.lines[0]?.id, disposition }]
      const { body: approval } = await ask(sold.id, { scope: 'LINE', lines: linesTo(approved) })
      expect(approval.goods).toMatchObject([{ quantity: 3, disposition: approved }])
      await app.call(shop.supervisor, 'POST', `/pos/approvals/${approval.id}/approve`, {})
      const back = (disposition?: string) =>
        refund(shop.cashier, sold.id, {
          type: 'RETURN',
          lines: linesTo(disposition),
          approvalId: approval.id,
        })
      expect((await back(sent)).body).toMatchObject({ status: 409, code: 'approval_mismatch' })
      expect((await back(approved)).status).toBe(201)
    }
  })

  test('cannot be used for an equal refund of the same order: what was used is spent', async () => {
    const sold = await order([{ variantId: coffee, quantity: 3 }])
    const lines = [{ lineItemId: sold.lines[0]?.id, amountCentavos: 1_000 }]
    const { body: approval } = await ask(sold.id, { type: 'REFUND', scope: 'LINE', lines })
    await app.call(shop.supervisor, 'POST', `/pos/approvals/${approval.id}/approve`, {})
    const used = { type: 'REFUND', lines, approvalId: approval.id }
    expect((await refund(shop.cashier, sold.id, used)).status).toBe(201)
    const again = await refund(shop.cashier, sold.id, used)
    expect(again.body).toMatchObject({ status: 409, code: 'approval_used', approvalId: approval.id })
    expect((await left(sold.id)).amountLeftCentavos).toBe(9_999 - 1_000)
  })

  test.each<[string, string, (approvalId: string) => Promise<unknown>]>([
    [
      'was rejected',
      'approval_rejected',
      (id) => app.call(shop.supervisor, 'POST', `/pos/approvals/${id}/reject`, {}),
    ],
    [
      'was not used in time',
      'approval_expired',
      async (id) => {
        await app.call(shop.supervisor, 'POST', `/pos/approvals/${id}/approve`, {})
        await app.admin.query('update selling.approvals set expires_at = now() where id = $1', [id])
      },
    ],
  ])('gets nothing back with an approval that %s', async (_what, code, end) => {
    const sold = await order()
    const { body: approval } = await ask(sold.id)
    await end(approval.id)
    const before = await left(sold.id)
    const answer = await refund(shop.cashier, sold.id, { type: 'RETURN', approvalId: approval.id })
    expect(answer.body).toMatchObject({ status: 409, code, approvalId: approval.id })
    expect(await left(sold.id)).toEqual(before)
  })

  test('of an order that has changed since needs a new approval', async () => {
    const sold = await order()
    const { body: approval } = await ask(sold.id)
    await app.call(shop.supervisor, 'POST', `/pos/approvals/${approval.id}/approve`, {})
    await refund(shop.supervisor, sold.id, {
      type: 'RETURN',
      lines: [{ lineItemId: sold.lines[0]?.id, quantity: 1 }],
    })
    const answer = await refund(shop.cashier, sold.id, { type: 'RETURN', approvalId: approval.id })
    expect([answer.status, answer.body.code]).toEqual([409, 'approval_mismatch'])
  })

  test('creates no approval when it is refused', async () => {
    const sold = await order()
    const answer = await ask(sold.id, {
      scope: 'LINE',
      lines: [{ lineItemId: sold.lines[0]?.id, quantity: 9 }],
    })
    expect([answer.status, answer.body.code]).toEqual([409, 'refund_exceeds'])
  })
})

test('twenty concurrent refunds of one order refund exactly what was paid', async () => {
  const sold = await order([{ variantId: coffee, quantity: 5 }])
  const answers = await Promise.all(
    Array.from({ length: 20 }, () =>
      refund(shop.supervisor, sold.id, {
        type: 'RETURN',
        lines: [{ lineItemId: sold.lines[0]?.id, quantity: 2 }],
      }),
    ),
  )
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(2)
  expect(
    answers.filter(({ status }) => status !== 201).every(({ body }) => body.code === 'refund_exceeds'),
  ).toBe(true)
  expect(await left(sold.id)).toMatchObject({ lines: [{ quantityLeft: 1 }] })
})

test('a repeated key repeats the answer but not the refund', async () => {
  const sold = await order()
  const key = { 'idempotency-key': 'refund-once' }
  const first = await refund(shop.supervisor, sold.id, { type: 'RETURN' }, key)
  const again = await refund(shop.supervisor, sold.id, { type: 'RETURN' }, key)
  expect([first.status, again.status]).toEqual([201, 201])
  expect(again.body).toEqual(first.body)
  expect(again.headers.get('idempotent-replayed')).toBe('true')
})

describe('a chip', () => {
  test('can be returned while it is not active, and is the next to be sold', async () => {
    const sim = await tills.product(shop.store, { name: 'Chip', kind: 'CHIP', priceCentavos: 5_000 })
    const iccids = await tills.chips(shop, sim, [901, 902])
    const sold = await tills.sale(shop.cashier, [{ variantId: sim, quantity: 2 }])
    const [chip, other] = sold.order.chips
    const named = await refund(shop.supervisor, sold.order.id, {
      type: 'RETURN',
      lines: [{ lineItemId: sold.order.lines[0].id, quantity: 1 }],
    })
    expect([named.status, named.body.errors?.[0].path]).toEqual([422, '/lines/0/chipIds'])
    await app.call(shop.supervisor, 'POST', `/vas/chips/${other.id}/activate`)
    const active = await refund(shop.supervisor, sold.order.id, {
      type: 'RETURN',
      lines: [{ lineItemId: sold.order.lines[0].id, quantity: 1, chipIds: [other.id] }],
    })
    expect([active.status, active.body.code, active.body.iccid]).toEqual([409, 'chip_activated', other.iccid])
    const back = await refund(shop.supervisor, sold.order.id, {
      type: 'RETURN',
      lines: [{ lineItemId: sold.order.lines[0].id, quantity: 1, chipIds: [chip.id] }],
    })
    expect(back.status, back.text).toBe(201)
    const next = await tills.sale(shop.cashier, [{ variantId: sim }])
    expect(next.order.chips.map(({ iccid }: { iccid: string }) => iccid)).toEqual([iccids[0]])
  })
})

test('an order of another merchant gets the same answer as one that does not exist', async () => {
  const sold = await order()
  const stranger = await tills.shop()
  for (const send of [
    (id: string) => refund(stranger.supervisor, id, { type: 'REFUND' }),
    (id: string) => app.call(stranger.supervisor, 'GET', `/pos/sales_orders/${id}/refundable`),
  ]) {
    const [foreign, absent] = [await send(sold.id), await send(nowhere)]
    expect(foreign.status).toBe(404)
    expect({ ...absent.body, requestId: '' }).toEqual({ ...foreign.body, requestId: '' })
  }
})
