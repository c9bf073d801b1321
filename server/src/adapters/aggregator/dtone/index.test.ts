import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  aggregatorContract,
  airtime,
  everyProduct,
  transactionOf,
} from '../../../../test/aggregator.contract.ts'
import { breakable, type WireFault } from '../../../../test/breakable-transport.ts'
import { HandClock } from '../../../../test/hand-clock.ts'
import { patient } from '../../../../test/patience.ts'
import { memoryJournal } from '../../../simulator/journal.ts'
import { type ServedWire, serveWire } from '../../../simulator/server.ts'
import { openSimulator, simulatorCredentials } from '../../../simulator/simulator.ts'
import type { Aggregator } from '../../../vas/sales/aggregator.ts'
import type { Transport, WireResponse } from '../transport.ts'
import { httpTransport } from './http-transport.ts'
import { dtoneAggregator } from './index.ts'

aggregatorContract('DT One over sockets', async () => {
  const clock = new HandClock()
  const simulator = openSimulator({ journal: memoryJournal(), clock })
  const served = await serveWire({ handle: simulator.handle, port: 0 })
  const http = httpTransport(served.url)
  const wire = breakable(http.transport)
  // Long enough for real sockets on a busy machine, short enough to wait for.
  const eachMs = patient(200)
  const timeouts = { createMs: eachMs, confirmMs: eachMs, readMs: eachMs }
  const options = { mode: 'staging', transport: wire.transport, clock, timeouts, close: http.close } as const
  const aggregator = dtoneAggregator({ ...options, ...simulatorCredentials })
  return {
    aggregator,
    holdLifeMs: 3_600_000,
    now: () => clock.now(),
    pass: (ms: number) => clock.pass(ms),
    break: (fault: WireFault) => wire.break(fault),
    mend: () => wire.mend(),
    async dispose() {
      await aggregator.close()
      await served.close()
    },
  }
})

describe('the requests', () => {
  const order = {
    externalId: 'sale-1',
    providerProductId: '6101100',
    kind: 'airtime',
    reference: '5512345678',
    amountCentavos: 10_000n,
    isRanged: false,
    purchaserId: 'term-000123',
  } as never

  test.each<WireFault>([
    'hang before',
    'reset before',
    'unavailable before',
  ])('that move money are sent once when the connection suffers from "%s"', async (fault) => {
    const { aggregator, wire } = overSimulator()
    wire.break(fault)
    await aggregator.hold(order)
    expect(wire.sent()).toBe(1)
    await aggregator.confirm({ externalId: 'sale-1', providerTransactionId: '17' })
    expect(wire.sent()).toBe(2)
    await aggregator.cancel({ externalId: 'sale-1', providerTransactionId: '17' })
    expect(wire.sent()).toBe(3)
  })

  test('that only read are retried within their time limit', async () => {
    const { aggregator, wire } = overSimulator()
    wire.break('unavailable before')
    await aggregator.find({ externalId: 'sale-1' })
    expect(wire.sent()).toBe(3)
  })

  test('that read never exceed their time limit, however many', async () => {
    const { aggregator, wire } = overSimulator(60)
    wire.break('hang before')
    const startedAtMs = performance.now()
    await aggregator.find({ externalId: 'sale-1' })
    expect(performance.now() - startedAtMs).toBeLessThan(Math.max(500, patient(100)))
    expect(wire.sent()).toBe(1)
  })

  test('contain the order in the provider’s format', async () => {
    const bodies: unknown[] = []
    const aggregator = answering({ status: 503 }, (body) => bodies.push(body))
    await aggregator.hold(order)
    await aggregator.hold({
      ...(order as object),
      kind: 'service',
      isRanged: true,
      reference: '777',
    } as never)
    const common = { external_id: 'sale-1', product_id: 6_101_100, auto_confirm: false }
    const additional_identifier = { purchaser_id: 'term-000123' }
    expect(bodies).toEqual([
      { ...common, credit_party_identifier: { mobile_number: '+525512345678' }, additional_identifier },
      {
        ...common,
        calculation_mode: 'DESTINATION_AMOUNT',
        destination: { unit_type: 'CURRENCY', unit: 'MXN', amount: 100 },
        credit_party_identifier: { account_number: '777' },
        additional_identifier,
      },
    ])
  })
})

describe('answers that contradict known facts', () => {
  const transaction = { externalId: 'sale-1', providerTransactionId: '17' }

  test('make a transaction that existed and is not found unknown', async () => {
    const { aggregator } = overSimulator()
    expect(await aggregator.find(transaction)).toMatchObject({ kind: 'unknown' })
    expect(await aggregator.confirm(transaction)).toMatchObject({ kind: 'unknown' })
    expect(await aggregator.cancel(transaction)).toMatchObject({ kind: 'unknown' })
  })

  test('make an id that is taken and not listed yet unknown', async () => {
    const taken = { errors: [{ code: 1007001, message: 'Transaction external ID has already been used' }] }
    const aggregator = answering(({ method }) =>
      method === 'POST' ? { status: 400, body: taken } : { status: 200, body: [] },
    )
    const products = await everyProduct(overSimulator().aggregator)
    expect(await aggregator.hold(airtime(products, '5512345678'))).toMatchObject({ kind: 'unknown' })
  })

  test('treat "already confirmed" as accepted, even when the transaction is still shown as created', async () => {
    const already = { errors: [{ code: 1007002, message: 'Transaction has already been confirmed' }] }
    const created = { id: 17, external_id: 'sale-1', status: { class: { id: 1 } } }
    const aggregator = answering(({ method }) =>
      method === 'POST' ? { status: 400, body: already } : { status: 200, body: created },
    )
    expect(await aggregator.confirm(transaction)).toEqual({ kind: 'accepted', ...transaction })
  })

  test('make a transaction unknown that is still shown as created after its confirm or cancel', async () => {
    const created = { id: 17, external_id: 'sale-1', status: { class: { id: 1 } } }
    const aggregator = answering({ status: 202, body: created })
    expect(await aggregator.confirm(transaction)).toMatchObject({ kind: 'unknown' })
    expect(await aggregator.cancel(transaction)).toMatchObject({ kind: 'unknown' })
  })

  test('treat "already cancelled" as canceled, even when the transaction cannot be read', async () => {
    const already = { errors: [{ code: 1007005, message: 'Transaction has already been cancelled' }] }
    const aggregator = answering(({ method }) =>
      method === 'POST' ? { status: 400, body: already } : { status: 503 },
    )
    expect(await aggregator.cancel(transaction)).toEqual({ kind: 'canceled', ...transaction })
  })

  test.each([
    {},
    { errors: [] },
    { errors: [{ code: '1003001' }] },
    { error: 'Bad Request' },
  ])('that refuse without an error code do not count as refusals: %j', async (body) => {
    const products = await everyProduct(overSimulator().aggregator)
    const order = airtime(products, '5512345678')
    expect(await answering({ status: 400, body }).hold(order)).toMatchObject({ kind: 'unknown' })
    expect(await answering({ status: 404, body }).find(order)).toMatchObject({ kind: 'unknown' })
  })

  test('with several transactions for our id make it unknown', async () => {
    const one = { id: 17, external_id: 'sale-1', status: { class: { id: 7 } } }
    const aggregator = answering({ status: 200, body: [one, { ...one, id: 18 }] })
    expect(await aggregator.find({ externalId: 'sale-1' })).toMatchObject({ kind: 'unknown' })
  })
})

test('an amount owed with one unreadable statement is unknown, and not smaller', async () => {
  const statement = { reference: '2026-03', dates: {}, balance: { unit: 'MXN', amount: 99.5 } }
  const inquiry = { providerProductId: '6301000', reference: '123456789012' }
  expect(await answering({ status: 200, body: [statement] }).lookupDebt(inquiry)).toEqual({
    kind: 'statements',
    items: [{ reference: '2026-03', dueOn: null, amountCentavos: 9_950n }],
  })
  const inDollars = { ...statement, balance: { unit: 'USD', amount: 5 } }
  const half = answering({ status: 200, body: [statement, inDollars] })
  expect(await half.lookupDebt(inquiry)).toMatchObject({ kind: 'unknown' })
})

test('a listed transaction has its price rounded up to a centavo, as it is booked', async () => {
  const listed = {
    id: 17,
    external_id: 'sale-1',
    creation_date: '2026-01-02T03:04:05.000000000Z',
    status: { class: { id: 7 }, message: 'COMPLETED' },
    product: { id: 6_101_100 },
    prices: { wholesale: { unit: 'MXN', amount: 94.501, fee: 0.25 } },
  }
  const window = { from: new Date('2026-01-02T00:00:00Z'), to: new Date('2026-01-02T12:00:00Z') }
  const pages = []
  for await (const page of answering({ status: 200, body: [listed] }).transactions(window)) pages.push(page)
  expect(pages).toEqual([[expect.objectContaining({ externalId: 'sale-1' })]])
  expect(pages[0]?.[0]?.order?.wholesaleCentavos).toBe(9_476n)
})

describe('the product list', () => {
  test('that ends before its total is an error, and not a shorter list', async () => {
    const aggregator = answering({ status: 200, headers: { 'x-total': '250' }, body: [] })
    await expect(everyProduct(aggregator)).rejects.toThrow('empty')
  })

  test('that never ends is an error', async () => {
    const page = Array.from({ length: 100 }, () => ({ id: 1 }))
    await expect(everyProduct(answering({ status: 200, body: page }))).rejects.toThrow('do not end')
  })

  test('that cannot be read is an error', async () => {
    await expect(everyProduct(answering({ status: 200, body: { a: 1 } }))).rejects.toThrow('not a list')
    await expect(everyProduct(answering({ status: 503 }))).rejects.toThrow('503')
  })
})

describe('the list of transactions', () => {
  const day = { from: new Date('2026-03-01T06:00:00Z'), to: new Date('2026-03-02T06:00:00Z') }
  /** A provider that sells as often as this, and whether it heeds the times that it is asked for. */
  const selling = (everyMs: number, heedsTimes = true) => {
    let requests = 0
    const transport: Transport = async ({ query }) => {
      const asked = new URLSearchParams(query)
      const at = (name: string) => Date.parse(asked.get(name) ?? '')
      const first = Math.ceil(heedsTimes ? at('from_date') / everyMs : day.from.getTime() / everyMs)
      const last = Math.floor(heedsTimes ? at('to_date') / everyMs : day.to.getTime() / everyMs)
      const from = first + 100 * (Number(asked.get('page')) - 1)
      const ids = Array.from(
        { length: Math.max(0, Math.min(100, last - from + 1)) },
        (_, index) => from + index,
      )
      requests++
      const body = ids.map((id) => ({ id, external_id: `sale-${id}`, status: { class: { id: 7 } } }))
      return { status: 200, headers: { 'x-total': String(last - first + 1) }, body: JSON.stringify(body) }
    }
    const aggregator = dtoneAggregator({ mode: 'live', transport, ...simulatorCredentials })
    const read = async () => {
      const ids = new Set<string>()
      for await (const page of aggregator.transactions(day))
        for (const { externalId } of page) ids.add(externalId)
      return ids
    }
    return { read, requests: () => requests }
  }

  test('with more than fifty thousand in a day is read in shorter windows, and every transaction of it', async () => {
    const { read } = selling(600)
    expect((await read()).size).toBe(144_001)
  })

  test('that never ends, however short the window, is an error', async () => {
    const { read, requests } = selling(600, false)
    await expect(read()).rejects.toThrow('do not end')
    expect(requests()).toBeLessThan(600)
  })
})

describe('an unreachable provider', () => {
  let served: ServedWire
  beforeAll(async () => {
    served = await serveWire({ handle: async () => null, port: 0 })
  })
  afterAll(() => served.close())

  test('makes everything unknown when it drops the connection or does not listen', async () => {
    const nobody = await serveWire({ handle: async () => null, port: 0 })
    await nobody.close()
    for (const { url } of [served, nobody]) {
      const http = httpTransport(url)
      const aggregator = dtoneAggregator({ mode: 'live', transport: http.transport, ...simulatorCredentials })
      expect(await aggregator.find({ externalId: 'sale-1' })).toMatchObject({ kind: 'unknown' })
      await expect(aggregator.balance()).rejects.toThrow()
      await http.close()
    }
  })

  test('with wrong credentials is reported as such, and nothing was held', async () => {
    const simulator = openSimulator({ journal: memoryJournal() })
    const products = await everyProduct(overSimulator().aggregator)
    const transport: Transport = (request) => simulator.handle(request)
    const aggregator = dtoneAggregator({ mode: 'live', transport, apiKey: 'sandbox', apiSecret: 'wrong' })
    expect(await aggregator.hold(airtime(products, '5512345678'))).toEqual({
      kind: 'rejected',
      failure: 'provider_unreachable',
      providerCode: '1000401',
    })
    expect(simulator.engine.readJournal()).toHaveLength(1)
  })
})

describe('a reversal', () => {
  test('by the provider’s staff is detected, and the money is returned', async () => {
    const { aggregator, simulator } = overSimulator()
    const before = await aggregator.balance()
    const transaction = transactionOf(
      await aggregator.hold(airtime(await everyProduct(aggregator), '5512345678')),
    )
    await aggregator.confirm(transaction)
    simulator.engine.reverse(Number(transaction.providerTransactionId))
    expect(await aggregator.find(transaction)).toMatchObject({ kind: 'reversed', ...transaction })
    expect(await aggregator.balance()).toEqual(before)
  })
})

function overSimulator(readMs = 5_000) {
  const simulator = openSimulator({ journal: memoryJournal() })
  const wire = breakable((request) => simulator.handle(request))
  const timeouts = { createMs: 40, confirmMs: 40, readMs }
  const options = { mode: 'staging', transport: wire.transport, clock: new HandClock(), timeouts } as const
  return { aggregator: dtoneAggregator({ ...options, ...simulatorCredentials }), wire, simulator }
}

interface Scripted {
  readonly status: number
  readonly headers?: Record<string, string>
  readonly body?: unknown
}

/** An aggregator whose provider returns exactly this. */
function answering(
  says: Scripted | ((request: { readonly method: string }) => Scripted),
  hears: (body: unknown) => void = () => undefined,
): Aggregator {
  const transport: Transport = async (request): Promise<WireResponse> => {
    if (request.body !== undefined) hears(JSON.parse(request.body))
    const { status, headers = {}, body = {} } = typeof says === 'function' ? says(request) : says
    return { status, headers, body: JSON.stringify(body) }
  }
  return dtoneAggregator({ mode: 'staging', transport, clock: new HandClock(), ...simulatorCredentials })
}
