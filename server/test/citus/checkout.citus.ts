import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Answer, type RunningProduct, startProduct } from '../app.ts'
import { type Shop, type Tills, tillsOf } from '../till.ts'
import { type SentCommands, sentCommands } from './sent-commands.ts'

let app: RunningProduct
let tills: Tills
let shop: Shop
let commands: SentCommands
let goods: string[]

beforeAll(async () => {
  app = await startProduct()
  commands = await sentCommands(app.name)
  tills = tillsOf(app)
  shop = await tills.shop()
  goods = []
  for (let no = 1; no <= 5; no++)
    goods.push(
      await tills.product(shop.store, { name: `Producto ${no}`, priceCentavos: no * 1_000, stock: 100 }),
    )
})
afterAll(async () => {
  await commands.end()
  await app.close()
})

const five = () => goods.map((variantId) => ({ variantId }))
const codes = (answers: readonly Answer[]) => answers.map(({ status, body }) => body.code ?? status).sort()

test('a checkout of five lines is five commands to one node, and commits there in one phase', async () => {
  const cart = await tills.cart(shop.cashier, five())
  let sold: Answer | undefined
  const sent = await commands.during(async () => {
    sold = await tills.finalize(shop.cashier, cart, undefined, { 'idempotency-key': 'five-lines' })
  })
  expect(sold?.status, sold?.text).toBe(201)
  expect(sold?.body.order).toMatchObject({ folio: expect.stringMatching(/^A-/), totalCentavos: 15_000 })
  expect(await Promise.all(goods.map(tills.onHand))).toEqual([99, 99, 99, 99, 99])
  const ofSale = ['begin transaction', 'app.claim_key', 'selling.finalize_cart', 'app.keep_answer', 'commit']
  expect(sent.filter((each) => each.includes('selling.finalize_cart'))).toEqual([ofSale])

  const again = await tills.finalize(shop.cashier, cart, undefined, { 'idempotency-key': 'five-lines' })
  expect(again.headers.get('idempotent-replayed')).toBe('true')
  expect(again.body).toEqual(sold?.body)
})

test('a cart is changed line by line, parked and recalled, and its order is read', async () => {
  const cart = await tills.cart(shop.cashier, [{ variantId: goods[0] as string }])
  const at = `/pos/carts/${cart.id}`
  const added = await app.call(shop.cashier, 'POST', `${at}/lines`, { variantId: goods[1], quantity: 2 })
  expect(added.body.lines, added.text).toHaveLength(2)
  const more = await app.call(shop.cashier, 'POST', `${at}/lines`, { variantId: goods[1] })
  expect(more.body.lines[1], more.text).toMatchObject({ quantity: 3, totalCentavos: 6_000 })
  const line = (no: number) => `${at}/lines/${more.body.lines[no].id}`
  const changed = await app.call(shop.cashier, 'PATCH', line(1), { quantity: 1 })
  expect(changed.body, changed.text).toMatchObject({ totalCentavos: 3_000 })
  const removed = await app.call(shop.cashier, 'DELETE', line(0))
  expect(removed.body, removed.text).toMatchObject({ totalCentavos: 2_000 })
  expect((await app.call(shop.cashier, 'PATCH', at, { label: 'Mesa 4' })).body.label).toBe('Mesa 4')
  expect((await app.call(shop.cashier, 'POST', `${at}/park`, {})).body.status).toBe('PARKED')
  expect((await app.call(shop.supervisor, 'POST', `${at}/recall`, {})).body.status).toBe('OPEN')
  const { body: shown } = await app.call(shop.cashier, 'GET', at)
  const sold = await tills.finalize(shop.cashier, shown)
  expect(sold.status, sold.text).toBe(201)
  const order = await app.call(shop.supervisor, 'GET', `/pos/sales_orders/${sold.body.order.id}`)
  expect(order.body, order.text).toMatchObject({ lines: [{ quantity: 1 }], payments: [{ method: 'CASH' }] })
})

test('of two tills one sells the last piece', async () => {
  const last = await tills.product(shop.store, { stock: 1 })
  const other = await app.world.member(shop.store, 'cashier')
  await tills.openShift(other)
  const tillsWithIt = [shop.cashier, other].map(async (who) => ({
    who,
    cart: await tills.cart(who, [{ variantId: last }]),
  }))
  const answers = await Promise.all(
    (await Promise.all(tillsWithIt)).map(({ who, cart }) => tills.finalize(who, cart)),
  )
  expect(codes(answers)).toEqual([201, 'insufficient_stock'])
  expect(await tills.onHand(last)).toBe(0)
})

test('a cashier’s discount counts once a supervisor has approved it', async () => {
  const cart = await tills.cart(shop.cashier, five())
  const asked = await app.call(shop.cashier, 'POST', `/pos/carts/${cart.id}/discounts`, {
    scope: 'CART',
    percentageBps: 1_000,
    reason: 'Cliente frecuente',
  })
  expect(asked.body, asked.text).toMatchObject({ totalCentavos: 15_000, discounts: [{ isCounted: false }] })
  const { approvalId } = asked.body.discounts[0]
  const own = await app.call(shop.cashier, 'POST', `/pos/approvals/${approvalId}/approve`, {})
  expect(own.status).toBe(403)
  const approved = await app.call(shop.supervisor, 'POST', `/pos/approvals/${approvalId}/approve`, {})
  expect(approved.body, approved.text).toMatchObject({
    status: 'APPROVED',
    deciderName: shop.supervisor.name,
  })
  const { body: shown } = await app.call(shop.cashier, 'GET', `/pos/carts/${cart.id}`)
  expect(shown).toMatchObject({ totalCentavos: 13_500, discounts: [{ isCounted: true }] })
  const sold = await tills.finalize(shop.cashier, shown)
  expect(sold.body.order, sold.text).toMatchObject({ discountCentavos: 1_500, totalCentavos: 13_500 })
})

test('goods come back with an approval, and no more than was sold', async () => {
  const { order } = await tills.sale(shop.cashier, five())
  const before = await tills.onHand(goods[0] as string)
  const back = { type: 'RETURN', lines: [{ lineItemId: order.lines[0].id }], reason: 'Defecto' }
  const give = (more: object) =>
    app.call(shop.cashier, 'POST', `/pos/sales_orders/${order.id}/refunds`, { ...back, ...more })
  const asked = await app.call(shop.cashier, 'POST', '/pos/approvals', {
    ...back,
    scope: 'LINE',
    orderId: order.id,
  })
  expect(asked.status, asked.text).toBe(201)
  const approved = await app.call(shop.supervisor, 'POST', `/pos/approvals/${asked.body.id}/approve`, {})
  expect(approved.status, approved.text).toBe(200)
  const answers = await Promise.all([
    give({ approvalId: asked.body.id }),
    give({ approvalId: asked.body.id }),
  ])
  expect(codes(answers)[0]).toBe(201)
  expect(codes(answers)[1]).not.toBe(201)
  expect(await tills.onHand(goods[0] as string)).toBe(before + 1)
})

test('the cart of another merchant is not found, nor changed', async () => {
  const cart = await tills.cart(shop.cashier, five())
  const stranger = await tills.shop()
  const sold = await tills.finalize(stranger.cashier, cart)
  expect([sold.status, sold.body.code]).toEqual([404, 'not_found'])
  const { rows } = await app.admin.query('select status, version from selling.carts where id = $1', [cart.id])
  expect(rows).toEqual([{ status: 'OPEN', version: 1 }])
})
