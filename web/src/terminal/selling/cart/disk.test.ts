import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { CartOrder, PaidOrder } from '../orders/order.ts'
import type { CartCheckout } from './cart-checkout.ts'
import { bread, soda } from './fake-server.ts'
import { cartOf, cash, fakeTillForEach, paidOrder, quantities, seller } from './fake-till.ts'
import { localCart, withGoods } from './local-cart.ts'

const till = fakeTillForEach({ beforeAll, afterAll, beforeEach, afterEach, vi })
/** Long enough for everything that does not wait for the disk or the server. */
const breathe = () => vi.advanceTimersByTimeAsync(5_000)

/** The disk does what it was asked for, and holds what is asked next. */
async function written(): Promise<void> {
  till.journal.letThrough()
  await breathe()
}

describe('while the disk is slow', () => {
  test('a payment is sent when it and the note that it is being sent are on disk', async () => {
    const checkout = await till.filled([soda, 1])
    till.journal.isHeld = true
    void checkout.pay(cash(1_900), seller)
    await breathe()
    expect(till.callsOf(/finalize/), 'before the payment is stored').toEqual([])
    await written()
    expect([...till.journal.disk.values()]).toMatchObject([{ state: 'SENT', sentAtMs: null }])
    expect(till.callsOf(/finalize/), 'before the note is stored').toEqual([])
    await written()
    expect(till.callsOf(/finalize/)).toHaveLength(1)
    expect(checkout.view().sold).not.toBeNull()
  })

  test('an offline sale is shown as sold when it is on disk, and not to the next customer', async () => {
    till.server.isUp = false
    const checkout = await till.filled([soda, 1])
    const { id } = cartOf(checkout)
    till.journal.isHeld = true
    void checkout.payOffline(cash(1_900), seller)
    await breathe()
    expect(checkout.view()).toMatchObject({ provisional: null, cart: { id } })
    checkout.startNew()
    checkout.add(bread, 1, null)
    await written()
    expect(checkout.view().provisional).toBeNull()
    expect(quantities(checkout)).toEqual({ pan: 1 })
    expect(till.journal.disk.get(id)).toMatchObject({ state: 'WAITING' })
  })

  test('the cart of before a reload is found', async () => {
    const before = await till.filled([soda, 2])
    till.journal.isHeld = true
    const checkout = till.open()
    await breathe()
    till.journal.isHeld = false
    await written()
    expect(cartOf(checkout).id).toBe(cartOf(before).id)
  })
})

test('a payment that finds no room on the device is not sent, and can be made once there is', async () => {
  const checkout = await till.filled([soda, 1])
  till.journal.isFull = true
  await checkout.pay(cash(1_900), seller)
  expect(checkout.view()).toMatchObject({ paying: null, fault: { reason: 'storage' } })
  expect(quantities(checkout)).toEqual({ refresco: 1 })
  expect(till.callsOf(/finalize/)).toEqual([])
  till.journal.isFull = false
  await checkout.pay(cash(1_900), seller)
  await till.settled(checkout)
  expect(checkout.view()).toMatchObject({ sold: { order: { totalCentavos: 1_900 } }, fault: null })
})

describe('two windows of one till', () => {
  test('do not both sell a cart: the one that is late sends nothing and is free for the next customer', async () => {
    const there = await till.filled([soda, 1])
    const here = till.open()
    await till.settled(here)
    till.server.isUp = false
    await there.goOffline()
    await there.payOffline(cash(1_900), seller)
    till.server.isUp = true
    await here.pay(cash(1_900), seller)
    await breathe()
    expect(till.callsOf(/finalize/)).toEqual([])
    expect(here.view()).toMatchObject({ paying: null, sold: null, cart: null })
    expect([...till.journal.disk.values()]).toMatchObject([{ state: 'WAITING' }])
  })

  /** A window whose payment has no answer. */
  async function payingWindow(): Promise<CartCheckout> {
    const paying = await till.filled([soda, 1])
    till.server.isUp = false
    void paying.pay(cash(1_900), seller)
    await breathe()
    return paying
  }

  /** A window beside one that was closed before its payment had an answer. The server answers again. */
  async function besideClosedWindow(): Promise<CartCheckout> {
    const there = await payingWindow()
    const here = till.openBeside()
    await breathe()
    till.close(there)
    till.server.isUp = true
    return here
  }

  test('leave a payment in progress to the one where it was made', async () => {
    const there = await payingWindow()
    const here = till.openBeside()
    await breathe()
    await till.comeToFront(here)
    expect(here.view()).toMatchObject({ paying: null, cart: null })
    till.server.isUp = true
    await till.settled(there)
    expect(there.view().sold).not.toBeNull()
    there.startNew()
    await breathe()
    expect([...till.journal.disk.values()]).toEqual([])
    expect(till.claims.all()).toEqual(new Set())
  })

  test('settle what a closed one has left, after the customer who is being served', async () => {
    const here = await besideClosedWindow()
    here.add(bread, 1, null)
    await till.settled(here)
    await till.comeToFront(here)
    await till.comeToFront(here)
    expect(here.view()).toMatchObject({ paying: null, cart: { lines: [{ variantId: bread.variantId }] } })
    here.startNew()
    await till.settled(here)
    expect(here.view().sold).not.toBeNull()
    here.startNew()
    expect(here.view()).toMatchObject({ paying: null, sold: null })
    expect(new Set(till.callsOf(/finalize/).map(({ call }) => call)).size).toBe(1)
  })

  test('leave all payments to the one that was opened first after them', async () => {
    await payingWindow()
    const { disk } = till.journal
    for (const order of [...disk.values()]) disk.set('k2', { ...order, key: 'k2' })
    till.open()
    await breathe()
    expect(till.claims.all()).toEqual(new Set(disk.keys()))
  })

  /** A window that finds two payments, which closed ones have left. */
  function besideLeftPayments(): CartCheckout {
    for (const id of ['c1', 'c2']) {
      const cart = withGoods(localCart(id, 's1', '2026-11-27T10:00:00Z'), soda, 1, id)
      till.server.carts.set(id, cart)
      till.journal.disk.set(id, paidOrder(cart))
    }
    return till.open()
  }

  test('add nothing to a cart whose payment a closed one has left', async () => {
    const here = besideLeftPayments()
    await till.settled(here)
    const refused: unknown[] = []
    here.startNew()
    here.add(bread, 1, null, (fault) => refused.push(fault))
    await till.settled(here)
    expect(till.callsOf(/lines/)).toEqual([])
    expect(refused).toMatchObject([{ reason: 'charging' }])
    expect(here.view()).toMatchObject({ sold: { order: { totalCentavos: 1_900 } }, pending: [] })
    expect(till.server.sold.size).toBe(2)
  })

  test('settle one by one what closed ones have left', async () => {
    const here = besideLeftPayments()
    const soldCounts = []
    for (const _ of ['first', 'second', 'nothing']) {
      await till.settled(here)
      soldCounts.push(till.server.sold.size)
      here.startNew()
    }
    expect(soldCounts).toEqual([1, 2, 2])
    expect(here.view()).toMatchObject({ paying: null, sold: null, cart: null })
    expect(till.callsOf(/finalize/)).toHaveLength(2)
  })

  test('of which one has sold a cart on the device leave the other free for the next customer', async () => {
    const { there, here } = await bothWithSoda()
    till.server.isUp = false
    for (const each of [there, here]) await each.goOffline()
    await there.payOffline(cash(1_900), seller)
    await here.payOffline(cash(1_900), seller)
    expect(here.view()).toMatchObject({ provisional: null, cart: null, fault: null })
    expect([...till.journal.disk.values()]).toMatchObject([{ state: 'WAITING' }])
  })

  /** Two windows, of which the second one has recalled the cart of the first. */
  async function bothWithSoda() {
    const there = await till.filled([soda, 1])
    const here = till.openBeside()
    await here.recall(cartOf(there).id, null)
    expect(cartOf(here).id).toBe(cartOf(there).id)
    return { there, here }
  }

  /** Two windows, each with its own cart. */
  async function eachWithItsOwn() {
    const there = await till.filled([soda, 1])
    const here = till.openBeside()
    await till.settled(here)
    expect(here.view().cart).toBeNull()
    here.add(bread, 1, null)
    await till.settled(here)
    return { there, here }
  }

  /** Everything on the device, by its goods. */
  const stored = () =>
    [...till.journal.disk.values()].map((order) =>
      order.kind === 'goods' && order.state === 'DRAFT' ? order.cart?.lines[0]?.variantId : order.state,
    )

  test('each keep their own cart when one of them is reloaded', async () => {
    const { there, here } = await eachWithItsOwn()
    till.close(there)
    const again = till.openBeside()
    await till.settled(again)
    expect([quantities(again), quantities(here)]).toEqual([{ refresco: 1 }, { pan: 1 }])
    expect(stored()).toEqual(['refresco', 'pan'])
  })

  test('of which one was closed: the other one keeps its own cart when it is reloaded, and then shows what was left', async () => {
    const { there, here } = await eachWithItsOwn()
    till.close(here)
    const again = till.reload(there)
    await till.settled(again)
    expect(quantities(again)).toEqual({ refresco: 1 })
    expect(stored()).toEqual(['refresco', 'pan'])
    await till.comeToFront(again)
    await till.settled(again)
    expect(quantities(again), 'while a customer is being served').toEqual({ refresco: 1 })
    await again.cancel()
    await till.comeToFront(again)
    await till.settled(again)
    expect(quantities(again)).toEqual({ pan: 1 })
    expect(till.claims.all()).toEqual(new Set([cartOf(again).id]))
  })

  test('leave a cart that is being opened to the one where it was begun', async () => {
    const there = till.open()
    await till.settled(there)
    till.server.holds = /carts$/
    there.add(soda, 1, null)
    await breathe()
    const here = till.openBeside()
    await till.settled(here)
    expect(till.callsOf(/GET/)).toEqual([])
    till.server.holds = null
    till.server.letThrough()
    await till.settled(there)
    expect([quantities(there), quantities(here)]).toEqual([{ refresco: 1 }, {}])
  })

  test('let go of a cart that nobody has seen, and that was begun before another one', async () => {
    const there = await till.filled([soda, 1])
    const { disk } = till.journal
    const { id } = cartOf(there)
    disk.set('c0', { ...(disk.get(id) as CartOrder), key: 'c0', cart: null, openedAtMs: 0 })
    const again = till.open()
    await till.settled(again)
    expect(quantities(again)).toEqual({ refresco: 1 })
    expect([...disk.keys()]).toEqual([id])
  })

  test('say nothing of a cart that a closed one has left and that cannot be read now', async () => {
    const { there, here } = await eachWithItsOwn()
    till.close(there)
    here.startNew()
    till.server.fates.push({ call: /GET/, fate: { status: 403, code: 'forbidden' } })
    await till.comeToFront(here)
    await till.settled(here)
    expect(here.view()).toMatchObject({ cart: null, fault: null })
    await till.comeToFront(here)
    await till.settled(here)
    expect(quantities(here)).toEqual({ refresco: 1 })
  })

  test('do not add the goods of the next customer to a cart that a closed one has left', async () => {
    const { there, here } = await eachWithItsOwn()
    till.close(there)
    here.startNew()
    await till.comeToFront(here)
    here.add(bread, 1, null)
    await till.settled(here)
    expect(quantities(here)).toEqual({ pan: 1 })
    expect(stored()).toContain('refresco')
  })

  test('show no cart that a closed one has left while a dialog asks about the goods of the next customer', async () => {
    const { there, here } = await eachWithItsOwn()
    till.close(there)
    here.startNew()
    till.isAsking = true
    await till.comeToFront(here)
    await till.settled(here)
    expect(here.view().cart).toBeNull()
    till.isAsking = false
    till.server.holds = /GET|carts/
    await till.comeToFront(here)
    await breathe()
    till.isAsking = true
    till.server.letThrough()
    await till.settled(here)
    expect(here.view().cart, 'it was opened while the cart was read').toBeNull()
    till.isAsking = false
    till.server.holds = null
    await till.comeToFront(here)
    await till.settled(here)
    expect(quantities(here)).toEqual({ refresco: 1 })
  })

  test('keep a cart that a closed one has left when another one is recalled while it is read', async () => {
    const { there, here } = await eachWithItsOwn()
    const { id } = cartOf(here)
    await here.park('')
    till.close(there)
    await till.comeToFront(here)
    await here.recall(id, null)
    expect(quantities(here)).toEqual({ pan: 1 })
    expect(stored()).toEqual(['refresco', 'pan'])
  })

  test('settle no payment that a closed one has left while a dialog is open', async () => {
    const here = await besideClosedWindow()
    till.isAsking = true
    await till.comeToFront(here)
    await till.settled(here)
    expect(here.view()).toMatchObject({ paying: null, sold: null })
    till.isAsking = false
    await till.comeToFront(here)
    await till.settled(here)
    expect(here.view().sold).not.toBeNull()
  })

  test.each([
    'before its receipt is closed',
    'after its receipt was closed',
  ])('of which one has sold a cart: it leaves the screen of the other, %s', async (when) => {
    const { there, here } = await bothWithSoda()
    await here.pay(cash(1_900), seller)
    await till.settled(here)
    if (when.startsWith('after')) here.startNew()
    await till.comeToFront(there)
    await till.settled(there)
    expect(there.view()).toMatchObject({ cart: null, sold: null, fault: null })
    there.add(bread, 1, null)
    await till.settled(there)
    expect(quantities(there)).toEqual({ pan: 1 })
  })

  test('settle at once what a closed one has left, when nobody is being served', async () => {
    const here = await besideClosedWindow()
    await till.comeToFront(here)
    await till.settled(here)
    expect(here.view().sold).not.toBeNull()
  })
})

describe('a payment whose till died before the answer', () => {
  const closings = [
    ['no shift is open', null],
    ['a later one is open', 't2'],
  ] as const

  /** @param fate what became of the payment @returns the till when it was opened again, after its shift was closed */
  async function reopened(
    fate: 'lost' | 'unanswered',
    openShiftId: string | null,
    payments = cash(1_900),
  ): Promise<CartCheckout> {
    const before = await till.filled([soda, 1])
    till.server.fates.push({ call: /finalize/, fate })
    void before.pay(payments, seller)
    await expect.poll(() => till.server.fates).toEqual([])
    till.server.openShiftId = openShiftId
    const after = till.open()
    await breathe()
    return after
  }
  const finalizeCount = () => till.callsOf(/finalize/).length

  test.each(closings)('is handed in as a sale of its own shift when %s', async (_when, openShiftId) => {
    const checkout = await reopened('lost', openShiftId)
    await till.settled(checkout)
    expect(checkout.view()).toMatchObject({ cart: null, sold: null, provisional: { state: 'WAITING' } })
    const sale = { shiftId: 't1', soldAt: '2026-11-21T10:00:00.000Z', payments: cash(1_900) }
    expect([...till.journal.disk.values()]).toMatchObject([{ state: 'WAITING', sale }])
    expect([finalizeCount(), till.leftToSendCount]).toEqual([0, 1])
  })

  test('is handed in also when it may never have been sent', async () => {
    const cart = withGoods(localCart('c1', 's1', '2026-11-27T10:00:00Z'), soda, 1, 'l1')
    till.server.carts.set('c1', cart)
    till.journal.disk.set('c1', paidOrder(cart))
    till.server.openShiftId = null
    const checkout = till.open()
    await till.settled(checkout)
    expect(checkout.view().provisional).toMatchObject({ state: 'WAITING' })
    expect(finalizeCount()).toBe(0)
  })

  test('is handed in when its shift is closed in the same moment', async () => {
    till.server.fates.push({ call: /finalize/, fate: 'lost' })
    const checkout = await till.filled([soda, 1])
    till.server.fates.push({ call: /finalize/, fate: { status: 409, code: 'shift_closed' } })
    void checkout.pay(cash(1_900), seller)
    await till.settled(checkout)
    expect(checkout.view()).toMatchObject({ provisional: { state: 'WAITING' }, fault: null })
  })

  test.each(closings)('and that had arrived shows its receipt when %s', async (_when, openShiftId) => {
    const checkout = await reopened('unanswered', openShiftId)
    await till.settled(checkout)
    expect(checkout.view()).toMatchObject({ sold: { order: { folio: 'A-000001' } }, provisional: null })
    expect(till.server.sold.size).toBe(1)
  })

  test('by card without a reference waits for it, and is not sent', async () => {
    const payments: ReturnType<typeof cash> = [{ method: 'CARD', amountCentavos: 1_900 }]
    const checkout = await reopened('lost', null, payments)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(checkout.view()).toMatchObject({ isOfAnotherShift: true, fault: null })
    expect(checkout.view().paying).not.toBeNull()
    expect(finalizeCount()).toBe(0)
    await checkout.finishOffline(seller, { CARD: '004512' })
    expect(checkout.view().provisional?.sale.payments).toMatchObject([{ reference: '004512' }])
  })

  test('and that an older till has stored, without who took it and when, is repeated or handed in', async () => {
    const cart = withGoods(localCart('c1', 's1', '2026-11-27T10:00:00Z'), soda, 1, 'l1')
    till.server.carts.set('c1', cart)
    const { seller: _taker, paidAtMs: _at, ...order } = paidOrder(cart, 2_000)
    const stored = { ...order, openedAtMs: 1_000 } as PaidOrder
    till.journal.disk.set('c1', stored)
    till.server.isUp = false
    const offline = till.open()
    await breathe()
    await offline.finishOffline(seller)
    expect(offline.view().provisional?.sale.soldAt).toBe('1970-01-01T00:00:01.000Z')
    till.journal.disk.set('c1', stored)
    till.server.isUp = true
    const online = till.open()
    await till.settled(online)
    expect(online.view().sold).toMatchObject({ order: { folio: 'A-000001' } })
  })
})
