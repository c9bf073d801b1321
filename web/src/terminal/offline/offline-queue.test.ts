import { NoAnswer, ProblemError } from '@mostrador/client'
import { describe, expect, test } from 'vitest'
import type { OfflineSale } from '../../api/types.ts'
import { localCart } from '../selling/local-cart.ts'
import { OfflineQueue } from './offline-queue.ts'
import { type OfflineEntry, offlineEntry } from './offline-sale.ts'

const seller = { accountId: 'a1', cashierName: 'Ana', terminalId: null, shiftId: 't1' }
const entry = (id: string, more: Partial<OfflineEntry> = {}): OfflineEntry => ({
  ...offlineEntry(
    localCart(id, 's1', '2026-11-21T10:00:00Z'),
    [{ method: 'CASH', amountCentavos: 1_000, tenderedCentavos: 2_000 }],
    seller,
    new Date(`2026-11-21T10:00:0${id.length}Z`),
  ),
  ...more,
})
const payment = { key: 'k', cartId: 'x', body: { version: 1, payments: [] } }

/** A disk that outlives the queue, and a server that answers what it is told to. */
function device(answers: Record<string, (Partial<OfflineSale> | Error)[]> = {}) {
  const disk = new Map<string, OfflineEntry>()
  const asked: string[] = []
  const next = (what: string, id: string) => {
    asked.push(`${what} ${id}`)
    const given = answers[`${what} ${id}`]?.shift() ?? new NoAnswer('none')
    if (given instanceof Error) throw given
    return given
  }
  const open = () =>
    new OfflineQueue({
      storage: {
        all: async () => [...disk.values()],
        put: async (kept) => {
          disk.set(kept.id, kept)
        },
        remove: async (id) => {
          disk.delete(id)
        },
      },
      handIn: async ({ id }) => ({ reasons: [], folio: null, ...next('hand in', id) }) as OfflineSale,
      finalize: async ({ cartId }) => ({ order: { folio: next('finalize', cartId).folio ?? '' } }),
      nowMs: () => Date.parse('2026-11-21T12:00:00Z'),
      alone: (_name, work) => work(),
    })
  return { disk, asked, open }
}
const states = (queue: OfflineQueue) => queue.entries().map(({ id, state }) => `${id} ${state}`)

describe('the queue of sales without a network', () => {
  test('hands in each sale, oldest first, and keeps what came of it', async () => {
    const { asked, open } = device({
      'hand in x': [{ status: 'BOOKED', folio: 'A-000001' }],
      'hand in yy': [{ status: 'HELD', reasons: [{ code: 'shift_closed' }] }],
    })
    const queue = open()
    await queue.add(entry('yy'))
    await queue.add(entry('x'))
    await queue.send('a1')
    expect(asked).toEqual(['hand in x', 'hand in yy'])
    expect(states(queue)).toEqual(['x BOOKED', 'yy HELD'])
    expect(queue.entries()[0]).toMatchObject({ folio: 'A-000001', changeCentavos: 1_000 })
  })

  test('goes on where it was after a reload, and asks again until there is an answer', async () => {
    const { asked, open } = device({
      'hand in x': [new NoAnswer('lost'), { status: 'BOOKED', folio: 'A-1' }],
    })
    const queue = open()
    await queue.add(entry('x'))
    await queue.send('a1')
    expect(states(queue)).toEqual(['x WAITING'])
    const reloaded = open()
    expect(await reloaded.has('x')).toBe(true)
    await reloaded.send('a1')
    expect(states(reloaded)).toEqual(['x BOOKED'])
    await reloaded.send('a1')
    expect(asked).toEqual(['hand in x', 'hand in x'])
  })

  test('asks about a payment that was sent before, and hands in what was refused', async () => {
    const { asked, open } = device({
      'finalize x': [{ folio: 'A-7' }, new ProblemError(409, { code: 'insufficient_stock' })],
      'hand in x': [{ status: 'HELD' }],
    })
    const queue = open()
    await queue.add(entry('x', { payment }))
    await queue.send('a1')
    expect(states(queue)).toEqual(['x BOOKED'])
    await queue.add(entry('x', { payment }))
    await queue.send('a1')
    expect(asked).toEqual(['finalize x', 'finalize x', 'hand in x'])
    expect(queue.entries()[0]).toMatchObject({ state: 'HELD', payment: null })
  })

  test('stops where nobody answers or the session is over, and loses nothing', async () => {
    const { asked, open } = device({ 'hand in x': [new ProblemError(401, { code: 'unauthenticated' })] })
    const queue = open()
    await queue.add(entry('x'))
    await queue.add(entry('yy'))
    await queue.send('a1')
    expect(asked).toEqual(['hand in x'])
    expect(states(queue)).toEqual(['x WAITING', 'yy WAITING'])
  })

  test('keeps what the server says no to, with the reason, and goes on with the next', async () => {
    const { open } = device({
      'hand in x': [new ProblemError(403, { code: 'forbidden' }), { status: 'BOOKED', folio: 'A-2' }],
      'hand in yy': [{ status: 'BOOKED', folio: 'A-1' }],
    })
    const queue = open()
    await queue.add(entry('x'))
    await queue.add(entry('yy'))
    await queue.send('a1')
    expect(states(queue)).toEqual(['x REFUSED', 'yy BOOKED'])
    expect(queue.entries()[0]?.faultCode).toBe('forbidden')
    await queue.send('a1')
    expect(states(queue)).toEqual(['x REFUSED', 'yy BOOKED'])
    await queue.sendOne('x')
    expect(states(queue)).toEqual(['x BOOKED', 'yy BOOKED'])
  })

  test('sends nothing that somebody else has sold, unless it is asked to', async () => {
    const { asked, open } = device({ 'hand in x': [{ status: 'BOOKED' }] })
    const queue = open()
    await queue.add(entry('x', { accountId: 'a2' }))
    await queue.send('a1')
    expect(asked).toEqual([])
    await queue.sendOne('x')
    expect(states(queue)).toEqual(['x BOOKED'])
  })

  test('does not say that a sale is kept when the device cannot keep it', async () => {
    const full = new OfflineQueue({
      storage: {
        all: async () => [],
        put: async () => Promise.reject(new Error('full')),
        remove: async () => undefined,
      },
      handIn: () => Promise.reject(new NoAnswer('none')),
      finalize: () => Promise.reject(new NoAnswer('none')),
      nowMs: () => 0,
      alone: (_name, work) => work(),
    })
    await expect(full.add(entry('x'))).rejects.toThrow('full')
    expect(full.entries()).toEqual([])
  })

  test('forgets what has been settled for a day', async () => {
    const { disk, open } = device()
    disk.set('x', entry('x', { state: 'BOOKED', settledAtMs: Date.parse('2026-11-19T00:00:00Z') }))
    disk.set('yy', entry('yy', { state: 'HELD' }))
    expect(await open().has('x')).toBe(false)
    expect([...disk.keys()]).toEqual(['yy'])
  })
})
