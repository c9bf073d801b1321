import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { App } from '../../../test/app.ts'
import { sharedProduct } from '../../../test/shared-product.ts'
import { type Shop, type Tills, tillsOf } from '../../../test/till.ts'

let app: App
let tills: Tills
let shop: Shop
let coffee: string
beforeAll(async () => {
  app = await sharedProduct()
  tills = tillsOf(app)
  shop = await tills.shop()
  coffee = await tills.product(shop.store, { priceCentavos: 10_000, stock: 1_000 })
})

const nowhere = '01890000-0000-7000-8000-000000000000'
const events = async (type: string) =>
  (await app.admin.query('select payload from events.events where type = $1 order by id', [type])).rows.map(
    ({ payload }) => payload,
  )

/** A cart of the cashier, and a request for 10 % off. */
async function asked(who = shop.cashier, more: object = {}) {
  const cart = await tills.cart(who, [{ variantId: coffee, quantity: 2 }])
  const answer = await app.call(who, 'POST', '/pos/approvals', {
    type: 'DISCOUNT',
    scope: 'CART',
    cartId: cart.id,
    percentageBps: 1_000,
    reason: 'Cliente frecuente',
    ...more,
  })
  expect(answer.status, answer.text).toBe(201)
  return { cart, approval: answer.body }
}

const decide = (who: { token: string }, id: string, verdict: 'approve' | 'reject', reason?: string) =>
  app.call(who, 'POST', `/pos/approvals/${id}/${verdict}`, reason === undefined ? {} : { reason })

const withdraw = (who: { token: string }, id: string) => app.call(who, 'POST', `/pos/approvals/${id}/cancel`)

describe('asking', () => {
  test('a cashier requests a discount, a supervisor sees and approves it, and the sale uses it', async () => {
    const { cart, approval } = await asked()
    expect(approval).toMatchObject({
      type: 'DISCOUNT',
      scope: 'CART',
      cartId: cart.id,
      percentageBps: 1_000,
      status: 'PENDING',
      isDirect: false,
      requestedBy: shop.cashier.id,
      requesterName: shop.cashier.name,
      decidedBy: null,
    })
    expect(await events('approval.requested')).toContainEqual({
      approvalId: approval.id,
      type: 'DISCOUNT',
      status: 'PENDING',
    })
    const inbox = await app.call(
      shop.supervisor,
      'GET',
      `/pos/approvals?storeId=${shop.store.id}&status=PENDING`,
    )
    expect(inbox.body.items.map(({ id }: { id: string }) => id)).toContain(approval.id)

    const approved = await decide(shop.supervisor, approval.id, 'approve', 'Por esta vez')
    expect(approved.body).toMatchObject({
      status: 'APPROVED',
      deciderName: shop.supervisor.name,
      decisionReason: 'Por esta vez',
    })
    const discounted = await app.call(shop.cashier, 'POST', `/pos/carts/${cart.id}/discounts`, {
      scope: 'CART',
      percentageBps: 1_000,
      reason: 'Cliente frecuente',
      approvalId: approval.id,
    })
    expect(discounted.body.totalCentavos).toBe(18_000)
    expect((await tills.finalize(shop.cashier, discounted.body)).status).toBe(201)
    const used = await app.call(shop.cashier, 'GET', `/pos/approvals/${approval.id}`)
    expect(used.body).toMatchObject({ status: 'USED', usedAt: expect.any(String) })
    const { rows } = await app.admin.query(`select action from audit.log where entity_id = $1 order by id`, [
      approval.id,
    ])
    expect(rows.map(({ action }) => action)).toEqual([
      'approval.requested',
      'approval.approved',
      'approval.used',
    ])
  })

  test('a request says what it is about, in goods and pesos, at the prices of its time', async () => {
    const tea = await tills.product(shop.store, { name: 'Té', priceCentavos: 3_333, stock: 10 })
    const cart = await tills.cart(shop.cashier, [{ variantId: coffee, quantity: 2 }, { variantId: tea }])
    const ask = async (more: object) => {
      const answer = await app.call(shop.cashier, 'POST', '/pos/approvals', {
        type: 'DISCOUNT',
        cartId: cart.id,
        reason: 'Envase abollado',
        ...more,
      })
      expect(answer.status, answer.text).toBe(201)
      return answer.body
    }
    const [coffees, teas] = [
      { unit: 'PIECE', quantity: 2, amountCentavos: 20_000, disposition: null },
      { name: 'Té', unit: 'PIECE', quantity: 1, amountCentavos: 3_333, disposition: null },
    ]
    const whole = await ask({ scope: 'CART', percentageBps: 1_000 })
    expect(whole).toMatchObject({ goods: [coffees, teas], valueCentavos: 2_333 })
    const ofTea = await ask({ scope: 'LINE', lineItemId: cart.lines[1].id, amountCentavos: 3_000 })
    expect(ofTea).toMatchObject({ goods: [teas], valueCentavos: 3_000 })
    await app.call(shop.manager, 'PATCH', `/pos/products/${tea}`, { priceCentavos: 1 })
    const read = await app.call(shop.supervisor, 'GET', `/pos/approvals/${ofTea.id}`)
    expect(read.body).toMatchObject({ goods: [teas], valueCentavos: 3_000 })

    const { body: sold } = await tills.finalize(shop.cashier, cart)
    const back = async (type: string, more: object) => {
      const answer = await app.call(shop.cashier, 'POST', '/pos/approvals', {
        type,
        orderId: sold.order.id,
        reason: 'No le gustó',
        ...more,
      })
      expect(answer.status, answer.text).toBe(201)
      return answer.body
    }
    const one = { lineItemId: cart.lines[0].id, quantity: 1 }
    expect(await back('RETURN', { scope: 'LINE', lines: [one] })).toMatchObject({
      goods: [{ quantity: 1, amountCentavos: 10_000, disposition: 'STOCK' }],
      valueCentavos: 10_000,
    })
    const money = { lineItemId: cart.lines[1].id, amountCentavos: 500 }
    expect(await back('REFUND', { scope: 'LINE', lines: [money] })).toMatchObject({
      goods: [{ name: 'Té', quantity: 0, amountCentavos: 500, disposition: null }],
      valueCentavos: 500,
    })
  })

  test('the same key makes one request', async () => {
    const cart = await tills.cart(shop.cashier, [{ variantId: coffee }])
    const body = { type: 'DISCOUNT', scope: 'CART', cartId: cart.id, amountCentavos: 500, reason: 'Golpe' }
    const key = { 'idempotency-key': 'asked-once' }
    const first = await app.call(shop.cashier, 'POST', '/pos/approvals', body, key)
    const again = await app.call(shop.cashier, 'POST', '/pos/approvals', body, key)
    expect(again.body).toEqual(first.body)
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    const other = await app.call(
      shop.cashier,
      'POST',
      '/pos/approvals',
      { ...body, amountCentavos: 600 },
      key,
    )
    expect([other.status, other.body.code]).toEqual([422, 'idempotency_key_reused'])
  })

  test('nothing is requested for a cart that was sold', async () => {
    const cart = await tills.cart(shop.cashier, [{ variantId: coffee }])
    expect((await tills.finalize(shop.cashier, cart)).status).toBe(201)
    const late = await app.call(shop.cashier, 'POST', '/pos/approvals', {
      type: 'DISCOUNT',
      scope: 'CART',
      cartId: cart.id,
      amountCentavos: 500,
      reason: 'Golpe',
    })
    expect(late.body).toMatchObject({ status: 409, code: 'cart_closed', cartStatus: 'FINALIZED' })
    const { rowCount } = await app.admin.query('select from selling.approvals where cart_id = $1', [cart.id])
    expect(rowCount).toBe(0)
  })

  test.each<[string, object, string[]]>([
    ['a discount without a cart', { cartId: undefined }, ['/cartId']],
    ['a line discount that names no line', { scope: 'LINE' }, ['/lineItemId']],
    ['an amount and a percentage', { amountCentavos: 100 }, ['/amountCentavos', '/percentageBps']],
    ['neither', { percentageBps: undefined }, ['/amountCentavos', '/percentageBps']],
    ['lines of an order', { lines: [{ lineItemId: nowhere }] }, ['/lines']],
    ['an unknown line', { scope: 'LINE', lineItemId: nowhere }, ['/lineItemId']],
  ])('%s is refused', async (_what, change, paths) => {
    const cart = await tills.cart(shop.cashier, [{ variantId: coffee }])
    const answer = await app.call(shop.cashier, 'POST', '/pos/approvals', {
      type: 'DISCOUNT',
      scope: 'CART',
      cartId: cart.id,
      percentageBps: 1_000,
      reason: 'Cliente frecuente',
      ...change,
    })
    expect(answer.status, answer.text).toBe(422)
    expect(answer.body.errors.map(({ path }: { path: string }) => path)).toEqual(paths)
  })

  test.each<[string, number, object, object]>([
    [
      'a percentage of an empty cart',
      0,
      { percentageBps: 1_000 },
      { path: '', message: 'there is nothing to discount' },
    ],
    [
      'an amount off an empty cart',
      0,
      { amountCentavos: 500 },
      { path: '', message: 'there is nothing to discount' },
    ],
    [
      'more than the cart',
      1,
      { amountCentavos: 10_001 },
      { path: '/amountCentavos', message: 'is more than the 10000 available' },
    ],
  ])('%s is refused as a discount of it is', async (_what, quantity, size, fault) => {
    const cart = await tills.cart(shop.cashier, quantity === 0 ? [] : [{ variantId: coffee, quantity }])
    const wanted = { scope: 'CART', reason: 'Golpe', ...size }
    const asked = { type: 'DISCOUNT', cartId: cart.id, ...wanted }
    for (const answer of [
      await app.call(shop.cashier, 'POST', '/pos/approvals', asked),
      await app.call(shop.cashier, 'POST', `/pos/carts/${cart.id}/discounts`, wanted),
    ]) {
      expect(answer.status, answer.text).toBe(422)
      expect(answer.body).toMatchObject({ code: 'invalid_request', errors: [fault] })
    }
  })

  test('a cart of another merchant gets the same answer as one that does not exist', async () => {
    const stranger = await tills.shop()
    const cart = await tills.cart(shop.cashier, [{ variantId: coffee }])
    const ask = (cartId: string) =>
      app.call(stranger.cashier, 'POST', '/pos/approvals', {
        type: 'DISCOUNT',
        scope: 'CART',
        cartId,
        percentageBps: 1_000,
        reason: 'x',
      })
    const [foreign, absent] = [await ask(cart.id), await ask(nowhere)]
    expect([foreign.status, foreign.body.code]).toEqual([404, 'not_found'])
    expect({ ...absent.body, requestId: '' }).toEqual({ ...foreign.body, requestId: '' })
  })
})

describe('deciding', () => {
  test.each(['approve', 'reject'] as const)('a cashier may not %s', async (verdict) => {
    const { approval } = await asked()
    const colleague = await app.world.member(shop.store, 'cashier')
    const answer = await decide(colleague, approval.id, verdict)
    expect([answer.status, answer.body.requiredRole]).toEqual([403, 'store:supervisor'])
  })

  test('nobody decides on their own request, not even after a promotion', async () => {
    const climber = await app.world.member(shop.store, 'cashier')
    await tills.openShift(climber)
    const { approval } = await asked(climber)
    const promoted = await app.call(shop.manager, 'PATCH', `/pos/memberships/${climber.membershipId}`, {
      role: 'manager',
    })
    expect(promoted.status, promoted.text).toBeLessThan(300)
    for (const verdict of ['approve', 'reject'] as const) {
      const answer = await decide(climber, approval.id, verdict)
      expect([answer.status, answer.body.code]).toEqual([403, 'self_approval'])
    }
    expect((await decide(shop.supervisor, approval.id, 'approve')).status).toBe(200)
  })

  test('former members and strangers get not_found', async () => {
    const { approval } = await asked()
    const stranger = await tills.shop()
    const [foreign, absent] = [
      await decide(stranger.supervisor, approval.id, 'approve'),
      await decide(stranger.supervisor, nowhere, 'approve'),
    ]
    expect(foreign.status).toBe(404)
    expect({ ...absent.body, requestId: '' }).toEqual({ ...foreign.body, requestId: '' })
  })

  test('an expired request can be neither decided nor withdrawn', async () => {
    const { approval } = await asked()
    await app.admin.query('update selling.approvals set expires_at = now() where id = $1', [approval.id])
    for (const answer of [
      await decide(shop.supervisor, approval.id, 'approve'),
      await withdraw(shop.cashier, approval.id),
    ])
      expect([answer.status, answer.body.code]).toEqual([409, 'approval_expired'])
  })

  test('of many concurrent decisions exactly one succeeds', async () => {
    const { approval } = await asked()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, no) =>
        decide(no % 2 ? shop.supervisor : shop.manager, approval.id, no % 3 ? 'approve' : 'reject'),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(
      answers.filter(({ status }) => status !== 200).every(({ body }) => body.code === 'invalid_transition'),
    ).toBe(true)
    expect(
      (await events('approval.decided')).filter(({ approvalId }) => approvalId === approval.id),
    ).toHaveLength(1)
  })

  test('only the requester can withdraw a request, and only while it is undecided', async () => {
    const { approval } = await asked()
    const other = await withdraw(shop.supervisor, approval.id)
    expect([other.status, other.body.code]).toEqual([403, 'forbidden'])
    const own = await withdraw(shop.cashier, approval.id)
    expect(own.body.status).toBe('CANCELED')
    const late = await decide(shop.supervisor, approval.id, 'approve')
    expect([late.status, late.body.approvalStatus]).toEqual([409, 'CANCELED'])
    const { approval: decided } = await asked()
    await decide(shop.supervisor, decided.id, 'approve')
    expect((await withdraw(shop.cashier, decided.id)).body).toMatchObject({
      status: 409,
      code: 'invalid_transition',
      approvalStatus: 'APPROVED',
    })
  })
})

describe('a cashier’s discount in the cart', () => {
  let cart: { id: string; version: number; totalCentavos: number; discounts: { approvalId: string }[] }
  beforeEach(async () => {
    const opened = await tills.cart(shop.cashier, [{ variantId: coffee, quantity: 2 }])
    const answer = await app.call(shop.cashier, 'POST', `/pos/carts/${opened.id}/discounts`, {
      scope: 'CART',
      amountCentavos: 2_500,
      reason: 'Empaque dañado',
    })
    expect(answer.status, answer.text).toBe(200)
    cart = answer.body
  })
  const approvalId = () => cart.discounts[0]?.approvalId as string
  const shown = async () => (await app.call(shop.cashier, 'GET', `/pos/carts/${cart.id}`)).body

  test('counts once it is approved, and changes the cart’s price', async () => {
    expect(cart.totalCentavos).toBe(20_000)
    expect((await tills.finalize(shop.cashier, cart)).body.code).toBe('approval_pending')
    await decide(shop.supervisor, approvalId(), 'approve')
    const after = await shown()
    expect(after.totalCentavos).toBe(17_500)
    expect(after.version).toBeGreaterThan(cart.version)
    expect((await tills.finalize(shop.cashier, after)).status).toBe(201)
  })

  test('blocks the sale when it is rejected, until it is removed', async () => {
    await decide(shop.supervisor, approvalId(), 'reject', 'No procede')
    expect((await tills.finalize(shop.cashier, await shown())).body.code).toBe('approval_rejected')
  })

  test('stops counting when the approved cart changes', async () => {
    await decide(shop.supervisor, approvalId(), 'approve')
    const more = await app.call(shop.cashier, 'POST', `/pos/carts/${cart.id}/lines`, { variantId: coffee })
    expect(more.body.totalCentavos).toBe(30_000)
    expect((await tills.finalize(shop.cashier, more.body)).body.code).toBe('approval_mismatch')
  })
})

test('a supervisor’s own discount needs no approval, and is recorded as direct', async () => {
  await tills.openShift(shop.supervisor)
  const opened = await tills.cart(shop.supervisor, [{ variantId: coffee }])
  const { body: cart } = await app.call(shop.supervisor, 'POST', `/pos/carts/${opened.id}/discounts`, {
    scope: 'CART',
    percentageBps: 500,
    reason: 'Promoción',
  })
  expect(cart.totalCentavos).toBe(9_500)
  const { body: approval } = await app.call(
    shop.manager,
    'GET',
    `/pos/approvals/${cart.discounts[0].approvalId}`,
  )
  expect(approval).toMatchObject({ status: 'APPROVED', isDirect: true, decidedBy: shop.supervisor.id })
})
