import { afterAll, beforeAll, expect, test } from 'vitest'
import { startVasApp, type VasApp } from '../../../test/vas-app.ts'
import type { Member, Store } from '../../../test/world.ts'
import { shiftsRoutes } from './routes.ts'
import { shiftsService } from './service.ts'

let app: VasApp
let product: string
let pin: string
beforeAll(async () => {
  app = await startVasApp({
    sandbox: { timeScale: 100 },
    poolSize: 16,
    routes: ({ database }) => shiftsRoutes(shiftsService({ database })),
  })
  product = await app.product('Telcel', 10_000)
  const { rows } = await app.admin.query(
    `select id, amount_centavos from vas.products where kind = 'pin' and amount_centavos is not null order by amount_centavos limit 1`,
  )
  pin = rows[0].id
})
afterAll(() => app.close())

const open = async (cashier: Member, order: object = {}): Promise<string> => {
  const answer = await app.call(cashier, 'POST', '/pos/shifts', { openingFloatCentavos: 0, ...order })
  expect(answer.status, answer.text).toBe(201)
  return answer.body.id
}
const sell = (cashier: Member, order: object, wait = 8) =>
  app.call(
    cashier,
    'POST',
    '/vas/sale',
    { productId: product, reference: '5512345600', ...order },
    {
      prefer: `wait=${wait}`,
    },
  )
const close = (cashier: Member, id: string) =>
  app.call(cashier, 'POST', `/pos/shifts/${id}/close`, { denominations: {}, differenceReason: 'Prueba' })
const totals = async (cashier: Member, id: string) =>
  (await app.call(cashier, 'GET', `/pos/shifts/${id}/report`)).body.totals
const absentId = '01890000-0000-7000-8000-000000000000'

test('a sale of airtime belongs to the shift that the seller has open, named or not', async () => {
  const { cashier } = await app.shop()
  const before = await sell(cashier, { reference: '5512345601' })
  expect(before.body.shiftId).toBeNull()
  const shiftId = await open(cashier)
  expect((await sell(cashier, { reference: '5512345600' })).body.shiftId).toBe(shiftId)
  expect((await sell(cashier, { reference: '5512345610', shiftId })).body.shiftId).toBe(shiftId)
})

test('a shift that is named is the seller’s own and open, or nothing is sold', async () => {
  const { store, cashier } = await app.shop()
  const colleague = await app.world.member(store, 'cashier')
  const theirs = await open(colleague)
  for (const shiftId of [absentId, theirs])
    expect((await sell(cashier, { shiftId })).body).toMatchObject({ status: 404, code: 'not_found' })
  const own = await open(cashier)
  await close(cashier, own)
  expect((await sell(cashier, { shiftId: own })).body).toMatchObject({ status: 409, code: 'shift_closed' })
  expect(await app.books(store.merchantId)).toMatchObject({ available: 1_000_000, held: 0, faults: [] })
  expect((await sell(cashier, {})).body).toMatchObject({ status: 'COMPLETED', shiftId: null })
})

test('the drawer holds what was paid in cash for sales that stand, and knows which may yet fall', async () => {
  const { cashier } = await app.shop()
  const id = await open(cashier, { openingFloatCentavos: 5_000 })
  const cash = await sell(cashier, { payment: { method: 'CASH', tenderedCentavos: 20_000 } })
  await sell(cashier, { reference: '5512345610', payment: { method: 'CARD' } })
  const gift = await sell(cashier, { productId: pin, reference: undefined })
  expect((await sell(cashier, { reference: '5512345602' })).body.status).toBe('FAILED')
  const pending = await sell(cashier, { reference: '5512345300' }, 0)
  expect([cash, gift, pending].map(({ body }) => body.status)).toEqual(['COMPLETED', 'COMPLETED', 'PENDING'])
  const { totalCentavos: giftCentavos } = gift.body
  const expected = {
    vas: [
      {
        kind: 'airtime',
        method: 'CARD',
        count: 1,
        amountCentavos: 10_000,
        pendingCount: 0,
        pendingCentavos: 0,
      },
      {
        kind: 'airtime',
        method: 'CASH',
        count: 2,
        amountCentavos: 20_000,
        pendingCount: 1,
        pendingCentavos: 10_000,
      },
      {
        kind: 'pin',
        method: 'CASH',
        count: 1,
        amountCentavos: giftCentavos,
        pendingCount: 0,
        pendingCentavos: 0,
      },
    ],
    pendingVasCashCentavos: 10_000,
    expectedCentavos: 5_000 + 20_000 + giftCentavos,
  }
  expect(await totals(cashier, id)).toMatchObject(expected)
  await app.admin.query(`update vas.sales set status = 'REVERSED', phase = 'REVERSED' where id = $1`, [
    cash.body.id,
  ])
  expect((await totals(cashier, id)).expectedCentavos).toBe(5_000 + 10_000 + giftCentavos)
})

test('a sale and the close at the same moment: the sale is in the report, or in no shift', async () => {
  const { store, cashier } = await app.shop(10_000_000)
  const manager = store.manager
  for (let round = 0; round < 6; round++) {
    const shiftId = await open(cashier)
    const reference = (no: number) => `55123${round}${no}600`
    const [closed, ...sales] = await Promise.all([
      close(manager, shiftId),
      sell(cashier, { reference: reference(1), shiftId }, 0),
      sell(cashier, { reference: reference(2), shiftId }, 0),
      sell(cashier, { reference: reference(3) }, 0),
    ])
    const within = sales.filter(({ body }) => body.shiftId === shiftId).length
    const outcomes = sales.map(({ body }) => body.code ?? body.shiftId)
    for (const named of outcomes.slice(0, 2)) expect([shiftId, 'shift_closed']).toContain(named)
    expect([shiftId, null]).toContain(outcomes[2])
    expect(closed?.body.expectedCentavos, closed?.text).toBe(within * 10_000)
  }
})

test('the Z is the sum, by hand, of what went through the shift', async () => {
  const { store, cashier } = await app.shop()
  const id = await open(cashier, { openingFloatCentavos: 30_000 })
  const orders = [
    { total: 11_600, tax: 1_600, discount: 0, payments: { CASH: 11_600 } },
    { total: 23_200, tax: 3_200, discount: 800, payments: { CARD: 20_000, CASH: 3_200 } },
    { total: 5_000, tax: 0, discount: 0, payments: { TRANSFER: 5_000 } },
  ]
  const made = []
  for (const order of orders) made.push(await orderOf(store, cashier, id, order))
  await refund(store, cashier, id, made[0] as string, 4_600, 'CASH')
  await refund(store, cashier, id, made[1] as string, 1_000, 'CARD')
  await sell(cashier, {})
  await app.call(cashier, 'POST', `/pos/shifts/${id}/cash_movements`, {
    kind: 'DROP',
    amountCentavos: 20_000,
    reason: 'Retiro',
  })
  const { body } = await close(cashier, id)
  const byHand = await app.admin.query(
    `select coalesce(sum(amount_centavos) filter (where method = 'CASH'), 0)::int as cash
       from pos.transactions where shift_id = $1`,
    [id],
  )
  expect(byHand.rows[0].cash).toBe(11_600 + 3_200 - 4_600)
  expect(body).toMatchObject({
    expectedCentavos: 30_000 + byHand.rows[0].cash + 10_000 - 20_000,
    totals: {
      sales: {
        count: 3,
        discountCentavos: 800,
        taxCentavos: 4_800,
        totalCentavos: 39_800,
        byMethod: [
          { method: 'CASH', amountCentavos: 14_800 },
          { method: 'CARD', amountCentavos: 20_000 },
          { method: 'TRANSFER', amountCentavos: 5_000 },
        ],
      },
      refunds: {
        count: 2,
        amountCentavos: 5_600,
        byMethod: [
          { method: 'CASH', amountCentavos: 4_600 },
          { method: 'CARD', amountCentavos: 1_000 },
          { method: 'TRANSFER', amountCentavos: 0 },
        ],
      },
      taxes: [
        { rateBps: 1600, isExempt: false, netCentavos: 30_000, taxCentavos: 4_800 },
        { rateBps: 0, isExempt: true, netCentavos: 5_000, taxCentavos: 0 },
      ],
    },
  })
})

/** An order as a finalized cart leaves it, in rows: what a report adds up, with amounts chosen by the test. */
async function orderOf(
  store: Store,
  cashier: Member,
  shiftId: string,
  order: { total: number; tax: number; discount: number; payments: Record<string, number> },
): Promise<string> {
  const { rows } = await app.admin.query(
    `with place as (select $1::uuid as merchant_id, $2::uuid as store_id, authz.set_of($1, $2, 'sales') as permission_set),
       goods as (insert into pos.products (merchant_id, id, store_id, permission_set, name, price_centavos)
         select merchant_id, app.uuid_v7(), store_id, authz.set_of($1, $2, 'catalog'), 'x', 1 from place returning *),
       form as (insert into pos.variants (merchant_id, id, store_id, permission_set, product_id)
         select merchant_id, id, store_id, permission_set, id from goods returning *),
       cart as (insert into pos.carts (merchant_id, id, store_id, permission_set, membership_id, account_id, status)
         select merchant_id, app.uuid_v7(), store_id, permission_set, $3, $4, 'FINALIZED' from place returning *),
       line as (insert into pos.line_items (merchant_id, id, store_id, permission_set, cart_id, position, product_id,
           variant_id, product_name, kind, unit, tracks_stock, quantity, unit_price_centavos, tax_rate_bps,
           is_tax_exempt, is_tax_included, gross_centavos, discount_centavos, tax_centavos, total_centavos)
         select c.merchant_id, app.uuid_v7(), c.store_id, c.permission_set, c.id, 1, f.id, f.id, 'x', 'GOODS', 'PIECE',
           false, 1, $6::int, case when $7::int > 0 then 1600 else 0 end, $7::int = 0, true, $6::int + $8::int, $8::int,
           $7::int, $6::int from cart c, form f)
     insert into pos.sales_orders (merchant_id, id, store_id, permission_set, cart_id, folio, shift_id, membership_id,
       account_id, cashier_name, gross_centavos, discount_centavos, tax_centavos, total_centavos, sold_on)
     select merchant_id, app.uuid_v7(), store_id, permission_set, id, pos.next_folio($1, $2, 'A'), $5, $3, $4, 'x',
       $6::int + $8::int, $8::int, $7::int, $6::int, current_date from cart returning id`,
    [
      store.merchantId,
      store.id,
      cashier.membershipId,
      cashier.id,
      shiftId,
      order.total,
      order.tax,
      order.discount,
    ],
  )
  for (const [method, centavos] of Object.entries(order.payments))
    await transaction(store, shiftId, rows[0].id, null, method, centavos)
  return rows[0].id
}

async function refund(
  store: Store,
  cashier: Member,
  shiftId: string,
  orderId: string,
  centavos: number,
  method: string,
): Promise<void> {
  const { rows } = await app.admin.query(
    `with approval as (insert into pos.approvals (merchant_id, id, store_id, permission_set, type, scope, order_id,
         subject, reason, status, is_direct, requested_by, requester_membership_id, requester_name, decided_by, decided_at,
         used_at, expires_at)
       select $1, app.uuid_v7(), $2, authz.set_of($1, $2, 'approvals'), 'REFUND', 'CART', $3, '{}', 'x', 'USED', true,
         $4, $5, 'x', $4, now(), now(), now() returning id)
     insert into pos.refunds (merchant_id, id, store_id, permission_set, order_id, type, scope, folio, approval_id,
       shift_id, membership_id, account_id, cashier_name, reason, amount_centavos, tax_centavos, refunded_on)
     select $1, app.uuid_v7(), $2, authz.set_of($1, $2, 'sales'), $3, 'REFUND', 'CART', pos.next_folio($1, $2, 'D'), id,
       $6, $5, $4, 'x', 'x', $7, 0, current_date from approval returning id`,
    [store.merchantId, store.id, orderId, cashier.id, cashier.membershipId, shiftId, centavos],
  )
  await transaction(store, shiftId, orderId, rows[0].id, method, -centavos)
}

async function transaction(
  store: Store,
  shiftId: string,
  orderId: string,
  refundId: string | null,
  method: string,
  centavos: number,
): Promise<void> {
  await app.admin.query(
    `insert into pos.transactions (merchant_id, store_id, permission_set, kind, method, amount_centavos, order_id,
       refund_id, shift_id)
     select $1, $2, authz.set_of($1, $2, 'sales'), case when $4::uuid is null then 'PAYMENT' else 'REFUND' end, $5, $6,
       $3, $4, $7`,
    [store.merchantId, store.id, orderId, refundId, method, centavos, shiftId],
  )
}
