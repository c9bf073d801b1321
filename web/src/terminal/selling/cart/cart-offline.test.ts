import type { CartFinalization } from '@mostrador/client'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { isOffline, isUnanswered } from '../orders/order.ts'
import { cheese, chip, soda, untaxed } from './fake-server.ts'
import { cartOf, cash, fakeTillForEach, lineOf, quantities, seller } from './fake-till.ts'
import { offlineOfPaid } from './offline-order.ts'

const till = fakeTillForEach({ beforeAll, afterAll, beforeEach, afterEach, vi })
const kept = () => [...till.journal.disk.values()].filter(isOffline)

describe('offline', () => {
  beforeEach(() => {
    till.server.isUp = false
  })

  test('goods are priced from the catalog on this device', async () => {
    const checkout = await till.filled([soda, 3], [cheese, 0.755])
    expect(checkout.view()).toMatchObject({
      isLocal: true,
      cart: { totalCentavos: 20_037, taxCentavos: 786 },
    })
  })

  test('goods that only the server can price are refused, and the cart stays', async () => {
    const checkout = await till.filled([soda, 1], [chip, 1])
    expect(checkout.view().fault).toMatchObject({ reason: 'chip' })
    checkout.add(untaxed, 1, null)
    await till.settled(checkout)
    expect(checkout.view().fault).toMatchObject({ reason: 'tax' })
    expect(quantities(checkout)).toEqual({ refresco: 1 })
  })

  test('a cart is sold on the device, under its own id', async () => {
    const checkout = await till.filled([soda, 2])
    const { id } = cartOf(checkout)
    await checkout.payOffline(cash(3_800), seller)
    expect(kept()).toMatchObject([
      { key: id, totalCentavos: 3_800, state: 'WAITING', sale: { id, shiftId: 't1' } },
    ])
    expect([till.journal.disk.size, till.leftToSendCount]).toEqual([1, 1])
    expect(checkout.view()).toMatchObject({ cart: null, isLocal: false, provisional: { key: id } })
    expect(till.server.heard).toEqual([])
  })

  test('a second press sells nothing twice', async () => {
    const checkout = await till.filled([soda, 2])
    await Promise.all([checkout.payOffline(cash(3_800), seller), checkout.payOffline(cash(3_800), seller)])
    expect(kept()).toHaveLength(1)
  })

  test('one customer after another is served', async () => {
    const checkout = till.open()
    for (const count of [1, 2]) {
      checkout.add(soda, count, null)
      await till.settled(checkout)
      await checkout.payOffline(cash(1_900 * count), seller)
      checkout.startNew()
    }
    expect(
      kept()
        .map(({ totalCentavos }) => totalCentavos)
        .sort(),
    ).toEqual([1_900, 3_800])
  })

  test('without a cart nothing is sold', async () => {
    const checkout = await till.filled()
    await checkout.payOffline(cash(0), seller)
    await checkout.finishOffline(seller)
    expect([kept(), checkout.view().provisional]).toEqual([[], null])
  })

  test('a sale that finds no room on the device is not made, and can be made once there is', async () => {
    const checkout = await till.filled([soda, 1])
    till.journal.isFull = true
    await checkout.payOffline(cash(1_900), seller)
    expect(checkout.view()).toMatchObject({ provisional: null, fault: { reason: 'storage' } })
    expect(quantities(checkout)).toEqual({ refresco: 1 })
    till.journal.isFull = false
    await checkout.payOffline(cash(1_900), seller)
    expect(checkout.view()).toMatchObject({ provisional: { state: 'WAITING' }, fault: null })
  })

  test('a payment without an answer is set aside with what was sent, and counts once', async () => {
    till.server.isUp = true
    const checkout = await till.filled([soda, 1])
    const { id } = cartOf(checkout)
    till.server.fates.push({ call: /finalize/, fate: 'unanswered' })
    void checkout.pay(cash(1_900), seller)
    await expect.poll(() => till.callsOf(/finalize/)).toHaveLength(1)
    till.server.isUp = false
    await checkout.finishOffline(seller)
    expect(kept()).toMatchObject([{ key: id, payment: { payments: cash(1_900) } }])
    till.server.isUp = true
    await till.settled(checkout)
    expect(checkout.view(), 'an answer that comes now changes nothing on the screen').toMatchObject({
      sold: null,
      provisional: { key: id },
    })
  })

  describe('a payment without an answer', () => {
    const paidOnDisk = () => [...till.journal.disk.values()].filter(isUnanswered)
    const unanswered = async () => {
      till.server.isUp = true
      const checkout = await till.filled([soda, 1])
      till.server.isUp = false
      await checkout.pay(cash(1_900), seller)
      await vi.advanceTimersByTimeAsync(100)
      return checkout
    }

    test('can be handed in by somebody else until it is sold, and not while its receipt is still open', async () => {
      const checkout = await unanswered()
      expect(paidOnDisk()).toMatchObject([{ seller, payment: { payments: cash(1_900) } }])
      till.server.isUp = true
      await till.settled(checkout)
      expect(checkout.view().sold).not.toBeNull()
      expect(till.journal.disk.size).toBe(1)
      expect(paidOnDisk()).toEqual([])
    })

    test('leaves the screen when somebody else has handed it in, and is not sent again', async () => {
      const checkout = await unanswered()
      const [paid] = paidOnDisk()
      if (paid === undefined) throw new Error('nothing is on disk')
      till.journal.disk.set(paid.key, { ...offlineOfPaid(paid, seller), state: 'HELD' })
      till.server.isUp = true
      await till.settled(checkout)
      expect(checkout.view()).toMatchObject({ paying: null, cart: null, sold: null, fault: null })
      expect(till.callsOf(/finalize/)).toEqual([])
      expect(kept()).toMatchObject([{ state: 'HELD' }])
    })
  })

  describe('a payment by card and transfer that was sent without a reference', () => {
    const payments: CartFinalization['payments'] = [
      { method: 'CARD', amountCentavos: 1_000 },
      { method: 'TRANSFER', amountCentavos: 900 },
    ]
    const unanswered = async () => {
      till.server.isUp = true
      const checkout = await till.filled([soda, 1])
      till.server.fates.push({ call: /finalize/, fate: 'lost' })
      await checkout.pay(payments, seller)
      till.server.isUp = false
      return checkout
    }

    test('is set aside with the references that are typed now, and looked up as it was sent', async () => {
      const checkout = await unanswered()
      await checkout.finishOffline(seller, { CARD: ' 004512 ', TRANSFER: 'SPEI 7' })
      const [order] = kept()
      expect(order?.sale.payments).toEqual([
        { method: 'CARD', amountCentavos: 1_000, reference: '004512' },
        { method: 'TRANSFER', amountCentavos: 900, reference: 'SPEI 7' },
      ])
      expect(order?.payment).toEqual({ version: 1, payments })
    })

    test.each([
      ['any', {}],
      ['one', { CARD: '004512' }],
      ['more than spaces', { CARD: '004512', TRANSFER: '  ' }],
    ])('is not set aside without %s', async (_what, references) => {
      const checkout = await unanswered()
      await checkout.finishOffline(seller, references)
      expect(kept()).toEqual([])
      expect(checkout.view()).toMatchObject({ fault: { reason: 'reference' }, provisional: null })
      expect(checkout.view().paying).not.toBeNull()
    })
  })

  test('a card payment without its reference is not taken', async () => {
    const checkout = await till.filled([soda, 1])
    await checkout.payOffline([{ method: 'CARD', amountCentavos: 1_900 }], seller)
    expect(kept()).toEqual([])
    expect(checkout.view()).toMatchObject({ fault: { reason: 'reference' }, cart: { totalCentavos: 1_900 } })
  })

  test('and online again, the cart goes back to the server under a new id, at current prices', async () => {
    const checkout = await till.filled([soda, 2])
    const { id } = cartOf(checkout)
    till.server.isUp = true
    await checkout.goOnline(null)
    expect(checkout.view()).toMatchObject({ isLocal: false, cart: { totalCentavos: 3_800 } })
    expect(cartOf(checkout).id).not.toBe(id)
    expect([...till.server.carts.keys()]).toEqual([cartOf(checkout).id])
  })

  test('an unchanged cart is the same cart at the server again', async () => {
    till.server.isUp = true
    const checkout = await till.filled([soda, 2])
    const { id } = cartOf(checkout)
    till.server.isUp = false
    await checkout.goOffline()
    till.server.isUp = true
    await checkout.goOnline(null)
    expect(checkout.view()).toMatchObject({ isLocal: false, cart: { id } })
    expect(till.callsOf(/POST \/pos\/carts$/)).toHaveLength(1)
  })

  test('a cart stays on the device until it is moved back, also when the network returns', async () => {
    const checkout = await till.filled([soda, 1])
    till.server.isUp = true
    checkout.add(cheese, 0.5, null)
    await till.settled(checkout)
    const reloaded = till.open()
    await till.settled(reloaded)
    for (const page of [checkout, reloaded]) {
      expect(page.view()).toMatchObject({ isLocal: true, fault: null })
      expect(quantities(page)).toEqual({ refresco: 1, queso: 0.5 })
    }
    expect(till.server.heard).toEqual([])
  })

  test('a moved cart is stored under its new id only', async () => {
    const checkout = await till.filled([soda, 1])
    till.server.isUp = true
    await checkout.goOnline(null)
    await till.settled(checkout)
    expect([...till.journal.disk.keys()]).toEqual([cartOf(checkout).id])
  })

  test('a cart that was emptied opens none at the server', async () => {
    const checkout = await till.filled([soda, 1])
    await checkout.setQuantity(lineOf(checkout, 'refresco'), 0)
    till.server.isUp = true
    await checkout.goOnline(null)
    expect(checkout.view()).toMatchObject({ isLocal: false, cart: null })
    expect(till.server.heard).toEqual([])
  })
})

describe('when the network is lost', () => {
  test('while a cart is being opened, no second one stays open at the server', async () => {
    const checkout = till.open()
    till.server.fates.push({ call: /POST .pos.carts$/, fate: 'unanswered' })
    checkout.add(soda, 1, null)
    await expect.poll(() => till.server.carts.size).toBe(1)
    till.server.isUp = false
    await till.settled(checkout)
    expect(checkout.view().isLocal).toBe(true)
    till.server.isUp = true
    await checkout.goOnline(null)
    const open = [...till.server.carts.values()].filter(({ status }) => status === 'OPEN')
    expect(open.map(({ id }) => id)).toEqual([cartOf(checkout).id])
  })

  test('after a sale, the next cart has an id of its own', async () => {
    const checkout = await till.filled([soda, 1])
    const { id } = cartOf(checkout)
    await checkout.pay(cash(1_900), seller)
    await till.settled(checkout)
    checkout.startNew()
    till.server.isUp = false
    checkout.add(soda, 1, null)
    await till.settled(checkout)
    expect(cartOf(checkout).id).not.toBe(id)
  })
})
