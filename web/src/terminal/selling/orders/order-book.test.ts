import type { Cart } from '@mostrador/client'
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { FakeClaims } from './fake-claims.ts'
import { FakeJournal } from './fake-journal.ts'
import { isOrder } from './journal.ts'
import { type GoodsOrder, mayFollow, type Order, type OrderState } from './order.ts'
import { OrderBook } from './order-book.ts'

const orderIn = (state: OrderState, more: object = {}) =>
  ({
    ...{ kind: 'goods', state, key: 'k1', accountId: 'a1', storeId: 's1', openedAtMs: 1, sentAtMs: null },
    cart: { id: 'k1' } as Cart,
    ...more,
  }) as GoodsOrder
const allStates: OrderState[] = ['DRAFT', 'SENT', 'WAITING', 'REFUSED', 'HELD', 'BOOKED', 'DISCARDED']

/** Two windows of one device. */
async function twoWindows(kept: Order | null) {
  const journal = new FakeJournal()
  if (kept !== null) journal.disk.set(kept.key, kept)
  const claims = new FakeClaims()
  const open = () => new OrderBook(journal, claims.open().claims)
  const [here, there] = [open(), open()]
  await Promise.all([here.loaded, there.loaded])
  return { journal, here, there }
}

describe('the book of orders', () => {
  test('shows an order once it is on disk', async () => {
    const { journal, here } = await twoWindows(null)
    expect(await here.put(orderIn('SENT'))).toBe(true)
    expect(here.get('k1')).toEqual(journal.disk.get('k1'))
  })

  test('rejects an order that the device cannot store', async () => {
    const { journal, here } = await twoWindows(null)
    journal.isFull = true
    await expect(here.put(orderIn('SENT'))).rejects.toThrow('full')
    expect(here.get('k1')).toBeUndefined()
  })

  test('shows a draft even when it cannot be stored, because nothing was sent', async () => {
    const { journal, here } = await twoWindows(null)
    journal.isFull = true
    const warned = vi.spyOn(console, 'warn').mockReturnValue()
    here.note(orderIn('DRAFT'))
    expect(here.get('k1')).toMatchObject({ state: 'DRAFT' })
    await expect.poll(() => warned.mock.calls.length).toBe(1)
    warned.mockRestore()
  })

  test('never sells again what another window has sold on this device', async () => {
    const { journal, here, there } = await twoWindows(orderIn('DRAFT'))
    await there.put(orderIn('WAITING', { folio: null }))
    expect(await here.put(orderIn('SENT'))).toBe(false)
    expect(here.get('k1')).toMatchObject({ state: 'WAITING' })
    here.note(orderIn('DRAFT'))
    await here.drop('k1', 'DRAFT', 'SENT')
    expect(journal.disk.get('k1')).toMatchObject({ state: 'WAITING' })
  })

  test('leaves an order to the window that has claimed it, until that one drops it', async () => {
    const { here, there } = await twoWindows(orderIn('SENT'))
    const isSent = (order: Order): order is GoodsOrder => order.state === 'SENT'
    there.claims.claim('k1')
    expect(await here.unclaimed(isSent)).toEqual([])
    await there.drop('k1', 'DRAFT')
    expect(await here.unclaimed(isSent)).toMatchObject([{ key: 'k1' }])
  })

  test('does not bring back an order that another window has finished', async () => {
    const { journal, here, there } = await twoWindows(orderIn('SENT'))
    await there.drop('k1', 'SENT')
    await here.amend('k1', { sentAtMs: 5 })
    expect(journal.disk.size).toBe(0)
  })

  test("shows another window's changes after a reload", async () => {
    const { here, there } = await twoWindows(null)
    await there.put(orderIn('WAITING'))
    expect(here.get('k1')).toBeUndefined()
    await here.reload()
    expect(here.get('k1')).toMatchObject({ state: 'WAITING' })
  })

  test('ignores a reading of the journal that is older than its own changes', async () => {
    const { here } = await twoWindows(orderIn('SENT'))
    const shown: boolean[] = []
    const reading = here.reload()
    const dropped = here.drop('k1', 'SENT')
    here.store.subscribe(({ orders }) => shown.push(orders.has('k1')))
    await Promise.all([dropped, reading])
    expect(here.get('k1')).toBeUndefined()
    expect(shown, 'it does not come back for a moment').not.toContain(true)
  })

  test('lists orders oldest first, of all accounts', async () => {
    const { here } = await twoWindows(null)
    await here.put(orderIn('SENT', { key: 'k2', openedAtMs: 2, accountId: 'a2' }))
    await here.put(orderIn('SENT', { key: 'k1', openedAtMs: 1 }))
    expect(here.select((order): order is Order => order.state === 'SENT').map(({ key }) => key)).toEqual([
      'k1',
      'k2',
    ])
  })

  test('in any interleaving of two windows, an offline sale leaves the device only once it is settled', async () => {
    const act = fc.record({
      who: fc.boolean(),
      what: fc.oneof(
        fc.record({ put: fc.constantFrom<OrderState>(...allStates) }),
        fc.record({ amend: fc.constantFrom<OrderState>(...allStates) }),
        fc.constant({ drop: ['DRAFT', 'SENT'] as OrderState[] }),
        fc.constant('reload' as const),
      ),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 15 }), async (acts) => {
        const { journal, here, there } = await twoWindows(null)
        let isSold = false
        let isSettled = false
        for (const { who, what } of acts) {
          const book = who ? here : there
          if (what === 'reload') await book.reload()
          else if ('put' in what) await book.put(orderIn(what.put))
          else if ('amend' in what) await book.amend('k1', { state: what.amend } as Partial<GoodsOrder>)
          else await book.drop('k1', ...what.drop)
          const state = journal.disk.get('k1')?.state ?? null
          if (isSold) expect(['WAITING', 'REFUSED', 'HELD', 'BOOKED', 'DISCARDED']).toContain(state)
          if (isSettled) expect(['BOOKED', 'DISCARDED']).toContain(state)
          isSold ||= state === 'WAITING'
          isSettled ||= state === 'BOOKED' || state === 'DISCARDED'
        }
      }),
    )
  })
})

test.each([
  [null, ['DRAFT', 'SENT', 'WAITING']],
  ['DRAFT', ['DRAFT', 'SENT', 'WAITING']],
  ['SENT', ['SENT', 'WAITING']],
  ['WAITING', ['REFUSED', 'HELD', 'BOOKED', 'DISCARDED']],
  ['REFUSED', ['REFUSED', 'HELD', 'BOOKED', 'DISCARDED']],
  ['HELD', ['REFUSED', 'HELD', 'BOOKED', 'DISCARDED']],
  ['BOOKED', []],
  ['DISCARDED', []],
] satisfies [
  OrderState | null,
  OrderState[],
][])('from %s an order becomes %j and nothing else', (from, to) => {
  const kept = from === null ? null : orderIn(from)
  expect(allStates.filter((state) => mayFollow(kept, orderIn(state)))).toEqual(to)
})

test('an unreadable entry is not an order, and breaks nothing', () => {
  expect([null, 'x', {}, { key: 'k1' }, { ...orderIn('SENT'), openedAtMs: 'x' }].map(isOrder)).toEqual(
    Array(5).fill(false),
  )
  expect(isOrder(orderIn('SENT'))).toBe(true)
})
