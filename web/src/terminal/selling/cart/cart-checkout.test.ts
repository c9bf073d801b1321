import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { steppedQuantity } from './cart-view.ts'
import { fakeGoods } from './fake-goods.ts'
import { bread, cheese, soda } from './fake-server.ts'
import { cartOf, cash, fakeTillForEach, lineOf, quantities, seller } from './fake-till.ts'
import { withGoods } from './local-cart.ts'

const till = fakeTillForEach({ beforeAll, afterAll, beforeEach, afterEach, vi })

describe('goods that are added', () => {
  test('are shown as pending at once, and priced by the server', async () => {
    const checkout = await till.filled()
    checkout.add(soda, 2, null)
    expect(checkout.view()).toMatchObject({
      cart: null,
      pending: [{ item: soda, quantity: 2 }],
      busyCount: 1,
    })
    await till.settled(checkout)
    expect(checkout.view()).toMatchObject({ pending: [], cart: { totalCentavos: 3_800, version: 1 } })
  })

  test('open one cart, under an id that the till has made, and then join it', async () => {
    const checkout = await till.filled([soda, 1], [bread, 2], [soda, 1])
    expect(till.callsOf(/POST \/pos\/carts$/)).toMatchObject([{ body: { id: cartOf(checkout).id } }])
    expect(quantities(checkout)).toEqual({ refresco: 2, pan: 2 })
  })

  test('are added once each, whatever answers are lost', async () => {
    till.server.fates.push({ call: /POST \/pos\/carts$/, fate: 'unanswered' })
    till.server.fates.push({ call: /lines$/, fate: 'unanswered' }, { call: /lines$/, fate: 'lost' })
    const checkout = await till.filled([soda, 1], [bread, 1])
    expect(quantities(checkout)).toEqual({ refresco: 1, pan: 1 })
    expect(till.server.carts.size).toBe(1)
    expect(new Set(till.callsOf(/lines$/).map(({ key }) => key)).size).toBe(1)
  })

  test('that open no cart leave nothing on the device once others do', async () => {
    const checkout = till.open()
    till.server.fates.push({ call: /POST \/pos\/carts$/, fate: { status: 409, code: 'product_unavailable' } })
    checkout.add(bread, 1, null)
    await till.settled(checkout)
    expect(checkout.view().fault).toMatchObject({ code: 'product_unavailable' })
    checkout.add(soda, 1, null)
    await till.settled(checkout)
    const { id } = cartOf(checkout)
    expect([[...till.journal.disk.keys()], till.claims.all()]).toEqual([[id], new Set([id])])
  })

  test('that open no cart leave nothing on the device once another one is recalled', async () => {
    const checkout = await till.filled([soda, 1])
    const { id } = cartOf(checkout)
    await checkout.park('')
    till.server.fates.push({ call: /POST \/pos\/carts$/, fate: { status: 409, code: 'product_unavailable' } })
    checkout.add(bread, 1, null)
    await till.settled(checkout)
    await checkout.recall(id, null)
    expect([[...till.journal.disk.keys()], till.claims.all()]).toEqual([[id], new Set([id])])
  })

  test('that the server refuses leave the cart unchanged, with the reason', async () => {
    const checkout = await till.filled([soda, 1])
    till.server.fates.push({ call: /lines$/, fate: { status: 409, code: 'product_unavailable' } })
    checkout.add(bread, 1, null)
    await till.settled(checkout)
    expect(checkout.view()).toMatchObject({ pending: [], fault: { code: 'product_unavailable' } })
    expect(quantities(checkout)).toEqual({ refresco: 1 })
    checkout.dismissFault()
    expect(checkout.view().fault).toBeNull()
  })

  test('are asked for by amount and with the price that was entered, in a new cart and in an open one', async () => {
    const loose = fakeGoods('suelto', 1_000, { isPriceOpen: true, name: 'Pila AA' })
    const checkout = till.open()
    for (let count = 0; count < 2; count++) {
      checkout.add(cheese, { amountCentavos: 9_495 }, null)
      await till.settled(checkout)
    }
    till.server.fates.push({ call: /lines$/, fate: { status: 409, code: 'product_unavailable' } })
    checkout.add(loose, 1, null)
    await till.settled(checkout)
    const byAmount = { variantId: 'queso', quantity: 0.5, amountCentavos: 9_495 }
    expect(till.callsOf(/POST/).map(({ body }) => body['lines'] ?? body)).toEqual([
      [byAmount],
      byAmount,
      { variantId: 'suelto', quantity: 1, unitPriceCentavos: 1_000, productName: 'Pila AA' },
    ])
  })

  test('stay pending until each is answered', async () => {
    const checkout = await till.filled([soda, 1])
    till.server.holds = /lines$/
    checkout.add(bread, 1, null)
    checkout.add(cheese, 1, null)
    await expect.poll(() => till.callsOf(/lines$/)).toHaveLength(1)
    till.server.letThrough()
    await expect.poll(() => checkout.view().pending).toMatchObject([{ item: cheese }])
    till.server.holds = null
    till.server.letThrough()
    await till.settled(checkout)
    expect(checkout.view().pending).toEqual([])
  })

  test('report their refusal to the caller, if it asked for it', async () => {
    const checkout = await till.filled([soda, 1])
    const told: unknown[] = []
    till.server.fates.push({ call: /lines$/, fate: { status: 409, code: 'product_unavailable' } })
    checkout.add(bread, 1, null, (fault) => told.push(fault))
    await till.settled(checkout)
    expect(told).toMatchObject([{ code: 'product_unavailable' }])
    expect(checkout.view().fault).toBeNull()
  })
})

describe('a line', () => {
  test('has its quantity changed, and is removed at zero', async () => {
    const checkout = await till.filled([soda, 1], [bread, 1])
    await checkout.setQuantity(lineOf(checkout, 'refresco'), 5)
    expect(quantities(checkout)).toEqual({ refresco: 5, pan: 1 })
    await checkout.setQuantity(lineOf(checkout, 'refresco'), 0)
    expect(quantities(checkout)).toEqual({ pan: 1 })
    expect(till.callsOf(/DELETE .*lines/)).toHaveLength(1)
  })

  test('that is weighed keeps three decimals', async () => {
    const checkout = await till.filled([cheese, 0.755])
    expect(lineOf(checkout, 'queso')).toMatchObject({ quantity: 0.755, grossCentavos: 14_337 })
    await checkout.setQuantity(lineOf(checkout, 'queso'), 0.005)
    expect(lineOf(checkout, 'queso')).toMatchObject({ quantity: 0.005, grossCentavos: 95 })
  })

  test('is changed by one request after another, in order', async () => {
    const checkout = await till.filled([soda, 1])
    const line = lineOf(checkout, 'refresco')
    void checkout.setQuantity(line, 2)
    void checkout.setQuantity(line, 3)
    void checkout.setNote(line, 'frío')
    expect(checkout.view().busyCount).toBe(3)
    await till.settled(checkout)
    expect(till.callsOf(/PATCH/).map(({ body }) => body)).toEqual([
      { quantity: 2 },
      { quantity: 3 },
      { note: 'frío' },
    ])
    expect(lineOf(checkout, 'refresco')).toMatchObject({ quantity: 3, note: 'frío' })
  })

  test('has every press counted, also those that are quicker than the answers, and shows them at once', async () => {
    const checkout = await till.filled([soda, 1])
    till.server.holds = /lines/
    const line = lineOf(checkout, 'refresco')
    const presses = [1, 1, 1, 1, -1].map((by) => checkout.step(line, by))
    const shown = () => steppedQuantity(lineOf(checkout, 'refresco'), checkout.view().steps)
    expect([shown(), lineOf(checkout, 'refresco').quantity]).toEqual([4, 1])
    till.server.holds = null
    till.server.letThrough()
    await Promise.all(presses)
    expect(quantities(checkout)).toEqual({ refresco: 4 })
    expect(shown()).toBe(4)
    expect(till.callsOf(/PATCH/).map(({ body }) => body['quantity'])).toEqual([2, 3, 4, 5, 4])
  })

  test.each([
    [1, 3],
    [-1, 1],
  ])('that is scanned again and stepped by %i before the answer has %i', async (by, quantity) => {
    const checkout = await till.filled([soda, 1])
    checkout.add(soda, 1, null)
    await checkout.step(lineOf(checkout, 'refresco'), by)
    expect(quantities(checkout)).toEqual({ refresco: quantity })
  })

  test('that is gone by now is left alone: a second press is no mistake', async () => {
    const checkout = await till.filled([soda, 1], [bread, 1])
    const line = lineOf(checkout, 'refresco')
    void checkout.step(line, -1)
    void checkout.step(line, -1)
    void checkout.step(line, 1)
    void checkout.remove(line)
    await checkout.setNote(line, 'frío')
    expect(quantities(checkout)).toEqual({ pan: 1 })
    expect(checkout.view().fault).toBeNull()
    expect(till.callsOf(/(DELETE|PATCH) .*lines/)).toHaveLength(1)
  })

  test('whose last piece is taken away shows none until it is gone, also when + follows', async () => {
    const checkout = await till.filled([soda, 1], [bread, 1])
    till.server.holds = /lines/
    const line = lineOf(checkout, 'refresco')
    const shown = [-1, 1].map((by) => {
      void checkout.step(line, by)
      return steppedQuantity(line, checkout.view().steps)
    })
    till.server.holds = null
    till.server.letThrough()
    await checkout.settled()
    expect([shown, quantities(checkout)]).toEqual([[0, 0], { pan: 1 }])
  })

  test('is stepped without the network as well', async () => {
    const checkout = await till.filled([soda, 1])
    const line = lineOf(checkout, 'refresco')
    void checkout.step(line, 1)
    till.server.isUp = false
    await checkout.step(line, 1)
    expect(checkout.view().isLocal).toBe(true)
    expect(quantities(checkout)).toEqual({ refresco: 3 })
  })

  test('whose price has changed gets more at the new price without the network, as at the server', async () => {
    const checkout = await till.filled([soda, 1])
    const dearer = { ...soda, priceCentavos: 2_100 }
    const line = lineOf(checkout, 'refresco')
    await checkout.setNote(line, 'frío')
    till.server.isUp = false
    await checkout.setQuantity(line, 4, dearer)
    await checkout.step(line, 1, dearer)
    expect(cartOf(checkout).lines).toMatchObject([
      { quantity: 1, unitPriceCentavos: 1_900, note: 'frío' },
      { quantity: 4, unitPriceCentavos: 2_100, note: 'frío' },
    ])
    expect(cartOf(checkout).totalCentavos).toBe(1_900 + 4 * 2_100)
    await checkout.step(line, -1, dearer)
    expect(cartOf(checkout).lines).toMatchObject([{ quantity: 4, unitPriceCentavos: 2_100 }])
  })

  test('with an open price keeps it when more is wanted without the network', async () => {
    till.server.isUp = false
    const opened = { ...soda, isPriceOpen: true }
    const checkout = await till.filled([opened, 1])
    await checkout.step(lineOf(checkout, 'refresco'), 1, { ...opened, priceCentavos: 0 })
    expect(cartOf(checkout).lines).toMatchObject([{ quantity: 2, unitPriceCentavos: 1_900 }])
  })
})

describe('a discount', () => {
  test('of the cart and of a line are applied to each, and removed again', async () => {
    const checkout = await till.filled([bread, 1])
    await checkout.addDiscount({ line: null, amountCentavos: 500, reason: 'Abollado' })
    expect(cartOf(checkout)).toMatchObject({ discountCentavos: 500, totalCentavos: 4_350 })
    await checkout.addDiscount({ line: lineOf(checkout, 'pan'), amountCentavos: 100, reason: 'Ayer' })
    expect(till.callsOf(/POST .*discounts/).map(({ body }) => body)).toEqual([
      { scope: 'CART', amountCentavos: 500, reason: 'Abollado' },
      { scope: 'LINE', lineItemId: lineOf(checkout, 'pan').id, amountCentavos: 100, reason: 'Ayer' },
    ])
    await checkout.removeDiscount('d1')
    expect(cartOf(checkout)).toMatchObject({ discountCentavos: 0, totalCentavos: 4_850 })
  })

  test('is dropped when the till continues offline', async () => {
    const checkout = await till.filled([bread, 2])
    await checkout.addDiscount({ line: null, amountCentavos: 500, reason: 'Abollado' })
    till.server.isUp = false
    await checkout.goOffline()
    expect(checkout.view()).toMatchObject({
      isLocal: true,
      cart: { totalCentavos: 9_700, discountCentavos: 0 },
    })
  })
})

describe('a cart', () => {
  test('is sold in the version that was shown', async () => {
    const checkout = await till.filled([soda, 1], [bread, 1])
    const { version, id } = cartOf(checkout)
    void checkout.pay(cash(6_750), seller)
    expect(checkout.view().paying).not.toBeNull()
    await till.settled(checkout)
    expect(checkout.view()).toMatchObject({ cart: null, sold: { order: { folio: 'A-000001' } } })
    expect(till.callsOf(/finalize/)).toMatchObject([{ body: { version, payments: cash(6_750) } }])
    expect(till.server.sold.has(id)).toBe(true)
  })

  test('that somebody else changed meanwhile is not sold: its current state is shown, with the reason', async () => {
    const checkout = await till.filled([soda, 1])
    const { id } = cartOf(checkout)
    const elsewhere = withGoods(cartOf(checkout), bread, 1, 'other-till')
    till.server.carts.set(id, { ...elsewhere, version: 9 })
    void checkout.pay(cash(1_900), seller)
    await till.settled(checkout)
    expect(checkout.view()).toMatchObject({
      sold: null,
      fault: { code: 'cart_changed', extras: { totalCentavos: 6_750 } },
      cart: { id, version: 9, totalCentavos: 6_750 },
    })
    void checkout.pay(cash(6_750), seller)
    await till.settled(checkout)
    expect(checkout.view().sold).not.toBeNull()
  })

  test('is refused once: the cashier who goes on before the cart is loaded again is not told twice', async () => {
    const checkout = await till.filled([soda, 1])
    till.server.fates.push({ call: /finalize/, fate: { status: 409, code: 'shift_closed' } })
    till.server.fates.push({ call: /GET .*carts/, fate: { status: 503, code: 'overloaded' } })
    const told: unknown[] = []
    checkout.store.subscribe(({ fault }) => {
      if (fault === null) return
      told.push(fault)
      checkout.dismissFault()
    })
    void checkout.pay(cash(1_900), seller)
    await till.settled(checkout)
    expect(till.callsOf(/GET .*carts/)).toHaveLength(1)
    expect(told).toMatchObject([{ code: 'shift_closed' }])
    expect(checkout.view()).toMatchObject({ fault: null, cart: { totalCentavos: 1_900 } })
  })

  test('is sold once, whatever answers to its payment are lost', async () => {
    const checkout = await till.filled([soda, 1])
    const { id } = cartOf(checkout)
    till.server.fates.push({ call: /finalize/, fate: 'lost' }, { call: /finalize/, fate: 'unanswered' })
    till.server.fates.push({ call: /finalize/, fate: { status: 503, code: 'overloaded' } })
    void checkout.pay(cash(1_900), seller)
    await till.settled(checkout)
    expect(checkout.view().sold).not.toBeNull()
    expect([...till.server.sold.keys()]).toEqual([id])
    expect(new Set(till.callsOf(/finalize/).map(({ key }) => key)).size).toBe(1)
  })

  test('that is paid by a second press as well is sent, and sold, once', async () => {
    const checkout = await till.filled([soda, 1])
    void checkout.pay(cash(1_900), seller)
    void checkout.pay(cash(1_900), seller)
    await till.settled(checkout)
    void checkout.pay(cash(1_900), seller)
    await till.settled(checkout)
    expect(till.callsOf(/finalize/)).toHaveLength(1)
    expect(till.server.sold.size).toBe(1)
  })

  test('leaves the screen for the next customer, together with pending lines', async () => {
    const checkout = await till.filled([soda, 1])
    checkout.add(bread, 1, null)
    checkout.startNew()
    await till.settled(checkout)
    expect(checkout.view()).toMatchObject({ cart: null, pending: [], sold: null, fault: null })
  })

  test('that was parked leaves the screen, and comes back when it is recalled', async () => {
    const checkout = await till.filled([soda, 3])
    const { id } = cartOf(checkout)
    expect(await checkout.park('Doña Lupita')).toBe(true)
    expect(checkout.view().cart).toBeNull()
    await checkout.recall(id, null)
    expect(checkout.view().cart).toMatchObject({ id, status: 'OPEN', totalCentavos: 5_700 })
  })

  test('that is recalled is on this device before it is shown', async () => {
    const checkout = await till.filled([soda, 3])
    const { id } = cartOf(checkout)
    await checkout.park('')
    till.journal.isHeld = true
    const recalled = checkout.recall(id, null)
    // If it were shown before it is stored, it would be shown by now.
    await vi.advanceTimersByTimeAsync(0)
    expect(checkout.view().cart).toBeNull()
    till.journal.isHeld = false
    till.journal.letThrough()
    await recalled
    expect(checkout.view().cart).toMatchObject({ id })
  })

  test('that was canceled is gone', async () => {
    const checkout = await till.filled([soda, 3])
    expect(await checkout.cancel()).toBe(true)
    expect(checkout.view().cart).toBeNull()
  })
})

describe('after a reload', () => {
  test('the cart is shown as the server has it', async () => {
    const before = await till.filled([soda, 2])
    const { id } = cartOf(before)
    const checkout = till.open()
    await till.settled(checkout)
    expect(checkout.view()).toMatchObject({ isLocal: false, cart: { id, totalCentavos: 3_800 } })
  })

  test('the cart is shown as it was last while the server is busy, and can be sold', async () => {
    const before = await till.filled([soda, 2])
    till.server.fates.push({ call: /GET .pos.carts/, fate: { status: 503, code: 'database_unavailable' } })
    const checkout = till.open()
    await till.settled(checkout)
    expect(checkout.view()).toMatchObject({ isLocal: false, fault: null, cart: cartOf(before) })
    await checkout.pay(cash(3_800), seller)
    await till.settled(checkout)
    expect(checkout.view().sold).toMatchObject({ order: { totalCentavos: 3_800 } })
  })

  test('offline, the cart is shown as it was last, without discounts', async () => {
    const before = await till.filled([soda, 2])
    await before.addDiscount({ line: null, amountCentavos: 500, reason: 'x' })
    till.server.isUp = false
    const checkout = till.open()
    await till.settled(checkout)
    expect(checkout.view()).toMatchObject({
      isLocal: true,
      cart: { totalCentavos: 3_800, discountCentavos: 0 },
    })
  })

  test('a pending payment is repeated under the same key, and the receipt appears', async () => {
    const before = await till.filled([soda, 1])
    till.server.fates.push({ call: /finalize/, fate: 'unanswered' })
    void before.pay(cash(1_900), seller)
    await expect.poll(() => till.callsOf(/finalize/)).toHaveLength(1)
    const checkout = till.open()
    await till.settled(checkout)
    expect(checkout.view().sold).toMatchObject({ order: { folio: 'A-000001' } })
    expect(new Set(till.callsOf(/finalize/).map(({ key }) => key)).size).toBe(1)
    const again = till.open()
    await till.settled(again)
    expect(again.view().sold, 'the ticket stays until the next customer').not.toBeNull()
    again.startNew()
    const empty = till.open()
    await till.settled(empty)
    expect(empty.view()).toMatchObject({ sold: null, cart: null })
  })

  test.each([
    ['on the same page', false],
    ['after a reload', true],
  ])('a payment without an answer is not repeated in the session of somebody else, %s', async (_where, isReloaded) => {
    const before = await till.filled([soda, 1])
    till.server.fates.push({ call: /finalize/, fate: 'unanswered' })
    void before.pay(cash(1_900), seller)
    await expect.poll(() => till.callsOf(/finalize/)).toHaveLength(1)
    till.server.accountId = 'a2'
    const checkout = isReloaded ? till.open() : before
    await vi.advanceTimersByTimeAsync(60_000)
    expect(till.callsOf(/finalize/)).toHaveLength(1)
    expect(checkout.view().paying).not.toBeNull()
    till.server.accountId = 'a1'
    await till.settled(checkout)
    expect(checkout.view().sold).not.toBeNull()
  })

  test('a cart that was sold or canceled elsewhere is not offered again', async () => {
    const before = await till.filled([soda, 1])
    const cart = cartOf(before)
    till.server.carts.set(cart.id, { ...cart, status: 'FINALIZED' })
    const checkout = till.open()
    await till.settled(checkout)
    expect(checkout.view()).toMatchObject({ cart: null, fault: null })
  })
})

test('in any sequence of actions and network faults, the till shows what the server has or what this device prices', async () => {
  vi.useRealTimers()
  const act = fc.oneof(
    fc.record({
      add: fc.constantFrom(soda, bread, cheese),
      quantity: fc.constantFrom(1, 2, 7),
    }),
    fc.record({ change: fc.nat(2), to: fc.constantFrom(0, 1, 4) }),
    fc.constantFrom('cut' as const, 'mend' as const),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(act, { maxLength: 12 }), async (acts) => {
      till.renew()
      const checkout = till.open()
      const idle = () => expect.poll(() => checkout.view().busyCount, { interval: 1 }).toBe(0)
      const wanted: Record<string, number> = {}
      for (const each of acts) {
        if (each === 'cut') till.server.isUp = false
        else if (each === 'mend') {
          till.server.isUp = true
          await checkout.goOnline(null)
        } else if ('add' in each) {
          checkout.add(each.add, each.quantity, null)
          wanted[each.add.variantId] = (wanted[each.add.variantId] ?? 0) + each.quantity
        } else {
          await idle()
          const line = checkout.view().cart?.lines[each.change]
          if (line === undefined) continue
          await checkout.setQuantity(line, each.to)
          if (each.to === 0) delete wanted[line.variantId]
          else wanted[line.variantId] = each.to
        }
        await idle()
        const { cart, isLocal, fault } = checkout.view()
        expect(fault).toBeNull()
        expect(quantities(checkout)).toEqual(wanted)
        if (cart !== null && !isLocal) expect(till.server.carts.get(cart.id)).toEqual(cart)
        const prices = (cart?.lines ?? []).map((line) => line.totalCentavos)
        expect(cart?.totalCentavos ?? 0).toBe(prices.reduce((sum, price) => sum + price, 0))
      }
    }),
    { numRuns: 40 },
  )
})
