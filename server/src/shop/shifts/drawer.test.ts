import { afterAll, beforeAll, expect, test } from 'vitest'
import { lockWaits } from '../../../test/lock-waits.ts'
import { patient } from '../../../test/patience.ts'
import { startVasApp, type VasApp } from '../../../test/vas-app.ts'
import type { Member } from '../../../test/world.ts'
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
const sell = async (cashier: Member, order: object, wait = 8) => {
  const body = { productId: product, reference: '5512345600', ...order }
  const answer = await app.call(cashier, 'POST', '/vas/sale', body, { prefer: `wait=${wait}` })
  // On a busy machine it may be answered before the provider was asked.
  await app.settling.idle()
  return answer
}
const close = (cashier: Member, id: string) =>
  app.call(cashier, 'POST', `/pos/shifts/${id}/close`, { denominations: {}, differenceReason: 'Prueba' })
const totals = async (cashier: Member, id: string) =>
  (await app.call(cashier, 'GET', `/pos/shifts/${id}/report`)).body.totals
/** A shop whose cashier has not opened a shift yet. */
const closed = { hasShift: false }
const absentId = '01890000-0000-7000-8000-000000000000'

test.each([
  ['cash', { payment: { method: 'CASH', tenderedCentavos: 20_000 } }],
  ['a card', { payment: { method: 'CARD' } }],
  ['a transfer', { payment: { method: 'TRANSFER' } }],
  ['no payment method', {}],
])('a service paid with %s needs an open shift, like a cart', async (_means, payment) => {
  const { store, cashier } = await app.shop(1_000_000, closed)
  const refused = await sell(cashier, payment)
  expect(refused.body).toMatchObject({ status: 409, code: 'shift_closed' })
  const { rows } = await app.admin.query('select from vas.sales where store_id = $1', [store.id])
  expect(rows).toEqual([])
  expect(await app.books(store.merchantId)).toMatchObject({ available: 1_000_000, held: 0, faults: [] })
  const shiftId = await open(cashier)
  expect((await sell(cashier, payment)).body).toMatchObject({ status: 'COMPLETED', shiftId })
})

test('a colleague’s open shift does not count as the seller’s, in any role', async () => {
  const { store, cashier } = await app.shop(1_000_000, closed)
  await open(cashier)
  expect((await sell(store.manager, {})).body).toMatchObject({ status: 409, code: 'shift_closed' })
})

test('a sale of airtime belongs to the shift that the seller has open, whether named or not', async () => {
  const { cashier } = await app.shop(1_000_000, closed)
  const shiftId = await open(cashier)
  expect((await sell(cashier, { reference: '5512345600' })).body.shiftId).toBe(shiftId)
  expect((await sell(cashier, { reference: '5512345610', shiftId })).body.shiftId).toBe(shiftId)
})

test('a shift named in a sale must be open and the seller’s own', async () => {
  const { store, cashier } = await app.shop(1_000_000, closed)
  const colleague = await app.world.member(store, 'cashier')
  const theirs = await open(colleague)
  for (const shiftId of [absentId, theirs])
    expect((await sell(cashier, { shiftId })).body).toMatchObject({ status: 404, code: 'not_found' })
  const own = await open(cashier)
  await close(cashier, own)
  expect((await sell(cashier, { shiftId: own })).body).toMatchObject({ status: 409, code: 'shift_closed' })
  expect((await sell(cashier, {})).body).toMatchObject({ status: 409, code: 'shift_closed' })
  expect(await app.books(store.merchantId)).toMatchObject({ available: 1_000_000, held: 0, faults: [] })
})

test('the drawer counts cash of completed and pending sales, and shows the pending part', async () => {
  const { cashier } = await app.shop(1_000_000, closed)
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

test('a sale concurrent with the close is in the report, or is refused', async () => {
  const { store, cashier } = await app.shop(10_000_000, closed)
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
    for (const outcome of outcomes) expect([shiftId, 'shift_closed']).toContain(outcome)
    expect(closed?.body.expectedCentavos, closed?.text).toBe(within * 10_000)
  }
})

test('a service that fails after the Z report stays in it, and its cash leaves the drawer that refunds it, once', async () => {
  const { store, cashier } = await app.shop(10_000_000, closed)
  const first = await open(cashier)
  const fallen = await sell(cashier, { payment: { method: 'CASH' } })
  const late = await sell(cashier, { reference: '5512345300' }, 0)
  const card = await sell(cashier, { reference: '5512345610', payment: { method: 'CARD' } })
  const stands = await sell(cashier, { reference: '5512345601' })
  // One that failed before the report is not in it: its cash was given back at once.
  expect((await sell(cashier, { reference: '5512345602', payment: { method: 'CASH' } })).body.status).toBe(
    'FAILED',
  )
  const fell = await sell(cashier, { reference: '5512346300', payment: { method: 'CASH' } }, 0)
  await app.admin.query(
    `update vas.sales set status = 'FAILED', phase = 'FAILED', completed_at = clock_timestamp() where id = $1`,
    [fell.body.id],
  )
  expect([fallen, late, card, stands].map(({ body }) => body.status)).toEqual([
    'COMPLETED',
    'PENDING',
    'COMPLETED',
    'COMPLETED',
  ])
  const z = (await close(cashier, first)).body
  expect(z.expectedCentavos).toBe(30_000)
  const fall = (id: string, status: string) =>
    app.admin.query(
      `update vas.sales set status = $2, phase = $2, updated_at = clock_timestamp(),
              completed_at = case $2 when 'FAILED' then clock_timestamp() else completed_at end where id = $1`,
      [id, status],
    )
  await fall(fallen.body.id, 'REVERSED')
  await fall(late.body.id, 'FAILED')
  await fall(card.body.id, 'REVERSED')
  expect((await totals(cashier, first)).expectedCentavos).toBe(30_000)

  const second = await open(cashier, { openingFloatCentavos: 50_000 })
  const within = await sell(cashier, { reference: '5512345611' })
  await fall(within.body.id, 'REVERSED')
  const giveBack = (sale: string, order: object = {}, who: Member = cashier) =>
    app.call(who, 'POST', `/pos/shifts/${second}/cash_movements`, {
      kind: 'CASH_OUT',
      amountCentavos: 10_000,
      reason: 'Recarga revertida',
      vasSaleId: sale,
      ...order,
    })
  const refused = async (sale: string, order: object = {}) => {
    const { status, body } = await giveBack(sale, order)
    return [status, body.code, body.detail]
  }
  const no = (detail: string) => [409, 'invalid_transition', expect.stringContaining(detail)]
  expect(await refused(stands.body.id)).toEqual(no('completed or still pending'))
  expect(await refused(card.body.id)).toEqual(no('not paid in cash'))
  expect(await refused(within.body.id)).toEqual(no('never counted'))
  expect(await refused(fallen.body.id, { amountCentavos: 9_900 })).toEqual(no('exactly what was paid'))
  expect(await refused(fallen.body.id, { kind: 'CASH_IN' })).toEqual(no('CASH_OUT'))
  expect((await refused(absentId)).slice(0, 2)).toEqual([404, 'not_found'])

  // For a till, which says it in the language of its screen.
  expect((await giveBack(within.body.id)).body).toMatchObject({ isCounted: false, isRefunded: false })

  const both = await Promise.all([
    giveBack(fallen.body.id),
    giveBack(fallen.body.id, { reason: 'Otra vez' }, store.manager),
  ])
  expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
  expect(both.find(({ status }) => status === 201)?.body).toMatchObject({ vasSaleId: fallen.body.id })
  expect((await giveBack(late.body.id)).status).toBe(201)
  expect(await refused(late.body.id)).toEqual(no('already'))
  expect((await giveBack(late.body.id)).body).toMatchObject({ isCounted: true, isRefunded: true })
  const after = await totals(cashier, second)
  expect(after).toMatchObject({ cash: { cashOutCentavos: 20_000 }, expectedCentavos: 30_000 })
})

test('a service that fails while its shift is being closed is in the count, or its cash is not owed', async () => {
  const { store, cashier } = await app.shop(10_000_000, closed)
  const shift = await open(cashier)
  const sale = (await sell(cashier, { reference: '5512345300', payment: { method: 'CASH' } }, 0)).body
  const busy = await app.admin.connect()
  let failing: Promise<unknown>
  let closing: ReturnType<typeof close>
  try {
    await busy.query('begin')
    await busy.query('select from money.wallets where merchant_id = $1 for update', [store.merchantId])
    failing = app.admin.query(
      `select vas.transition(merchant_id, id, fence, phase, 'FAILED', '{"failureCode": "provider_rejected"}', null, null)
         from vas.sales where id = $1`,
      [sale.id],
    )
    await expect.poll(() => lockWaits(app.name, 'vas.transition'), { timeout: patient(10_000) }).toBe(1)
    let isClosed = false
    closing = close(cashier, shift).finally(() => {
      isClosed = true
    })
    await expect
      .poll(async () => isClosed || (await lockWaits(app.name, 'shop.close_shift')) > 0, {
        timeout: patient(10_000),
      })
      .toBe(true)
  } finally {
    await busy.query('rollback')
    busy.release()
  }
  await failing
  const counted = (await closing).body.expectedCentavos
  const second = await open(cashier, { openingFloatCentavos: 50_000 })
  const { status } = await app.call(cashier, 'POST', `/pos/shifts/${second}/cash_movements`, {
    kind: 'CASH_OUT',
    amountCentavos: 10_000,
    reason: 'Recarga fallida',
    vasSaleId: sale.id,
  })
  expect([counted, status]).toEqual(counted === 0 ? [0, 409] : [10_000, 201])
})
