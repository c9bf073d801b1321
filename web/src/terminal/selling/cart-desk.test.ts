import type { Cart, CartFinalization, CartLine } from '@mostrador/client'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { GoodsItem } from '../catalog/goods-item.ts'
import { Asking } from './asking.ts'
import type { CartDesk, cartDesk as CartDeskOf } from './cart-desk.ts'
import { withGoods } from './local-cart.ts'
import { isOffline } from './order.ts'
import { OrderBook } from './order-book.ts'
import { PretendJournal } from './pretend-journal.ts'
import { bread, cheese, chip, PretendShop, soda, untaxed } from './pretend-shop.ts'

let server: PretendShop
let cartDesk: typeof CartDeskOf
let journal: PretendJournal
let asideCount: number

beforeAll(async () => {
  vi.stubGlobal('location', { origin: 'http://till.test' })
  vi.stubGlobal('fetch', (request: Request) => server.fetched(request))
  ;({ cartDesk } = await import('./cart-desk.ts'))
})
afterAll(() => vi.unstubAllGlobals())
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  server = new PretendShop()
  journal = new PretendJournal()
  asideCount = 0
})
afterEach(() => vi.useRealTimers())

/** The till after opening or reloading; the device's storage outlives it. */
function openDesk(accountId = 'a1'): CartDesk {
  return cartDesk({
    accountId,
    storeId: 's1',
    book: new OrderBook(journal),
    asking: new Asking((delayMs, work) => {
      const timer = setTimeout(work, delayMs)
      return () => clearTimeout(timer)
    }),
    isOnline: () => server.isUp,
    nowMs: () => Date.parse('2026-11-21T10:00:00Z'),
    onAside: () => {
      asideCount += 1
    },
  })
}
const kept = () => [...journal.disk.values()].filter(isOffline)

/** Waits until all work has ended, pauses included. */
const settled = (desk: CartDesk) =>
  vi.waitFor(
    async () => {
      await vi.advanceTimersByTimeAsync(1_000)
      expect([desk.view().busyCount, desk.view().paying]).toEqual([0, null])
    },
    { timeout: 15_000, interval: 1 },
  )

async function filled(...goods: [GoodsItem, number][]): Promise<CartDesk> {
  const desk = openDesk()
  for (const [each, quantity] of goods) desk.add(each, quantity, null)
  await settled(desk)
  return desk
}

const cartOf = (desk: CartDesk) => desk.view().cart as Cart
const lineOf = (desk: CartDesk, variantId: string) =>
  cartOf(desk).lines.find((line) => line.variantId === variantId) as CartLine
const quantities = (desk: CartDesk) =>
  Object.fromEntries((desk.view().cart?.lines ?? []).map((line) => [line.variantId, line.quantity]))
const callsOf = (pattern: RegExp) => server.heard.filter(({ call }) => pattern.test(call))
const cash = (amountCentavos: number): CartFinalization['payments'] => [
  { method: 'CASH', amountCentavos, tenderedCentavos: amountCentavos },
]
const seller = { accountId: 'a1', cashierName: 'Ana', terminalId: null, shiftId: 't1' }

describe('goods that are added', () => {
  test('are shown as pending at once, and priced by the server', async () => {
    const desk = await filled()
    desk.add(soda, 2, null)
    expect(desk.view()).toMatchObject({ cart: null, coming: [{ item: soda, quantity: 2 }], busyCount: 1 })
    await settled(desk)
    expect(desk.view()).toMatchObject({ coming: [], cart: { totalCentavos: 3_800, version: 1 } })
  })

  test('open one cart, under an id that the till has made, and then join it', async () => {
    const desk = await filled([soda, 1], [bread, 2], [soda, 1])
    expect(callsOf(/POST \/pos\/carts$/)).toMatchObject([{ body: { id: cartOf(desk).id } }])
    expect(quantities(desk)).toEqual({ refresco: 2, pan: 2 })
  })

  test('are added once each, whatever answers are lost', async () => {
    server.fates.push({ call: /POST \/pos\/carts$/, fate: 'unanswered' })
    server.fates.push({ call: /lines$/, fate: 'unanswered' }, { call: /lines$/, fate: 'lost' })
    const desk = await filled([soda, 1], [bread, 1])
    expect(quantities(desk)).toEqual({ refresco: 1, pan: 1 })
    expect(server.carts.size).toBe(1)
    expect(new Set(callsOf(/lines$/).map(({ key }) => key)).size).toBe(1)
  })

  test('that the server refuses leave the cart unchanged, with the reason', async () => {
    const desk = await filled([soda, 1])
    server.fates.push({ call: /lines$/, fate: { status: 409, code: 'product_unavailable' } })
    desk.add(bread, 1, null)
    await settled(desk)
    expect(desk.view()).toMatchObject({ coming: [], fault: { code: 'product_unavailable' } })
    expect(quantities(desk)).toEqual({ refresco: 1 })
    desk.dismissFault()
    expect(desk.view().fault).toBeNull()
  })

  test('report their refusal to the caller, if it asked for it', async () => {
    const desk = await filled([soda, 1])
    const told: unknown[] = []
    server.fates.push({ call: /lines$/, fate: { status: 409, code: 'product_unavailable' } })
    desk.add(bread, 1, null, (fault) => told.push(fault))
    await settled(desk)
    expect(told).toMatchObject([{ code: 'product_unavailable' }])
    expect(desk.view().fault).toBeNull()
  })
})

describe('a line', () => {
  test('has its quantity changed, and is removed at zero', async () => {
    const desk = await filled([soda, 1], [bread, 1])
    await desk.setQuantity(lineOf(desk, 'refresco'), 5)
    expect(quantities(desk)).toEqual({ refresco: 5, pan: 1 })
    await desk.setQuantity(lineOf(desk, 'refresco'), 0)
    expect(quantities(desk)).toEqual({ pan: 1 })
    expect(callsOf(/DELETE .*lines/)).toHaveLength(1)
  })

  test('that is weighed keeps three decimals', async () => {
    const desk = await filled([cheese, 0.755])
    expect(lineOf(desk, 'queso')).toMatchObject({ quantity: 0.755, grossCentavos: 14_337 })
    await desk.setQuantity(lineOf(desk, 'queso'), 0.005)
    expect(lineOf(desk, 'queso')).toMatchObject({ quantity: 0.005, grossCentavos: 95 })
  })

  test('is changed by one request after another, in order', async () => {
    const desk = await filled([soda, 1])
    const line = lineOf(desk, 'refresco')
    void desk.setQuantity(line, 2)
    void desk.setQuantity(line, 3)
    void desk.setNote(line, 'frío')
    expect(desk.view().busyCount).toBe(3)
    await settled(desk)
    expect(callsOf(/PATCH/).map(({ body }) => body)).toEqual([
      { quantity: 2 },
      { quantity: 3 },
      { note: 'frío' },
    ])
    expect(lineOf(desk, 'refresco')).toMatchObject({ quantity: 3, note: 'frío' })
  })
})

describe('a discount', () => {
  test('of the cart and of a line are applied to each, and removed again', async () => {
    const desk = await filled([bread, 1])
    await desk.addDiscount({ line: null, amountCentavos: 500, reason: 'Abollado' })
    expect(cartOf(desk)).toMatchObject({ discountCentavos: 500, totalCentavos: 4_350 })
    await desk.addDiscount({ line: lineOf(desk, 'pan'), amountCentavos: 100, reason: 'Ayer' })
    expect(callsOf(/POST .*discounts/).map(({ body }) => body)).toEqual([
      { scope: 'CART', amountCentavos: 500, reason: 'Abollado' },
      { scope: 'LINE', lineItemId: lineOf(desk, 'pan').id, amountCentavos: 100, reason: 'Ayer' },
    ])
    await desk.removeDiscount('d1')
    expect(cartOf(desk)).toMatchObject({ discountCentavos: 0, totalCentavos: 4_850 })
  })

  test('is dropped when the till continues offline', async () => {
    const desk = await filled([bread, 2])
    await desk.addDiscount({ line: null, amountCentavos: 500, reason: 'Abollado' })
    server.isUp = false
    await desk.goLocal()
    expect(desk.view()).toMatchObject({ isLocal: true, cart: { totalCentavos: 9_700, discountCentavos: 0 } })
  })
})

describe('a cart', () => {
  test('is sold in the version that was shown', async () => {
    const desk = await filled([soda, 1], [bread, 1])
    const { version, id } = cartOf(desk)
    void desk.pay(cash(6_750))
    expect(desk.view().paying).not.toBeNull()
    await settled(desk)
    expect(desk.view()).toMatchObject({ cart: null, sold: { order: { folio: 'A-000001' } } })
    expect(callsOf(/finalize/)).toMatchObject([{ body: { version, payments: cash(6_750) } }])
    expect(server.sold.has(id)).toBe(true)
  })

  test('that somebody else changed meanwhile is not sold: its current state is shown, with the reason', async () => {
    const desk = await filled([soda, 1])
    const { id } = cartOf(desk)
    const elsewhere = withGoods(cartOf(desk), bread, 1, 'other-till')
    server.carts.set(id, { ...elsewhere, version: 9 })
    void desk.pay(cash(1_900))
    await settled(desk)
    expect(desk.view()).toMatchObject({
      sold: null,
      fault: { code: 'cart_changed', extras: { totalCentavos: 6_750 } },
      cart: { id, version: 9, totalCentavos: 6_750 },
    })
    void desk.pay(cash(6_750))
    await settled(desk)
    expect(desk.view().sold).not.toBeNull()
  })

  test('is sold once, whatever answers to its payment are lost', async () => {
    const desk = await filled([soda, 1])
    const { id } = cartOf(desk)
    server.fates.push({ call: /finalize/, fate: 'lost' }, { call: /finalize/, fate: 'unanswered' })
    server.fates.push({ call: /finalize/, fate: { status: 503, code: 'overloaded' } })
    void desk.pay(cash(1_900))
    await settled(desk)
    expect(desk.view().sold).not.toBeNull()
    expect([...server.sold.keys()]).toEqual([id])
    expect(new Set(callsOf(/finalize/).map(({ key }) => key)).size).toBe(1)
  })

  test('leaves the screen for the next customer, together with pending lines', async () => {
    const desk = await filled([soda, 1])
    desk.add(bread, 1, null)
    desk.startAnew()
    await settled(desk)
    expect(desk.view()).toMatchObject({ cart: null, coming: [], sold: null, fault: null })
  })

  test('that was parked leaves the screen, and comes back when it is recalled', async () => {
    const desk = await filled([soda, 3])
    const { id } = cartOf(desk)
    expect(await desk.park('Doña Lupita')).toBe(true)
    expect(desk.view().cart).toBeNull()
    await desk.recall(id, null)
    expect(desk.view().cart).toMatchObject({ id, status: 'OPEN', totalCentavos: 5_700 })
  })

  test('that was canceled is gone', async () => {
    const desk = await filled([soda, 3])
    expect(await desk.cancel()).toBe(true)
    expect(desk.view().cart).toBeNull()
  })
})

describe('after a reload', () => {
  test('the cart is shown as the server has it', async () => {
    const before = await filled([soda, 2])
    const { id } = cartOf(before)
    const desk = openDesk()
    await settled(desk)
    expect(desk.view()).toMatchObject({ isLocal: false, cart: { id, totalCentavos: 3_800 } })
  })

  test('offline, the cart is shown as it was last, without discounts', async () => {
    const before = await filled([soda, 2])
    await before.addDiscount({ line: null, amountCentavos: 500, reason: 'x' })
    server.isUp = false
    const desk = openDesk()
    await settled(desk)
    expect(desk.view()).toMatchObject({ isLocal: true, cart: { totalCentavos: 3_800, discountCentavos: 0 } })
  })

  test('a pending payment is repeated under the same key, and the receipt appears', async () => {
    const before = await filled([soda, 1])
    server.fates.push({ call: /finalize/, fate: 'unanswered' })
    void before.pay(cash(1_900))
    await vi.waitFor(() => expect(callsOf(/finalize/)).toHaveLength(1))
    const desk = openDesk()
    await settled(desk)
    expect(desk.view().sold).toMatchObject({ order: { folio: 'A-000001' } })
    expect(new Set(callsOf(/finalize/).map(({ key }) => key)).size).toBe(1)
    const again = openDesk()
    await settled(again)
    expect(again.view().sold, 'the ticket stays until the next customer').not.toBeNull()
    again.startAnew()
    const empty = openDesk()
    await settled(empty)
    expect(empty.view()).toMatchObject({ sold: null, cart: null })
  })

  test('a cart that was sold or canceled elsewhere is not offered again', async () => {
    const before = await filled([soda, 1])
    const cart = cartOf(before)
    server.carts.set(cart.id, { ...cart, status: 'FINALIZED' })
    const desk = openDesk()
    await settled(desk)
    expect(desk.view()).toMatchObject({ cart: null, fault: null })
  })
})

describe('offline', () => {
  beforeEach(() => {
    server.isUp = false
  })

  test('goods are priced from the catalog on this device', async () => {
    const desk = await filled([soda, 3], [cheese, 0.755])
    expect(desk.view()).toMatchObject({ isLocal: true, cart: { totalCentavos: 20_037, taxCentavos: 786 } })
  })

  test('goods that only the server can price are refused, and the cart stays', async () => {
    const desk = await filled([soda, 1], [chip, 1])
    expect(desk.view().fault).toMatchObject({ reason: 'chip' })
    desk.add(untaxed, 1, null)
    await settled(desk)
    expect(desk.view().fault).toMatchObject({ reason: 'tax' })
    expect(quantities(desk)).toEqual({ refresco: 1 })
  })

  test('a cart is sold on the device, under its own id', async () => {
    const desk = await filled([soda, 2])
    const { id } = cartOf(desk)
    await desk.payLocally(cash(3_800), seller)
    expect(kept()).toMatchObject([
      { key: id, totalCentavos: 3_800, state: 'WAITING', sale: { id, shiftId: 't1' } },
    ])
    expect([journal.disk.size, asideCount]).toEqual([1, 1])
    expect(desk.view()).toMatchObject({ cart: null, isLocal: false, provisional: { key: id } })
    expect(server.heard).toEqual([])
  })

  test('a second press sells nothing twice', async () => {
    const desk = await filled([soda, 2])
    await Promise.all([desk.payLocally(cash(3_800), seller), desk.payLocally(cash(3_800), seller)])
    expect(kept()).toHaveLength(1)
  })

  test('a payment without an answer is set aside with what was sent, and counts once', async () => {
    server.isUp = true
    const desk = await filled([soda, 1])
    const { id } = cartOf(desk)
    server.fates.push({ call: /finalize/, fate: 'unanswered' })
    void desk.pay(cash(1_900))
    await vi.waitFor(() => expect(callsOf(/finalize/)).toHaveLength(1))
    server.isUp = false
    await desk.setAside(seller)
    expect(kept()).toMatchObject([{ key: id, payment: { payments: cash(1_900) } }])
    server.isUp = true
    await settled(desk)
    expect(desk.view(), 'an answer that comes now changes nothing on the screen').toMatchObject({
      sold: null,
      provisional: { key: id },
    })
  })

  test('and online again, the cart goes back to the server under a new id, at current prices', async () => {
    const desk = await filled([soda, 2])
    const { id } = cartOf(desk)
    server.isUp = true
    await desk.comeBack(null)
    expect(desk.view()).toMatchObject({ isLocal: false, cart: { totalCentavos: 3_800 } })
    expect(cartOf(desk).id).not.toBe(id)
    expect([...server.carts.keys()]).toEqual([cartOf(desk).id])
  })

  test('an unchanged cart is the same cart at the server again', async () => {
    server.isUp = true
    const desk = await filled([soda, 2])
    const { id } = cartOf(desk)
    server.isUp = false
    await desk.goLocal()
    server.isUp = true
    await desk.comeBack(null)
    expect(desk.view()).toMatchObject({ isLocal: false, cart: { id } })
    expect(callsOf(/POST \/pos\/carts$/)).toHaveLength(1)
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
      server = new PretendShop()
      journal = new PretendJournal()
      const desk = openDesk()
      const idle = () => vi.waitFor(() => expect(desk.view().busyCount).toBe(0), { interval: 1 })
      const wanted: Record<string, number> = {}
      for (const each of acts) {
        if (each === 'cut') server.isUp = false
        else if (each === 'mend') {
          server.isUp = true
          await desk.comeBack(null)
        } else if ('add' in each) {
          desk.add(each.add, each.quantity, null)
          wanted[each.add.variantId] = (wanted[each.add.variantId] ?? 0) + each.quantity
        } else {
          await idle()
          const line = desk.view().cart?.lines[each.change]
          if (line === undefined) continue
          await desk.setQuantity(line, each.to)
          if (each.to === 0) delete wanted[line.variantId]
          else wanted[line.variantId] = each.to
        }
        await idle()
        const { cart, isLocal, fault } = desk.view()
        expect(fault).toBeNull()
        expect(quantities(desk)).toEqual(wanted)
        if (cart !== null && !isLocal) expect(server.carts.get(cart.id)).toEqual(cart)
        const prices = (cart?.lines ?? []).map((line) => line.totalCentavos)
        expect(cart?.totalCentavos ?? 0).toBe(prices.reduce((sum, price) => sum + price, 0))
      }
    }),
    { numRuns: 40 },
  )
})
