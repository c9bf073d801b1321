import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { withBreaker } from '../src/adapters/aggregator/breaker.ts'
import { httpTransport } from '../src/adapters/aggregator/dtone/http-transport.ts'
import { dtoneAggregator } from '../src/adapters/aggregator/dtone/index.ts'
import type { JournalEntry } from '../src/simulator/journal.ts'
import { type RunningSimulator, runSimulator } from '../src/simulator/run.ts'
import { simulatorCredentials } from '../src/simulator/simulator.ts'
import { makeSalesDue } from './changed-sales.ts'
import { passTime } from './pass-time.ts'
import { patient } from './patience.ts'
import { startVasApp, type VasApp } from './vas-app.ts'

// The provider is a separate server, called over sockets, and its faults are switched while sales run.
let provider: RunningSimulator
let app: VasApp
let product: string

/** Long enough for real sockets on a busy machine, short enough to wait for. */
const eachMs = patient(200)

/** How far the clock of the connection's breaker is ahead, which otherwise cools down for longer than any test. */
let aheadMs = 0
const coolMs = 3_600_000
const nowMs = () => performance.now() + aheadMs

beforeAll(async () => {
  provider = await runSimulator({ port: 0, controlPort: 0, timeScale: 200 })
  const { transport, close } = httpTransport(provider.url)
  app = await startVasApp({
    times: { leaseMs: 500 },
    selling: () =>
      withBreaker(
        dtoneAggregator({
          mode: 'staging',
          transport,
          close,
          ...simulatorCredentials,
          timeouts: { createMs: eachMs, confirmMs: eachMs, readMs: eachMs },
        }),
        { nowMs, tolerated: 4, coolMs },
      ),
  })
  product = await app.product('Telcel', 10_000)
})
afterAll(async () => {
  await app.close()
  await provider.close()
})
beforeEach(() => control('POST', '/faults/clear'))

async function control(method: string, path: string, body?: unknown): Promise<unknown> {
  const response = await fetch(`${provider.controlUrl}${path}`, {
    method,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const answer: unknown = await response.json()
  if (response.status !== 200) throw new Error(JSON.stringify(answer))
  return answer
}

const stored = async (id: string) =>
  (await app.admin.query('select status, phase, failure_code, incident from vas.sales where id = $1', [id]))
    .rows[0]

async function recover(): Promise<void> {
  await makeSalesDue(app.admin)
  await app.settling.settleDue(50)
}

/** Compares our sale with the provider's journal and our books: never an unbooked success, never two. */
async function judge(id: string, merchantId: string) {
  const journal = (await control('GET', '/journal')) as JournalEntry[]
  const mine = new Set(
    journal.flatMap((entry) => (entry.kind === 'created' && entry.externalId === id ? [entry.id] : [])),
  )
  const ends = journal.filter((entry) => entry.kind === 'settled' && mine.has(entry.id))
  const { rows } = await app.admin.query(
    'select kind from money.postings where reference = $1 order by posted_at, kind',
    [id],
  )
  return {
    transactions: mine.size,
    successes: ends.filter((entry) => JSON.stringify(entry).includes('COMPLETED')).length,
    postings: rows.map(({ kind }) => kind),
    faults: (await app.books(merchantId)).faults,
  }
}

async function sell(reference = '5512345600') {
  const { store, cashier } = await app.shop()
  const answer = await app.call(
    cashier,
    'POST',
    '/vas/sale',
    { productId: product, reference },
    { prefer: 'wait=0' },
  )
  // On a busy machine it is answered before the provider is.
  await app.settling.idle()
  return { answer, store, cashier, id: answer.body.id as string }
}

describe('a fault of the provider ends in the right state', () => {
  test.each([
    ['the answer to a hold is dropped', { kind: 'drop', on: 'create' }],
    ['the hold never arrives', { kind: 'drop', on: 'create', isBefore: true }],
    ['the answer to a confirm is dropped', { kind: 'drop', on: 'confirm' }],
    ['the confirm never arrives', { kind: 'drop', on: 'confirm', isBefore: true }],
    ['the hold hangs', { kind: 'hang', on: 'create' }],
    ['the confirm hangs', { kind: 'hang', on: 'confirm' }],
    ['429 to a hold', { kind: 'status', on: 'create', status: 429 }],
    ['500 to a hold', { kind: 'status', on: 'create', status: 500 }],
    ['503 to a confirm', { kind: 'status', on: 'confirm', status: 503 }],
    ['a hold is answered with half its JSON', { kind: 'truncated-json', on: 'create' }],
    ['a confirm is answered with half its JSON', { kind: 'truncated-json', on: 'confirm' }],
    ['a confirm is answered with an unknown status', { kind: 'unknown-status', on: 'confirm' }],
    ['the body of a confirm comes too slowly', { kind: 'slow-body', on: 'confirm', delayMs: 2 * eachMs }],
  ])('%s', async (_what, fault) => {
    await control('POST', '/faults', { times: 1, ...fault })
    const { id, store, answer } = await sell()
    expect([201, 202]).toContain(answer.status)
    expect(answer.body.status).not.toBe('FAILED')
    for (let round = 0; round < 6 && (await stored(id)).status === 'PENDING'; round++) await recover()
    expect(await stored(id)).toMatchObject({ status: 'COMPLETED', incident: null })
    expect(await judge(id, store.merchantId)).toEqual({
      transactions: 1,
      successes: 1,
      postings: ['reserve', 'capture'],
      faults: [],
    })
  })

  test('a list that lags behind a hold whose answer was dropped', async () => {
    await control('POST', '/faults', { kind: 'drop', on: 'create', times: 1 })
    await control('POST', '/faults', { kind: 'empty-list', on: 'list', times: 3 })
    const { id, store } = await sell()
    for (let round = 0; round < 8 && (await stored(id)).status === 'PENDING'; round++) await recover()
    expect(await stored(id)).toMatchObject({ status: 'COMPLETED' })
    expect(await judge(id, store.merchantId)).toMatchObject({ transactions: 1, successes: 1 })
  })

  test('submitted forever: it stays PENDING with its money held, and goes to review after the deadline', async () => {
    await control('POST', '/faults', { kind: 'never-ending', on: 'any', times: 1 })
    const { id, store } = await sell()
    await recover()
    expect(await stored(id)).toMatchObject({ status: 'PENDING', phase: 'SUBMITTED' })
    await app.admin.query(`update vas.sales set expected_by = now() - interval '1 second' where id = $1`, [
      id,
    ])
    await recover()
    expect(await stored(id)).toMatchObject({ status: 'PENDING', phase: 'REVIEW' })
    expect((await app.books(store.merchantId)).held).toBeGreaterThan(0)
    expect(await judge(id, store.merchantId)).toMatchObject({
      successes: 0,
      postings: ['reserve'],
      faults: [],
    })
  })

  test('a decline after several faults is still a decline, and nothing is charged', async () => {
    await control('POST', '/faults', { kind: 'drop', on: 'confirm', times: 1 })
    const { id, store } = await sell('5512345602')
    for (let round = 0; round < 6 && (await stored(id)).status === 'PENDING'; round++) await recover()
    expect(await stored(id)).toMatchObject({ status: 'FAILED', failure_code: 'invalid_number' })
    expect(await app.books(store.merchantId)).toMatchObject({ available: 1_000_000, held: 0, faults: [] })
    expect(await judge(id, store.merchantId)).toMatchObject({
      successes: 0,
      postings: ['reserve', 'release'],
    })
  })
})

test(
  'a provider that has stopped answering: new sales are refused before anything is reserved, until it answers again',
  async () => {
    await control('POST', '/faults', { kind: 'status', on: 'any', status: 503, times: 40 })
    for (let n = 0; n < 4; n++) await sell(`55123456${10 + n}`)
    const { store, cashier } = await app.shop()
    const body = { productId: product, reference: '5512345699' }
    const refused = await app.call(cashier, 'POST', '/vas/sale', body)
    expect(refused).toMatchObject({ status: 503, body: { code: 'aggregator_unavailable' } })
    expect(await app.books(store.merchantId)).toMatchObject({ available: 1_000_000, held: 0, faults: [] })
    const { body: catalog } = await app.call(cashier, 'GET', '/vas/catalog?kind=airtime')
    expect(catalog.items[0].provider.health).toBe('DOWN')
    await control('POST', '/faults/clear')
    aheadMs += coolMs
    expect((await app.call(cashier, 'POST', '/vas/sale', body)).status).toBe(201)
    await recover()
  },
  patient(30_000),
)

describe('a callback', () => {
  const callback = (body: unknown) => app.call(undefined, 'POST', '/vas/callbacks/dtone', body)
  const rest = () => passTime(120, 'callbacks of the sale arrive')
  /** What a running server's poller does every second. */
  const due = () => app.settling.settleDue(50)

  test('is not trusted: it only triggers a query', async () => {
    const { id, store } = await sell()
    for (let round = 0; round < 6 && (await stored(id)).status === 'PENDING'; round++) await recover()
    await rest()
    expect(
      (await callback({ external_id: id, status: { class: { id: 8, message: 'REVERSED' } } })).status,
    ).toBe(204)
    await due()
    expect(await stored(id)).toMatchObject({ status: 'COMPLETED' })
    expect(await judge(id, store.merchantId)).toMatchObject({ postings: ['reserve', 'capture'] })
  })

  test('about a reversal returns the money once, however often it arrives', async () => {
    const { id, store } = await sell()
    for (let round = 0; round < 6 && (await stored(id)).status === 'PENDING'; round++) await recover()
    await control('POST', '/reversals', { externalId: id })
    await rest()
    const answers = await Promise.all([1, 2, 3, 4].map(() => callback({ external_id: id })))
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204, 204])
    await due()
    expect(await stored(id)).toMatchObject({ status: 'REVERSED' })
    expect(await app.books(store.merchantId)).toEqual({ available: 1_000_000, held: 0, faults: [] })
    expect(await judge(id, store.merchantId)).toMatchObject({ postings: ['reserve', 'capture', 'reverse'] })
  })

  test('about an unknown transaction is accepted as well, and one without an id is refused', async () => {
    expect((await callback({ external_id: '019f0000-0000-7000-8000-000000000000' })).status).toBe(204)
    expect((await callback({ external_id: 'x' })).status).toBe(204)
    expect((await callback({ id: 7 })).status).toBe(422)
  })
})
