import type { Cart, CartLine } from '@mostrador/client'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Order } from '../orders/order.ts'
import type { CartCheckout } from './cart-checkout.ts'
import { bread, soda } from './fake-server.ts'
import { cartOf, cash, fakeTillForEach, lineOf, quantities, seller } from './fake-till.ts'

const till = fakeTillForEach({ beforeAll, afterAll, beforeEach, afterEach, vi })

const refusal = { status: 409, code: 'cart_locked' }

describe('a change of the whole cart', () => {
  test('sets its customer, and takes it away again', async () => {
    const checkout = await till.filled([soda, 1])
    await checkout.setCustomer('k1')
    expect(cartOf(checkout)).toMatchObject({ customerId: 'k1' })
    await checkout.setCustomer(null)
    expect(till.callsOf(/PATCH/).map(({ body }) => body)).toEqual([
      { customerId: 'k1' },
      { customerId: null },
    ])
  })

  test('reads it again as the server has it', async () => {
    const checkout = await till.filled([soda, 1])
    const cart = cartOf(checkout)
    till.server.carts.set(cart.id, { ...cart, discountCentavos: 100 })
    await checkout.reload()
    expect(cartOf(checkout)).toMatchObject({ discountCentavos: 100 })
  })

  test('reads it again by itself only while the server is there and no change is on its way', async () => {
    const checkout = await till.filled([soda, 1])
    const reads = () => till.callsOf(/GET .pos.carts/).length
    till.server.holds = /carts/
    const refreshed = Promise.all([checkout.refresh(), checkout.refresh()])
    await expect.poll(reads).toBe(1)
    till.server.holds = null
    till.server.letThrough()
    await refreshed
    expect(reads()).toBe(1)
    await checkout.refresh()
    expect(reads()).toBe(2)
    till.server.fates.push({ call: /GET .pos.carts/, fate: { status: 503, code: 'overloaded' } })
    await checkout.refresh()
    expect(checkout.view()).toMatchObject({ fault: null })
    till.server.isUp = false
    till.server.fates.push({ call: /GET .pos.carts/, fate: 'lost' })
    await checkout.refresh()
    expect(till.server.fates).toHaveLength(1)
    expect(checkout.view()).toMatchObject({ busyCount: 0, fault: null })
  })

  test('waits for no read that it makes by itself, which then shows nothing of before', async () => {
    const checkout = await till.filled([soda, 1])
    till.server.holds = /carts.[^/]+$/
    const refreshed = checkout.refresh()
    await expect.poll(() => till.callsOf(/GET .pos.carts/)).toHaveLength(1)
    // Every few seconds the buttons and the lock would be out of use.
    expect(checkout.view()).toMatchObject({ busyCount: 0 })
    checkout.add(bread, 1, null)
    await checkout.settled()
    till.server.holds = null
    till.server.letThrough()
    await refreshed
    expect(quantities(checkout)).toEqual({ refresco: 1, pan: 1 })
  })

  test('asks for nothing when there is no cart', async () => {
    const checkout = await till.filled()
    await checkout.setCustomer('k1')
    await checkout.goOffline()
    await checkout.goOnline(null)
    expect(till.server.heard).toEqual([])
    expect(checkout.view()).toMatchObject({ cart: null, fault: null })
  })
})

describe('a change without an answer', () => {
  test('shows what it has made of the cart, with the reason', async () => {
    const checkout = await till.filled([soda, 2])
    till.server.fates.push({ call: /discounts$/, fate: 'unanswered' })
    await checkout.addDiscount({ line: null, amountCentavos: 500, reason: 'Cliente' })
    expect(checkout.view()).toMatchObject({
      cart: { discountCentavos: 500, totalCentavos: 3_300 },
      fault: { name: 'NoAnswer' },
    })
  })

  test.each([
    ['PARKED', 'park'],
    ['CANCELED', 'cancel'],
  ] as const)('leaves no cart on the screen that is %s', async (status, act) => {
    const checkout = await till.filled([soda, 1])
    const { id } = cartOf(checkout)
    till.server.fates.push({ call: new RegExp(`${act}$`), fate: 'unanswered' })
    await checkout[act]('')
    expect(checkout.view()).toMatchObject({ cart: null, fault: { name: 'NoAnswer' } })
    expect([...till.journal.disk.keys()]).toEqual([])
    expect(till.server.carts.get(id)).toMatchObject({ status })
  })

  test('of goods that a dialog has asked about shows them, if they were added', async () => {
    const checkout = await till.filled([soda, 1])
    till.server.fates.push(
      ...Array.from({ length: 4 }, () => ({ call: /lines$/, fate: 'unanswered' as const })),
    )
    const told: unknown[] = []
    checkout.add(bread, 1, null, (fault) => told.push(fault))
    await till.settled(checkout)
    expect(told).toMatchObject([{ name: 'NoAnswer' }])
    expect(quantities(checkout)).toEqual({ refresco: 1, pan: 1 })
  })
})

test('a change that is refused shows the cart as the server has it, with the reason', async () => {
  const checkout = await till.filled([soda, 1])
  const { id } = cartOf(checkout)
  till.server.carts.set(id, { ...cartOf(checkout), customerId: 'p1' })
  till.server.fates.push({ call: /discounts$/, fate: { status: 409, code: 'duplicate_value' } })
  await checkout.addDiscount({ line: null, amountCentavos: 500, reason: 'Cliente' })
  expect(checkout.view()).toMatchObject({ cart: { customerId: 'p1' }, fault: { code: 'duplicate_value' } })
})

test.each([
  ['change', (checkout: CartCheckout) => checkout.add(bread, 1, null)],
  ['payment', (checkout: CartCheckout) => checkout.pay(cash(1_900), seller)],
])('a %s that is refused in the session of somebody else leaves the cart on the screen and the device', async (_what, act) => {
  const checkout = await till.filled([soda, 1])
  const { id } = cartOf(checkout)
  till.server.accountId = 'a2'
  const unknown = { status: 404, code: 'not_found' }
  till.server.fates.push({ call: /POST/, fate: unknown }, { call: /GET .pos.carts/, fate: unknown })
  void act(checkout)
  await till.settled(checkout)
  expect(checkout.view()).toMatchObject({ cart: { id }, fault: { code: 'not_found' } })
  expect([...till.journal.disk.keys()]).toEqual([id])
})

describe('parking', () => {
  test.each([
    ['with its label', 'Doña Lupita', { label: 'Doña Lupita' }],
    ['without one', '', {}],
  ])('sends the cart %s', async (_how, label, body) => {
    const checkout = await till.filled([soda, 1])
    expect(await checkout.park(label)).toBe(true)
    expect(till.callsOf(/park$/)).toMatchObject([{ body }])
    expect(till.callsOf(/park$/)[0]?.body).toEqual(body)
  })

  test.each([
    'park',
    'cancel',
  ] as const)('a cart that cannot be given up stays on the screen: %s', async (act) => {
    const checkout = await till.filled([soda, 1])
    till.server.fates.push({ call: new RegExp(`${act}$`), fate: refusal })
    expect(await checkout[act]('')).toBe(false)
    expect(checkout.view()).toMatchObject({ fault: refusal, cart: { status: 'OPEN' } })
  })

  test.each([
    ['at its terminal', 't1', { terminalId: 't1' }],
    ['without a terminal', null, {}],
  ])('a cart is recalled %s', async (_where, terminalId, body) => {
    const checkout = await till.filled([soda, 1])
    const { id } = cartOf(checkout)
    await checkout.park('')
    await checkout.recall(id, terminalId)
    expect(till.callsOf(/recall$/)[0]?.body).toEqual(body)
  })
})

describe('a parked cart whose recall is not answered', () => {
  /** @param count how many answers are lost @returns the till, and the cart that it has parked and recalled */
  async function recalled(count: number, fate: 'lost' | 'unanswered' = 'unanswered') {
    const checkout = await till.filled([soda, 1])
    const { id } = cartOf(checkout)
    await checkout.park('')
    till.server.fates.push(...Array.from({ length: count }, () => ({ call: /recall$/, fate })))
    void checkout.recall(id, null)
    await till.settled(checkout)
    return { checkout, id }
  }

  test('is recalled again', async () => {
    const { checkout } = await recalled(2)
    expect(quantities(checkout)).toEqual({ refresco: 1 })
    expect(checkout.view().fault).toBeNull()
  })

  test('is on the device before it is recalled, and shown once there is an answer', async () => {
    const { checkout, id } = await recalled(4)
    expect(checkout.view()).toMatchObject({ cart: null, fault: { name: 'NoAnswer' } })
    expect(till.journal.disk.get(id)).toMatchObject({ state: 'DRAFT', cart: null })
    await till.comeToFront(checkout)
    await till.settled(checkout)
    expect(quantities(checkout)).toEqual({ refresco: 1 })
  })

  test('is shown after a reload, also when another customer was served since', async () => {
    const { checkout } = await recalled(4)
    checkout.add(bread, 1, null)
    await till.settled(checkout)
    const after = till.reload(checkout)
    await till.settled(after)
    expect(quantities(after)).toEqual({ pan: 1 })
    after.startNew()
    await till.comeToFront(after)
    await till.settled(after)
    expect(quantities(after)).toEqual({ refresco: 1 })
  })

  test('and never arrived stays parked, and leaves nothing on the device', async () => {
    const { checkout, id } = await recalled(4, 'lost')
    await till.comeToFront(checkout)
    await till.settled(checkout)
    expect(checkout.view().cart).toBeNull()
    expect([...till.journal.disk.keys()]).toEqual([])
    expect(till.server.carts.get(id)).toMatchObject({ status: 'PARKED' })
  })

  test('and that another person has recalled since is not shown', async () => {
    const { checkout } = await recalled(4)
    till.server.fates.push({ call: /recall$/, fate: { status: 409, code: 'invalid_transition' } })
    await till.comeToFront(checkout)
    await till.settled(checkout)
    expect(checkout.view().cart).toBeNull()
    expect([...till.journal.disk.keys()]).toEqual([])
  })

  test('leaves nothing on the device when it is refused', async () => {
    const checkout = await till.filled([soda, 1])
    const { id } = cartOf(checkout)
    await checkout.park('')
    till.server.fates.push({ call: /recall$/, fate: refusal })
    await checkout.recall(id, null)
    expect(checkout.view()).toMatchObject({ cart: null, fault: refusal })
    expect([[...till.journal.disk.keys()], till.claims.all()]).toEqual([[], new Set()])
  })
})

describe('a cart on the device that goes back to the server', () => {
  async function onTheDevice() {
    const checkout = await till.filled([soda, 1])
    await checkout.goOffline()
    checkout.add(bread, 1, null)
    await till.settled(checkout)
    return checkout
  }

  test('stays on the device, without a word, while there is no answer', async () => {
    const checkout = await onTheDevice()
    till.server.isUp = false
    const moved = checkout.goOnline(null)
    await till.settled(checkout)
    await moved
    expect(checkout.view()).toMatchObject({ isLocal: true, fault: null })
    expect(quantities(checkout)).toEqual({ refresco: 1, pan: 1 })
  })

  test('stays on the device, with the reason, when the server refuses it', async () => {
    const checkout = await onTheDevice()
    till.server.fates.push({ call: /POST .pos.carts$/, fate: refusal })
    await checkout.goOnline(null)
    expect(checkout.view()).toMatchObject({ isLocal: true, fault: refusal })
    expect(quantities(checkout)).toEqual({ refresco: 1, pan: 1 })
  })

  describe.each([
    ['a quantity', (checkout: CartCheckout, line: CartLine) => checkout.setQuantity(line, 5)],
    ['a note', (checkout: CartCheckout, line: CartLine) => checkout.setNote(line, 'frío')],
    ['a removal', (checkout: CartCheckout, line: CartLine) => checkout.remove(line)],
    ['a press of +', (checkout: CartCheckout, line: CartLine) => checkout.step(line, 1)],
  ])('has new lines there, and the cashier is told that %s of an old one was not taken', (_what, change) => {
    test.each(['before', 'after'])('when it is asked for %s the move', async (when) => {
      const checkout = await onTheDevice()
      const old = lineOf(checkout, 'refresco')
      const moved = checkout.goOnline(null)
      if (when === 'after') await moved
      await change(checkout, old)
      expect(checkout.view()).toMatchObject({ isLocal: false, fault: { reason: 'line' }, steps: [] })
      expect(quantities(checkout)).toEqual({ refresco: 1, pan: 1 })
      await change(checkout, lineOf(checkout, 'refresco'))
      expect(lineOf(checkout, 'refresco')).not.toMatchObject({ quantity: 1, note: null })
    })
  })

  test('and has lost its discounts on the way says so', async () => {
    const checkout = await till.filled([soda, 1])
    const { id } = cartOf(checkout)
    till.server.carts.set(id, { ...cartOf(checkout), discounts: [{ id: 'd1' }] as Cart['discounts'] })
    till.server.isUp = false
    checkout.add(soda, 1, null)
    await till.settled(checkout)
    till.server.isUp = true
    await checkout.goOnline(null)
    expect(checkout.view()).toMatchObject({ isLocal: false, fault: { reason: 'discounts' } })
    expect(quantities(checkout)).toEqual({ refresco: 2 })
  })

  test('is not moved when it is there already', async () => {
    const checkout = await till.filled([soda, 1])
    const count = till.server.heard.length
    await checkout.goOnline(null)
    expect(till.server.heard).toHaveLength(count)
    expect(checkout.view()).toMatchObject({ isLocal: false })
  })
})

describe('what the device has stored', () => {
  test.each([
    ['another person', { accountId: 'a2' }],
    ['another store', { storeId: 's2' }],
    ['a service', { kind: 'airtime' }],
  ])('of %s is not shown as a cart', async (_whose, other) => {
    const before = await till.filled([soda, 1])
    const { disk } = till.journal
    const keys = [...disk.keys()]
    for (const order of [...disk.values()]) disk.set(order.key, { ...order, ...other } as Order)
    expect(before.view().cart).not.toBeNull()
    const checkout = till.open()
    await till.settled(checkout)
    expect(checkout.view()).toMatchObject({ cart: null, fault: null })
    expect([...disk.keys()]).toEqual(keys)
  })

  test('and cannot be read for lack of access stays there, with the reason', async () => {
    await till.filled([soda, 1])
    till.server.fates.push({ call: /GET .pos.carts/, fate: { status: 403, code: 'merchant_suspended' } })
    const checkout = till.open()
    await till.settled(checkout)
    expect(checkout.view()).toMatchObject({ cart: null, fault: { code: 'merchant_suspended' } })
    expect(till.journal.disk.size).toBe(1)
  })
})
