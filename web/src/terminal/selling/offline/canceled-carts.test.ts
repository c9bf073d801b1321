import { type Cart, NoAnswer } from '@mostrador/client'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { CartCheckout } from '../cart/cart-checkout.ts'
import { bread, soda } from '../cart/fake-server.ts'
import { cartOf, cash, fakeTillForEach, lineOf, quantities, seller } from '../cart/fake-till.ts'

const till = fakeTillForEach({ beforeAll, afterAll, beforeEach, afterEach, vi }, async () => {
  const { OfflineQueue } = await import('./offline-queue.ts')
  const { cancelLeftCart } = await import('./cancel-left-cart.ts')
  // Offline sales stay on the device.
  const submitOfflineSale = () => Promise.reject(new NoAnswer())
  return (parts) =>
    new OfflineQueue({ ...parts, cancelLeftCart, submitOfflineSale, alone: (_name, work) => work() })
})
const onDisk = () => [...till.journal.disk.values()].map(({ key, state }) => [key, state])
const atServer = (id: string) => till.server.carts.get(id)?.status
const cancels = () => till.callsOf(/cancel$/)

/** A cart of the server whose till has lost the network. */
async function cutOff(): Promise<{ checkout: CartCheckout; id: string }> {
  const checkout = await till.filled([soda, 1])
  const { id } = cartOf(checkout)
  till.server.isUp = false
  await checkout.goOffline()
  return { checkout, id }
}

describe('a cart of the server that is canceled without the network', () => {
  test('leaves the screen at once, and is canceled there when the network is back', async () => {
    const { checkout, id } = await cutOff()
    expect(await checkout.cancel()).toBe(true)
    expect(checkout.view()).toMatchObject({ cart: null, fault: null })
    expect(onDisk()).toEqual([[id, 'CANCELED']])
    await till.settled(checkout)
    expect(atServer(id)).toBe('OPEN')
    till.server.isUp = true
    await vi.advanceTimersByTimeAsync(20_000)
    expect(atServer(id)).toBe('CANCELED')
    expect([onDisk(), cancels().length]).toEqual([[], 1])
  })

  test('is canceled there at once when the network is back before', async () => {
    const checkout = await till.filled([soda, 1])
    const { id } = cartOf(checkout)
    till.server.isUp = false
    await checkout.goOffline()
    till.server.isUp = true
    expect(await checkout.cancel()).toBe(true)
    await expect.poll(() => till.server.carts.get(id)).toMatchObject({ status: 'CANCELED' })
  })

  test('is canceled after a reload, too, and not shown again', async () => {
    const { checkout, id } = await cutOff()
    await checkout.cancel()
    till.server.isUp = true
    const again = till.open()
    await till.settled(again)
    expect(again.view().cart).toBeNull()
    expect([atServer(id), onDisk()]).toEqual(['CANCELED', []])
  })

  test('makes room for the next customer, whose goods are not in it', async () => {
    const { checkout, id } = await cutOff()
    await checkout.cancel()
    checkout.add(bread, 1, null)
    await till.settled(checkout)
    expect(quantities(checkout)).toEqual({ pan: 1 })
    expect(cartOf(checkout).id).not.toBe(id)
    expect(onDisk()).toEqual([
      [id, 'CANCELED'],
      [cartOf(checkout).id, 'DRAFT'],
    ])
  })

  test('is canceled once by two presses, and the next cart stays', async () => {
    const { checkout, id } = await cutOff()
    await Promise.all([checkout.cancel(), checkout.cancel()])
    till.server.isUp = true
    checkout.add(bread, 1, null)
    await till.settled(checkout)
    await vi.advanceTimersByTimeAsync(20_000)
    expect([atServer(id), cancels().length]).toEqual(['CANCELED', 1])
    expect(quantities(checkout)).toEqual({ pan: 1 })
  })

  test.each<[string, (cart: Cart) => Cart | undefined]>([
    ['was sold there meanwhile', (cart) => ({ ...cart, status: 'FINALIZED' })],
    ['is canceled there already', (cart) => ({ ...cart, status: 'CANCELED' })],
    ['is not known there', () => undefined],
  ])('and %s is forgotten without a word', async (_what, become) => {
    const { checkout, id } = await cutOff()
    await checkout.cancel()
    const now = become(till.server.carts.get(id) as Cart)
    if (now === undefined) till.server.carts.delete(id)
    else till.server.carts.set(id, now)
    till.server.isUp = true
    await vi.advanceTimersByTimeAsync(20_000)
    expect([atServer(id), onDisk()]).toEqual([now?.status, []])
    expect(checkout.view().fault).toBeNull()
  })

  test('stays on the device while the server refuses it for another reason', async () => {
    const { checkout, id } = await cutOff()
    await checkout.cancel()
    till.server.fates.push({ call: /cancel$/, fate: { status: 403, code: 'merchant_suspended' } })
    till.server.isUp = true
    await vi.advanceTimersByTimeAsync(16_000)
    expect([cancels().length, onDisk()]).toEqual([1, [[id, 'CANCELED']]])
    await vi.advanceTimersByTimeAsync(16_000)
    expect([atServer(id), onDisk()]).toEqual(['CANCELED', []])
  })

  test('waits while another person is signed in: the log would name them', async () => {
    const { checkout, id } = await cutOff()
    await checkout.cancel()
    till.server.isUp = true
    till.server.accountId = 'a2'
    await vi.advanceTimersByTimeAsync(40_000)
    expect([atServer(id), onDisk()]).toEqual(['OPEN', [[id, 'CANCELED']]])
    till.server.accountId = 'a1'
    await vi.advanceTimersByTimeAsync(20_000)
    expect([atServer(id), onDisk()]).toEqual(['CANCELED', []])
  })

  test('is canceled there also when it was emptied line by line instead', async () => {
    const { checkout, id } = await cutOff()
    await checkout.setQuantity(lineOf(checkout, 'refresco'), 0)
    till.server.isUp = true
    await checkout.goOnline(null)
    await vi.advanceTimersByTimeAsync(20_000)
    expect(checkout.view().cart).toBeNull()
    expect([atServer(id), onDisk()]).toEqual(['CANCELED', []])
  })

  test('and that another window has sold meanwhile stays sold', async () => {
    const { checkout, id } = await cutOff()
    const other = till.openBeside()
    await till.settled(other)
    const sale = { ...till.journal.disk.get(id), state: 'WAITING' }
    till.journal.disk.set(id, sale as never)
    await checkout.cancel()
    await till.settled(checkout)
    expect(onDisk()).toEqual([[id, 'WAITING']])
  })
})

test('a cart that the server was asked to open without an answer is canceled there when the network is back', async () => {
  const checkout = till.open()
  till.server.fates.push({ call: /POST .pos.carts$/, fate: 'unanswered' })
  checkout.add(soda, 1, null)
  await expect.poll(() => till.server.carts.size).toBe(1)
  till.server.isUp = false
  await till.settled(checkout)
  checkout.add(soda, 1, null)
  await till.settled(checkout)
  const [id = ''] = till.server.carts.keys()
  await checkout.cancel()
  expect(onDisk()).toEqual([[id, 'CANCELED']])
  till.server.isUp = true
  await vi.advanceTimersByTimeAsync(20_000)
  expect([atServer(id), onDisk()]).toEqual(['CANCELED', []])
})

test('a cart that the server has never seen leaves nothing to send', async () => {
  till.server.isUp = false
  const checkout = await till.filled([soda, 1])
  expect(await checkout.cancel()).toBe(true)
  expect(onDisk()).toEqual([])
  till.server.isUp = true
  await vi.advanceTimersByTimeAsync(40_000)
  expect(till.server.heard).toEqual([])
})

test.each([
  'lost',
  'down',
] as const)('a cancellation that gets no answer is kept and sent again: %s', async (how) => {
  const checkout = await till.filled([soda, 1])
  const { id } = cartOf(checkout)
  if (how === 'down') till.server.isUp = false
  else till.server.fates.push({ call: /cancel$/, fate: 'lost' })
  expect(await checkout.cancel()).toBe(true)
  expect(checkout.view()).toMatchObject({ cart: null, fault: null })
  till.server.isUp = true
  await vi.advanceTimersByTimeAsync(20_000)
  expect([atServer(id), onDisk()]).toEqual(['CANCELED', []])
})

test('a cart that is being paid is not given up', async () => {
  const checkout = await till.filled([soda, 1])
  const { id } = cartOf(checkout)
  till.server.isUp = false
  void checkout.pay(cash(1_900), seller)
  await expect.poll(() => till.journal.disk.get(id)?.state).toBe('SENT')
  expect(await checkout.cancel()).toBe(false)
  expect(onDisk()).toEqual([[id, 'SENT']])
})
