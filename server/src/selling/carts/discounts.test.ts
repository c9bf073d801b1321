import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { App } from '../../../test/app.ts'
import { sharedProduct } from '../../../test/shared-product.ts'
import { type Shop, type Tills, tillsOf } from '../../../test/till.ts'
import type { Member } from '../../../test/world.ts'

let app: App
let tills: Tills
let shop: Shop
let coffee: string
let cart: { id: string; version: number; totalCentavos: number; lines: { id: string }[] }

beforeAll(async () => {
  app = await sharedProduct()
  tills = tillsOf(app)
  shop = await tills.shop()
  await tills.openShift(shop.supervisor)
  coffee = await tills.product(shop.store, { priceCentavos: 10_000 })
})
beforeEach(async () => {
  cart = await tills.cart(shop.cashier, [
    { variantId: coffee, quantity: 2 },
    { variantId: coffee, note: 'frío' },
  ])
})

const give = (who: Member, discount: object) =>
  app.call(who, 'POST', `/pos/carts/${cart.id}/discounts`, { reason: 'Cliente frecuente', ...discount })
const ofLine = (more: object) => ({ scope: 'LINE', lineItemId: cart.lines[0]?.id, ...more })
const ofCart = (more: object) => ({ scope: 'CART', ...more })
const shown = async () => (await app.call(shop.cashier, 'GET', `/pos/carts/${cart.id}`)).body
const approvalOf = async (id: string) =>
  (await app.admin.query('select * from selling.approvals where id = $1', [id])).rows[0]
const decide = async (approvalId: string, verdict: 'approve' | 'reject') => {
  const decided = await app.call(shop.manager, 'POST', `/pos/approvals/${approvalId}/${verdict}`, {})
  expect(decided.status, decided.text).toBe(200)
}

describe('a supervisor’s or manager’s discount', () => {
  test('counts immediately, and is recorded as direct', async () => {
    const answer = await give(shop.supervisor, ofLine({ percentageBps: 1_000 }))
    expect(answer.status, answer.text).toBe(200)
    expect(answer.body).toMatchObject({
      version: 2,
      grossCentavos: 30_000,
      discountCentavos: 2_000,
      totalCentavos: 28_000,
      discounts: [
        {
          scope: 'LINE',
          lineItemId: cart.lines[0]?.id,
          percentageBps: 1_000,
          amountCentavos: null,
          reason: 'Cliente frecuente',
          approvalStatus: 'APPROVED',
          isCounted: true,
        },
      ],
      lines: [
        { grossCentavos: 20_000, discountCentavos: 2_000, totalCentavos: 18_000 },
        { discountCentavos: 0, totalCentavos: 10_000 },
      ],
    })
    const approval = await approvalOf(answer.body.discounts[0].approvalId)
    expect(approval).toMatchObject({
      is_direct: true,
      decided_by: shop.supervisor.id,
      requested_by: shop.supervisor.id,
    })
    const whole = await give(shop.manager, ofCart({ amountCentavos: 1_000 }))
    expect(whole.body).toMatchObject({ discountCentavos: 3_000, totalCentavos: 27_000 })
    expect(whole.body.lines.map((each: { discountCentavos: number }) => each.discountCentavos)).toEqual([
      2_643, 357,
    ])
    const sold = await tills.finalize(shop.cashier, whole.body)
    expect(sold).toMatchObject({
      status: 201,
      body: {
        order: { discountCentavos: 3_000, totalCentavos: 27_000 },
        receipt: { content: { discountCentavos: 3_000 } },
      },
    })
    expect(await approvalOf(approval.id)).toMatchObject({ status: 'USED' })
    const after = await shown()
    expect(
      after.discounts.map((each: { isCounted: boolean; approvalStatus: string }) => [
        each.isCounted,
        each.approvalStatus,
      ]),
    ).toEqual([
      [true, 'USED'],
      [true, 'USED'],
    ])
  })

  test('of 100 % makes a total of zero', async () => {
    const { body } = await give(shop.manager, ofCart({ percentageBps: 10_000 }))
    expect(body).toMatchObject({ totalCentavos: 0, taxCentavos: 0, discountCentavos: 30_000 })
    expect((await tills.finalize(shop.cashier, body)).status).toBe(201)
  })

  test('is removed with its line, and can be removed alone', async () => {
    const { body } = await give(shop.supervisor, ofLine({ amountCentavos: 500 }))
    await give(shop.supervisor, ofCart({ amountCentavos: 100 }))
    const gone = await app.call(shop.cashier, 'DELETE', `/pos/carts/${cart.id}/lines/${cart.lines[0]?.id}`)
    expect(gone.body.discounts).toMatchObject([{ scope: 'CART', isCounted: false }])
    const path = `/pos/carts/${cart.id}/discounts/${gone.body.discounts[0].id}`
    expect((await app.call(shop.cashier, 'DELETE', path)).body).toMatchObject({
      discounts: [],
      discountCentavos: 0,
      totalCentavos: 10_000,
    })
    expect((await app.call(shop.cashier, 'DELETE', path)).status).toBe(404)
    expect(body.discountCentavos).toBe(500)
  })
})

describe('a cashier’s discount', () => {
  test('is a request: it counts when another person approves it, which changes the cart’s version', async () => {
    const asked = await give(shop.cashier, ofCart({ amountCentavos: 3_000 }))
    expect(asked.body).toMatchObject({
      totalCentavos: 30_000,
      discounts: [{ approvalStatus: 'PENDING', isCounted: false }],
    })
    const [{ approvalId }] = asked.body.discounts
    expect(await approvalOf(approvalId)).toMatchObject({
      status: 'PENDING',
      is_direct: false,
      requested_by: shop.cashier.id,
      cart_id: cart.id,
    })
    expect(await tills.finalize(shop.cashier, asked.body)).toMatchObject({
      status: 409,
      body: { code: 'approval_pending', approvalId },
    })
    await decide(approvalId, 'approve')
    expect(await tills.finalize(shop.cashier, asked.body)).toMatchObject({
      status: 409,
      body: { code: 'cart_changed', totalCentavos: 27_000, discountCentavos: 3_000 },
    })
    const now = await shown()
    expect(now).toMatchObject({
      totalCentavos: 27_000,
      discounts: [{ approvalStatus: 'APPROVED', isCounted: true }],
    })
    expect((await tills.finalize(shop.cashier, now)).body.order.totalCentavos).toBe(27_000)
    expect((await approvalOf(approvalId)).status).toBe('USED')
  })

  test('that was rejected blocks the sale until it is removed', async () => {
    const asked = await give(shop.cashier, ofCart({ amountCentavos: 3_000 }))
    const [{ id, approvalId }] = asked.body.discounts
    await decide(approvalId, 'reject')
    const refused = await tills.finalize(shop.cashier, await shown())
    expect(refused).toMatchObject({ status: 409, body: { code: 'approval_rejected', approvalId } })
    const without = await app.call(shop.cashier, 'DELETE', `/pos/carts/${cart.id}/discounts/${id}`)
    expect((await tills.finalize(shop.cashier, without.body)).body.order.totalCentavos).toBe(30_000)
  })

  test('that was not used in time no longer counts', async () => {
    const asked = await give(shop.cashier, ofCart({ amountCentavos: 3_000 }))
    const [{ approvalId }] = asked.body.discounts
    await decide(approvalId, 'approve')
    await app.admin.query(`update selling.approvals set expires_at = now() where id = $1`, [approvalId])
    const late = await shown()
    expect(late.discounts).toMatchObject([{ approvalStatus: 'EXPIRED', isCounted: false }])
    expect((await tills.finalize(shop.cashier, late)).body.code).toBe('approval_expired')
    const more = await app.call(shop.cashier, 'PATCH', `/pos/carts/${cart.id}`, { label: 'x' })
    expect(more.body.totalCentavos).toBe(30_000)
  })

  test.each<[string, () => Promise<unknown>]>([
    [
      'another quantity',
      () =>
        app.call(shop.cashier, 'PATCH', `/pos/carts/${cart.id}/lines/${cart.lines[0]?.id}`, { quantity: 3 }),
    ],
    [
      'a smaller quantity',
      () =>
        app.call(shop.cashier, 'PATCH', `/pos/carts/${cart.id}/lines/${cart.lines[0]?.id}`, { quantity: 1 }),
    ],
  ])('approved for a line does not apply to %s', async (_what, change) => {
    const asked = await give(shop.cashier, ofLine({ percentageBps: 5_000 }))
    const [{ approvalId }] = asked.body.discounts
    await decide(approvalId, 'approve')
    expect((await shown()).totalCentavos).toBe(20_000)
    await change()
    const now = await shown()
    expect(now).toMatchObject({
      discountCentavos: 0,
      discounts: [{ isCounted: false, approvalStatus: 'APPROVED' }],
    })
    expect((await tills.finalize(shop.cashier, now)).body.code).toBe('approval_mismatch')
  })

  test('on a line separates it from goods scanned later', async () => {
    await give(shop.supervisor, ofLine({ amountCentavos: 100 }))
    const more = await app.call(shop.cashier, 'POST', `/pos/carts/${cart.id}/lines`, { variantId: coffee })
    expect(more.body.lines).toHaveLength(3)
    expect(more.body).toMatchObject({ discountCentavos: 100, discounts: [{ isCounted: true }] })
  })

  test('may use an approval requested beforehand, if it matches', async () => {
    const ask = async (amountCentavos: number, status: string, expires = '15 minutes') => {
      const { rows: subjects } = await app.admin.query(
        'select selling.discount_subject($1, $2, null, $3::bigint, null) as subject',
        [shop.store.merchantId, cart.id, amountCentavos],
      )
      const { rows } = await app.admin.query(
        `insert into selling.approvals (merchant_id, id, store_id, permission_set, type, scope, cart_id, amount_centavos,
           subject, goods, value_centavos, reason, status, requested_by, requester_membership_id, requester_name, decided_by, decided_at, used_at,
           expires_at)
         values ($1, app.uuid_v7(), $2, authz.set_of($1, $2, 'approvals'), 'DISCOUNT', 'CART', $3, $4::bigint,
           $10, '[]', $4::bigint, 'x', $5, $6, $7, 'x', $8, now(),
           $11::timestamptz, now() + $9::interval) returning id`,
        [
          shop.store.merchantId,
          shop.store.id,
          cart.id,
          amountCentavos,
          status,
          shop.cashier.id,
          shop.cashier.membershipId,
          shop.manager.id,
          expires,
          subjects[0].subject,
          status === 'USED' ? new Date() : null,
        ],
      )
      return rows[0].id as string
    }
    const attempt = async (approvalId: string, amountCentavos = 700) =>
      (await give(shop.cashier, ofCart({ amountCentavos, approvalId }))).body
    expect((await attempt(await ask(700, 'APPROVED'), 701)).code).toBe('approval_mismatch')
    expect((await attempt(randomUUID())).code).toBe('approval_mismatch')
    expect((await attempt(await ask(700, 'REJECTED'))).code).toBe('approval_rejected')
    expect((await attempt(await ask(700, 'USED'))).code).toBe('approval_used')
    expect((await attempt(await ask(700, 'APPROVED', '-1 second'))).code).toBe('approval_expired')
    const good = await ask(700, 'APPROVED')
    expect(await attempt(good)).toMatchObject({
      totalCentavos: 29_300,
      discounts: [{ approvalId: good, isCounted: true, approvalStatus: 'APPROVED' }],
    })
  })
})

describe('is refused:', () => {
  test.each<[string, () => object, string]>([
    ['no line for the scope LINE', () => ({ scope: 'LINE', amountCentavos: 1 }), '/lineItemId'],
    [
      'a line for the scope CART',
      () => ofCart({ lineItemId: randomUUID(), amountCentavos: 1 }),
      '/lineItemId',
    ],
    ['an unknown line', () => ofLine({ lineItemId: randomUUID(), amountCentavos: 1 }), '/lineItemId'],
    ['neither amount nor percentage', () => ofCart({}), '/amountCentavos'],
    ['both of them', () => ofCart({ amountCentavos: 1, percentageBps: 1 }), '/amountCentavos'],
    ['more than the line', () => ofLine({ amountCentavos: 20_001 }), '/amountCentavos'],
    ['more than the cart', () => ofCart({ amountCentavos: 30_001 }), '/amountCentavos'],
    ['nothing', () => ofCart({ amountCentavos: 0 }), '/amountCentavos'],
    ['more than all', () => ofCart({ percentageBps: 10_001 }), '/percentageBps'],
    ['no reason', () => ofCart({ amountCentavos: 1, reason: '  ' }), '/reason'],
  ])('%s', async (_what, body, path) => {
    const answer = await give(shop.supervisor, body())
    expect(answer.status).toBe(422)
    expect(answer.body.errors.map((each: { path: string }) => each.path)).toEqual([path])
    expect(await shown()).toEqual(cart)
  })

  test('a second one on the same', async () => {
    await give(shop.supervisor, ofCart({ amountCentavos: 1 }))
    expect(await give(shop.supervisor, ofCart({ amountCentavos: 2 }))).toMatchObject({
      status: 409,
      body: { code: 'duplicate_value' },
    })
  })

  test('one on an empty cart', async () => {
    cart = await tills.cart(shop.cashier, [])
    expect((await give(shop.supervisor, ofCart({ amountCentavos: 1 }))).status).toBe(422)
  })
})

test('no request caused a server error', () => {
  expect(app.logLines.filter((each) => each.includes('"level":50'))).toEqual([])
})
