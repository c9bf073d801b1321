import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { airtime, everyProduct, transactionOf } from '../../test/aggregator.contract.ts'
import { HandClock } from '../../test/hand-clock.ts'
import { patient } from '../../test/patience.ts'
import { type HttpTransport, httpTransport } from '../adapters/aggregator/dtone/http-transport.ts'
import { dtoneAggregator } from '../adapters/aggregator/dtone/index.ts'
import type { Aggregator, AggregatorProduct } from '../vas/sales/aggregator.ts'
import type { JournalEntry } from './journal.ts'
import { type RunningSimulator, runSimulator } from './run.ts'
import { simulatorCredentials } from './simulator.ts'

/** Long enough for real sockets on a busy machine, short enough to wait for. */
const eachMs = patient(200)

let running: RunningSimulator
let http: HttpTransport
let aggregator: Aggregator
let products: readonly AggregatorProduct[]

beforeEach(async () => {
  running = await runSimulator({ port: 0, controlPort: 0, timeScale: 1_000 })
  http = httpTransport(running.url)
  const timeouts = { createMs: eachMs, confirmMs: eachMs, readMs: eachMs }
  const clock = new HandClock()
  aggregator = dtoneAggregator({
    mode: 'staging',
    transport: http.transport,
    clock,
    timeouts,
    ...simulatorCredentials,
  })
  products = await everyProduct(aggregator)
})
afterEach(async () => {
  await http.close()
  await running.close()
})

async function control(line: string, body?: object) {
  const [method = 'GET', path] = line.split(' ')
  const init = body ? { method, body: JSON.stringify(body) } : { method }
  const response = await fetch(`${running.controlUrl}${path}`, init)
  return { status: response.status, json: JSON.parse(await response.text()) }
}

describe('an active fault', () => {
  test.each([
    { kind: 'drop', isDone: true },
    { kind: 'drop', isBefore: true, isDone: false },
    { kind: 'hang', isDone: true },
    { kind: 'slow-body', delayMs: 2 * eachMs, isDone: true },
    { kind: 'truncated-json', isDone: true },
    { kind: 'unknown-status', isDone: true },
    { kind: 'status', status: 500, isDone: false },
    { kind: 'status', status: 503, isDone: false },
    { kind: 'status', status: 429, isDone: false },
  ])('makes create and confirm unknown, once, and the true state can be queried: %o', async ({
    isDone,
    ...fault
  }) => {
    await control('POST /faults', { ...fault, on: 'create' })
    await control('POST /faults', { ...fault, on: 'confirm' })
    const order = airtime(products, '5512345678')
    expect(await aggregator.hold(order)).toMatchObject({ kind: 'unknown' })
    const found = await aggregator.find({ externalId: order.externalId })
    expect(found.kind).toBe(isDone ? 'held' : 'absent')
    const transaction = transactionOf(isDone ? found : await aggregator.hold(order))
    expect(await aggregator.confirm(transaction)).toMatchObject({ kind: 'unknown' })
    expect(await aggregator.find(transaction)).toMatchObject({ kind: isDone ? 'completed' : 'held' })
    expect((await control('GET /faults')).json).toEqual([])
  })

  test('makes a list lag, a given number of times', async () => {
    const order = airtime(products, '5512345678')
    await aggregator.hold(order)
    await control('POST /faults', { kind: 'empty-list', on: 'list', times: 2 })
    expect(await aggregator.find({ externalId: order.externalId })).toEqual({ kind: 'absent' })
    expect(await aggregator.hold(order)).toMatchObject({ kind: 'unknown' })
    expect(await aggregator.find({ externalId: order.externalId })).toMatchObject({ kind: 'held' })
  })

  test('keeps a transaction pending forever', async () => {
    await control('POST /faults', { kind: 'never-ending' })
    const transaction = transactionOf(await aggregator.hold(airtime(products, '5512345678')))
    await aggregator.confirm(transaction)
    expect(await aggregator.find(transaction)).toMatchObject({ kind: 'accepted' })
    const journal: JournalEntry[] = (await control('GET /journal')).json
    expect(journal.at(-1)).toMatchObject({ kind: 'confirmed', dueAt: null })
  })

  test('can be cleared, and must be a known one', async () => {
    await control('POST /faults', { kind: 'drop', times: 9 })
    expect((await control('POST /faults/clear', {})).json).toEqual([])
    expect(await aggregator.hold(airtime(products, '5512345678'))).toMatchObject({ kind: 'held' })
    for (const fault of [{ kind: 'flood' }, { kind: 'drop', on: 'moon' }, { kind: 'drop', times: 0 }, []]) {
      expect((await control('POST /faults', fault)).status).toBe(400)
    }
    expect((await control('GET /nowhere')).status).toBe(404)
  })
})

describe('callbacks', () => {
  const received: { external_id: string; status: { class: { message: string } } }[] = []
  const receiver = createServer((incoming, outgoing) => {
    let text = ''
    incoming.on('data', (chunk) => {
      text += chunk
    })
    incoming.on('end', () => {
      received.push(JSON.parse(text))
      outgoing.writeHead(204).end()
    })
  })

  beforeEach(async () => {
    received.length = 0
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  })
  afterEach(() => new Promise((resolve) => receiver.close(resolve)))

  /** The adapter orders no callbacks, so these orders are sent directly. */
  async function sellWithCallback(externalId: string, mobileNumber = '+525512345100') {
    const { port } = receiver.address() as AddressInfo
    const response = await fetch(`${running.url}/async/transactions`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from('sandbox:sandbox').toString('base64')}` },
      body: JSON.stringify({
        external_id: externalId,
        product_id: 6_101_100,
        auto_confirm: true,
        callback_url: `http://127.0.0.1:${port}/`,
        credit_party_identifier: { mobile_number: mobileNumber },
        additional_identifier: { purchaser_id: 'term-000123' },
      }),
    })
    expect(response.status).toBe(201)
  }

  const arrivals = () => received.map((one) => `${one.external_id} ${one.status.class.message}`)

  test('report an end without a query, and a reversal', async () => {
    await sellWithCallback('sale-1')
    await expect.poll(arrivals).toEqual(['sale-1 COMPLETED'])
    expect((await control('POST /reversals', { externalId: 'sale-1' })).status).toBe(200)
    await expect.poll(arrivals).toEqual(['sale-1 COMPLETED', 'sale-1 REVERSED'])
    expect((await control('POST /reversals', { externalId: 'sale-1' })).status).toBe(400)
    expect((await control('POST /reversals', { externalId: 'sale-2' })).status).toBe(404)
  })

  test('report a declined transaction that was delivered after all', async () => {
    await sellWithCallback('sale-1', '+525512345106')
    await expect.poll(arrivals).toEqual(['sale-1 DECLINED'])
    expect((await control('POST /corrections', { externalId: 'sale-1' })).status).toBe(200)
    await expect.poll(arrivals).toEqual(['sale-1 DECLINED', 'sale-1 COMPLETED'])
    expect((await control('POST /corrections', { externalId: 'sale-1' })).status).toBe(400)
    expect((await control('POST /corrections', { externalId: 'sale-2' })).status).toBe(404)
  })

  test('can be duplicated, reordered and lost', async () => {
    await control('POST /callbacks', { manner: 'doubled' })
    await sellWithCallback('sale-1')
    await expect.poll(arrivals).toEqual(['sale-1 COMPLETED', 'sale-1 COMPLETED'])

    received.length = 0
    await control('POST /callbacks', { manner: 'reordered' })
    await sellWithCallback('sale-2')
    await expect.poll(() => running.simulator.engine.findByExternalId('sale-2')?.status).toBe('COMPLETED')
    await sellWithCallback('sale-3')
    await expect.poll(arrivals).toEqual(['sale-3 COMPLETED', 'sale-2 COMPLETED'])

    received.length = 0
    await control('POST /callbacks', { manner: 'lost' })
    await sellWithCallback('sale-4')
    await expect.poll(() => running.simulator.engine.findByExternalId('sale-4')?.status).toBe('COMPLETED')
    await control('POST /callbacks', { manner: 'normal' })
    await sellWithCallback('sale-5')
    await expect.poll(arrivals).toEqual(['sale-5 COMPLETED'])
    expect((await control('POST /callbacks', { manner: 'singing' })).status).toBe(400)
  })
})

test('the control port shows the balance and accepts deposits', async () => {
  const before = (await control('GET /balance')).json
  expect(before).toEqual({ availableCentavos: 100_000_000_000, holdingCentavos: 0, spentCentavos: 0 })
  await control('POST /deposits', { amountCentavos: 5 })
  expect((await control('GET /balance')).json.availableCentavos).toBe(100_000_000_005)
  expect((await control('POST /deposits', { amountCentavos: -5 })).status).toBe(400)
})

test('the provider’s API does not expose the control port', async () => {
  expect((await fetch(`${running.url}/journal`)).status).toBe(401)
  const authorization = `Basic ${Buffer.from('sandbox:sandbox').toString('base64')}`
  const headers = { authorization }
  expect((await fetch(`${running.url}/journal`, { headers })).status).toBe(404)
  expect((await fetch(running.url.replace('/v1', '/products'), { headers })).status).toBe(404)
})

test('a port in use is an error, and releases everything', async () => {
  const port = Number(new URL(running.url).port)
  await expect(runSimulator({ port })).rejects.toThrow('EADDRINUSE')
  await expect(runSimulator({ port: 0, controlPort: port })).rejects.toThrow('EADDRINUSE')
})
