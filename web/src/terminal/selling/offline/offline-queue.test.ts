import type { NewOfflineSale, OfflineSale } from '@mostrador/client'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { localCart } from '../cart/local-cart.ts'
import { offlineOfPaid, offlineOrder } from '../cart/offline-order.ts'
import { FakeClaims } from '../orders/fake-claims.ts'
import { FakeJournal } from '../orders/fake-journal.ts'
import { isOffline, type OfflineOrder, type PaidOrder } from '../orders/order.ts'
import { OrderBook } from '../orders/order-book.ts'
import { Poller } from '../requests/polling.ts'
import type { OfflineQueue as OfflineQueueClass } from './offline-queue.ts'

const seller = { accountId: 'a1', cashierName: 'Ana', terminalId: null, shiftId: 't1' }
const orderOf = (key: string, more: Partial<OfflineOrder> = {}): OfflineOrder => {
  const cart = localCart(key, 's1', '2026-11-21T10:00:00Z')
  const base = { kind: 'goods', state: 'DRAFT', key, accountId: 'a1', storeId: 's1', sentAtMs: null } as const
  const draft = { ...base, openedAtMs: key.length, cart, isLocal: true }
  const payments = [{ method: 'CASH' as const, amountCentavos: 1_000, tenderedCentavos: 2_000 }]
  return { ...offlineOrder(draft, cart, payments, seller, new Date('2026-11-21T10:00:00Z')), ...more }
}
const payment = { version: 1, payments: [] }

type Answer = Partial<OfflineSale> | { problem: number; code: string } | 'nobody'
/** The server's answers, by request and sale; and the requests it received. */
let answers: Record<string, Answer[]>
let asked: string[]
/** The sales that it was handed. */
let handedIn: Partial<NewOfflineSale>[]
/** Who is signed in. */
let signedInId: string
/** The open shift of who is signed in. */
let openShiftId: string | null
/** Called with every request of a sale, before its answer. */
let onAsked: (call: string) => void
/** What every cart is at the server. */
let cartStatus: 'OPEN' | 'FINALIZED'
let journal: FakeJournal
let OfflineQueue: typeof OfflineQueueClass
let cancelLeftCart: typeof import('./cancel-left-cart.ts').cancelLeftCart
let submitOfflineSale: typeof import('./submit-offline-sale.ts').submitOfflineSale

const respond = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })

beforeAll(async () => {
  vi.stubGlobal('location', { origin: 'http://till.test' })
  vi.stubGlobal('fetch', async (request: Request) => {
    const { pathname } = new URL(request.url)
    if (pathname === '/auth/me') return respond(200, { account: { id: signedInId } })
    if (pathname === '/pos/shifts/current') {
      return respond(200, { shift: openShiftId === null ? null : { id: openShiftId } })
    }
    const [, , where, id = ''] = pathname.split('/')
    if (request.method === 'GET') {
      asked.push(`read ${id}`)
      return respond(200, { status: cartStatus })
    }
    const body = (await request.clone().json()) as Partial<NewOfflineSale>
    const call = where === 'carts' ? `finalize ${id}` : `hand in ${body.id}`
    asked.push(call)
    onAsked(call)
    if (where !== 'carts') handedIn.push(body)
    const given = answers[call]?.shift() ?? 'nobody'
    if (given === 'nobody') throw new TypeError('fetch failed')
    if ('problem' in given) return respond(given.problem, given)
    const sale = { reasons: [], folio: null, ...given }
    return respond(200, where === 'carts' ? { order: { folio: sale.folio } } : sale)
  })
  OfflineQueue = (await import('./offline-queue.ts')).OfflineQueue
  cancelLeftCart = (await import('./cancel-left-cart.ts')).cancelLeftCart
  submitOfflineSale = (await import('./submit-offline-sale.ts')).submitOfflineSale
})
afterAll(() => vi.unstubAllGlobals())
beforeEach(() => {
  answers = {}
  asked = []
  handedIn = []
  signedInId = 'a1'
  openShiftId = 't1'
  onAsked = () => undefined
  cartStatus = 'OPEN'
  journal = new FakeJournal()
})

/** Knows how many of its rounds have not ended yet. */
class CountingPoller extends Poller {
  roundsNow = 0

  override start(...[name, poll]: Parameters<Poller['start']>): void {
    super.start(name, async (count) => {
      this.roundsNow += 1
      return poll(count).finally(() => {
        this.roundsNow -= 1
      })
    })
  }
}

/** The queue after opening or reloading the page; `later` holds its timers. */
function openQueue() {
  const book = new OrderBook(journal, new FakeClaims().open().claims)
  const later: { delayMs: number; work: () => void }[] = []
  const poller = new CountingPoller((delayMs, work) => {
    const entry = { delayMs, work }
    later.push(entry)
    return () => later.splice(later.indexOf(entry), 1)
  })
  const offlineQueue = new OfflineQueue({
    ...{ book, poller, submitOfflineSale, cancelLeftCart, isOnline: () => true },
    nowMs: () => Date.parse('2026-11-21T12:00:00Z'),
    alone: (_name, work) => work(),
  })
  const idle = async () => {
    await expect.poll(() => poller.roundsNow).toBe(0)
    // Its next round is set right after a round.
    await new Promise((resolve) => setTimeout(resolve))
  }
  return {
    ...{ book, offlineQueue, later },
    states: () => book.select(isOffline).map(({ key, state }) => `${key} ${state}`),
    async send(accountId = 'a1') {
      offlineQueue.follow(accountId)
      await idle()
    },
    async nextRound() {
      for (const { work } of later.splice(0)) work()
      await idle()
    },
  }
}

describe('the queue of offline sales', () => {
  test('hands in each sale, oldest first, and keeps the result', async () => {
    answers = {
      'hand in x': [{ status: 'BOOKED', folio: 'A-000001' }],
      'hand in yy': [{ status: 'HELD', reasons: [{ code: 'shift_closed' }] }],
    }
    const queue = openQueue()
    await queue.book.put(orderOf('yy'))
    await queue.book.put(orderOf('x'))
    await queue.send()
    expect(asked.slice(0, 2)).toEqual(['hand in x', 'hand in yy'])
    expect(queue.states()).toEqual(['x BOOKED', 'yy HELD'])
    expect(queue.book.get('x')).toMatchObject({ folio: 'A-000001', changeCentavos: 1_000 })
  })

  test('resumes after a reload, repeats until there is an answer, and then stops', async () => {
    answers = { 'hand in x': ['nobody', 'nobody', { status: 'BOOKED', folio: 'A-1' }] }
    const queue = openQueue()
    await queue.book.put(orderOf('x'))
    await queue.send()
    expect(queue.states()).toEqual(['x WAITING'])
    expect(queue.later).toHaveLength(1)
    const reloaded = openQueue()
    await reloaded.send()
    expect(reloaded.states()).toEqual(['x WAITING'])
    await reloaded.nextRound()
    expect(reloaded.states()).toEqual(['x BOOKED'])
    expect(reloaded.later).toEqual([])
    expect(asked).toEqual(['hand in x', 'hand in x', 'hand in x'])
  })

  test('looks up a payment that was sent before, and hands in one that was refused', async () => {
    answers = {
      'finalize x': [{ folio: 'A-7' }],
      'finalize yy': [{ problem: 409, code: 'insufficient_stock' }],
      'hand in yy': [{ status: 'HELD' }, { status: 'HELD' }],
    }
    const queue = openQueue()
    await queue.book.put(orderOf('x', { payment }))
    await queue.book.put(orderOf('yy', { payment }))
    await queue.send()
    expect(asked.slice(0, 3)).toEqual(['finalize x', 'finalize yy', 'hand in yy'])
    expect(queue.states()).toEqual(['x BOOKED', 'yy HELD'])
    expect(queue.book.get('yy')).toMatchObject({ payment: null })
  })

  test.each([
    ['another person with an open shift is signed in, or its seller has a later one', 't2'],
    ['whoever is signed in has no open shift', null],
  ])('hands in a payment instead of sending it again when %s', async (_when, shiftId) => {
    openShiftId = shiftId
    answers = { 'hand in x': [{ status: 'HELD', reasons: [{ code: 'handed_in_by_another' }] }] }
    const queue = openQueue()
    await queue.book.put(orderOf('x', { payment }))
    await queue.offlineQueue.sendOne('x')
    expect(asked).toEqual(['hand in x'])
    expect(queue.states()).toEqual(['x HELD'])
  })

  describe('a payment that was sent without its reference, which was typed before it was set aside', () => {
    const card = { method: 'CARD' as const, amountCentavos: 1_000 }
    const proven = [{ ...card, reference: '004512' }]
    const setAside = () => {
      const { sale } = orderOf('x')
      const sent = { version: 1, payments: [card] }
      return orderOf('x', { payment: sent, sale: { ...sale, payments: proven } })
    }

    test('is handed in with it when it had not arrived', async () => {
      answers = { 'hand in x': [{ status: 'BOOKED', folio: 'A-8' }] }
      const queue = openQueue()
      await queue.book.put(setAside())
      await queue.send()
      expect(asked).toEqual(['read x', 'hand in x'])
      expect(handedIn).toMatchObject([{ id: 'x', payments: proven }])
      expect(queue.book.get('x')).toMatchObject({ state: 'BOOKED', folio: 'A-8' })
    })

    test('is looked up when it had arrived', async () => {
      cartStatus = 'FINALIZED'
      answers = { 'finalize x': [{ folio: 'A-7' }] }
      const queue = openQueue()
      await queue.book.put(setAside())
      await queue.send()
      expect(asked).toEqual(['read x', 'finalize x'])
      expect(queue.book.get('x')).toMatchObject({ state: 'BOOKED', folio: 'A-7' })
    })
  })

  test('does not hand in a payment that may still have arrived', async () => {
    answers = { 'finalize x': [{ problem: 409, code: 'idempotency_key_in_use' }] }
    const queue = openQueue()
    await queue.book.put(orderOf('x', { payment }))
    await queue.send()
    expect(asked).toEqual(['finalize x'])
    expect(queue.states()).toEqual(['x WAITING'])
  })

  test('notes when a sale was settled, not when it is held', async () => {
    answers = { 'hand in x': [{ status: 'BOOKED' }], 'hand in yy': [{ status: 'HELD' }] }
    const queue = openQueue()
    for (const key of ['x', 'yy']) await queue.book.put(orderOf(key))
    await queue.send()
    const settledAtMs = Date.parse('2026-11-21T12:00:00Z')
    expect(queue.book.select(isOffline)).toMatchObject([{ settledAtMs }, { settledAtMs: null }])
  })

  test('sends one sale alone when asked for it, and none that is settled', async () => {
    answers = { 'hand in yy': [{ status: 'BOOKED' }] }
    const queue = openQueue()
    for (const key of ['x', 'yy', 'zzz']) await queue.book.put(orderOf(key))
    await queue.offlineQueue.sendOne('yy')
    await queue.offlineQueue.sendOne('yy')
    expect(asked).toEqual(['hand in yy'])
  })

  test('sends nothing more for a person who has left', async () => {
    const queue = openQueue()
    await queue.book.put(orderOf('x'))
    await queue.send()
    queue.offlineQueue.unfollow('a1')
    await queue.nextRound()
    expect(asked).toEqual(['hand in x'])
  })

  test('stops in the middle of a round when another person signs in, and continues when its person is back', async () => {
    answers = {
      'hand in x': [{ status: 'BOOKED' }],
      'hand in yy': [{ status: 'HELD' }, { status: 'BOOKED' }],
    }
    const queue = openQueue()
    for (const key of ['x', 'yy']) await queue.book.put(orderOf(key))
    onAsked = (call) => {
      if (call === 'hand in x') signedInId = 'a2'
    }
    await queue.send()
    expect(asked).toEqual(['hand in x'])
    expect(queue.states()).toEqual(['x BOOKED', 'yy WAITING'])
    signedInId = 'a1'
    await queue.nextRound()
    expect(queue.states()).toEqual(['x BOOKED', 'yy HELD'])
    signedInId = 'a2'
    for (let round = 0; round < 4; round += 1) await queue.nextRound()
    expect(asked, 'nor does it ask again about one that is held').toEqual(['hand in x', 'hand in yy'])
    await queue.offlineQueue.sendOne('yy')
    expect(queue.states(), 'unless it is told to').toEqual(['x BOOKED', 'yy BOOKED'])
  })

  test('polls sales that wait for a supervisor now and then', async () => {
    answers = { 'hand in x': [{ status: 'HELD' }, { status: 'HELD' }, { status: 'BOOKED', folio: 'A-3' }] }
    const queue = openQueue()
    await queue.book.put(orderOf('x'))
    await queue.send()
    for (let round = 0; round < 4; round += 1) await queue.nextRound()
    expect(asked).toHaveLength(3)
    expect(queue.states()).toEqual(['x BOOKED'])
  })

  test.each([
    ['nobody answers', 'nobody'],
    ['the session is over', { problem: 401, code: 'unauthenticated' }],
    ['the server has too much to do', { problem: 429, code: 'too_many_requests' }],
    ['the server is not able to', { problem: 503, code: 'overloaded' }],
  ] satisfies [string, Answer][])('stops where %s, and loses nothing', async (_when, given) => {
    answers = { 'hand in x': [given] }
    const queue = openQueue()
    await queue.book.put(orderOf('x'))
    await queue.book.put(orderOf('yy'))
    await queue.send()
    expect(asked).toEqual(['hand in x'])
    expect(queue.states()).toEqual(['x WAITING', 'yy WAITING'])
  })

  test('keeps a refused sale with its reason, and continues with the next', async () => {
    answers = {
      'hand in x': [
        { problem: 403, code: 'forbidden' },
        { status: 'BOOKED', folio: 'A-2' },
      ],
      'hand in yy': [{ status: 'BOOKED', folio: 'A-1' }],
    }
    const queue = openQueue()
    await queue.book.put(orderOf('x'))
    await queue.book.put(orderOf('yy'))
    await queue.send()
    expect(queue.states()).toEqual(['x REFUSED', 'yy BOOKED'])
    expect(queue.book.get('x')).toMatchObject({ faultCode: 'forbidden' })
    await queue.send()
    expect(queue.states()).toEqual(['x REFUSED', 'yy BOOKED'])
    await queue.offlineQueue.sendOne('x')
    expect(queue.states()).toEqual(['x BOOKED', 'yy BOOKED'])
  })

  test('does not send sales of another person unless told to', async () => {
    answers = { 'hand in x': [{ status: 'BOOKED' }] }
    const queue = openQueue()
    await queue.book.put(orderOf('x', { accountId: 'a2' }))
    await queue.send()
    expect(asked).toEqual([])
    await queue.offlineQueue.sendOne('x')
    expect(queue.states()).toEqual(['x BOOKED'])
  })

  describe('a payment that another person has left here without its answer', () => {
    const paid: PaidOrder = {
      ...{ kind: 'goods', state: 'SENT', key: 'x', accountId: 'a2', storeId: 's1', openedAtMs: 1 },
      ...{ sentAtMs: 2, cart: localCart('x', 's1', '2026-11-21T10:00:00Z') },
      payment: { version: 1, payments: [{ method: 'CASH', amountCentavos: 1_000 }] },
      ...{ seller: { ...seller, accountId: 'a2' }, paidAtMs: Date.parse('2026-11-21T10:00:00Z') },
    }
    const left = offlineOfPaid(paid, seller)

    test.each([
      ['held', { status: 'HELD', reasons: [{ code: 'handed_in_by_another' }] }, 'x HELD'],
      ['booked', { status: 'BOOKED', folio: 'A-9' }, 'x BOOKED'],
    ] satisfies [
      string,
      Answer,
      string,
    ][])('is handed in only by a person, and %s once the server says so', async (_what, given, state) => {
      openShiftId = 't2'
      answers = { 'hand in x': [given] }
      const queue = openQueue()
      await queue.book.put(paid)
      await queue.send()
      expect(asked, 'not by itself').toEqual([])
      await queue.offlineQueue.sendLeft(left)
      expect(asked).toEqual(['hand in x'])
      expect(handedIn).toMatchObject([{ shiftId: 't1', soldAt: '2026-11-21T10:00:00.000Z' }])
      expect(queue.states()).toEqual([state])
    })

    test('is kept as it was when this device cannot store it', async () => {
      const queue = openQueue()
      await queue.book.put(paid)
      journal.isFull = true
      await expect(queue.offlineQueue.sendLeft(left)).rejects.toMatchObject({ reason: 'storage' })
      expect(asked).toEqual([])
      expect(queue.book.get('x')).toMatchObject({ state: 'SENT' })
    })
  })

  test('does not send again what another window has sent meanwhile', async () => {
    const queue = openQueue()
    await queue.book.put(orderOf('x'))
    const other = openQueue()
    answers = { 'hand in x': [{ status: 'BOOKED', folio: 'A-5' }] }
    await other.send()
    await queue.send()
    expect(asked).toEqual(['hand in x'])
    expect(queue.states()).toEqual(['x BOOKED'])
  })

  test('sends what another window has left', async () => {
    answers = { 'hand in x': [{ status: 'BOOKED' }] }
    const queue = openQueue()
    await queue.send()
    const other = openQueue()
    await other.book.put(orderOf('x'))
    await queue.send()
    expect(asked).toEqual(['hand in x'])
    expect(queue.states()).toEqual(['x BOOKED'])
  })

  test('removes sales that were settled a day ago', async () => {
    const longAgoMs = Date.parse('2026-11-19T00:00:00Z')
    journal.disk.set('x', orderOf('x', { state: 'BOOKED', settledAtMs: longAgoMs }))
    journal.disk.set('yy', orderOf('yy', { state: 'HELD' }))
    const queue = openQueue()
    await expect.poll(() => [...journal.disk.keys()]).toEqual(['yy'])
    expect(queue.states()).toEqual(['yy HELD'])
  })
})
