import { beforeEach, describe, expect, test } from 'vitest'
import { HandClock } from '../../test/hand-clock.ts'
import { simulatedCatalog } from './catalog/catalog.ts'
import { memoryJournal } from './journal.ts'
import { openSimulator, type Simulator } from './simulator.ts'

const authorization = `Basic ${Buffer.from('sandbox:sandbox').toString('base64')}`
let simulator: Simulator
let clock: HandClock
const faults: unknown[] = []

beforeEach(() => {
  clock = new HandClock()
  faults.length = 0
  simulator = openSimulator({ journal: memoryJournal(), clock, onFault: (error) => faults.push(error) })
})

async function call(line: string, body?: unknown, headers: Record<string, string> = { authorization }) {
  const [method, target = ''] = line.split(' ')
  const url = new URL(target, 'http://simulator')
  const response = await simulator.handle({
    method: method === 'POST' ? 'POST' : 'GET',
    path: url.pathname,
    query: url.searchParams,
    headers,
    body: body === undefined ? undefined : JSON.stringify(body),
  })
  return { ...response, json: JSON.parse(response.body) }
}

async function refusalOf(line: string, body?: unknown) {
  const { status, json } = await call(line, body)
  return [status, json.errors?.[0].code]
}

const topup = {
  external_id: '0198f0d2-7c1b-7e55-9d4b-3a1f6d0c9e11',
  product_id: 6_101_100,
  auto_confirm: false,
  credit_party_identifier: { mobile_number: '+525512345100' },
  additional_identifier: { purchaser_id: 'term-000123' },
}
const bill = {
  ...topup,
  product_id: 6_301_000,
  calculation_mode: 'DESTINATION_AMOUNT',
  destination: { unit_type: 'CURRENCY', unit: 'MXN', amount: 250 },
  credit_party_identifier: { account_number: '123456789012' },
}

describe('without valid credentials', () => {
  test.each([
    {},
    { authorization: 'Basic c2FuZGJveDo=' },
    { authorization: 'Bearer sandbox' },
  ])('every route is 401: %j', async (headers) => {
    for (const line of ['GET /products', 'POST /async/transactions', 'GET /nowhere']) {
      const { status, json } = await call(line, undefined, headers)
      expect(status).toBe(401)
      expect(json).toEqual({ errors: [{ code: 1_000_401, message: 'Unauthorized' }] })
    }
  })
})

describe('a transaction', () => {
  test('is created with 201, confirmed with 202, and completes later', async () => {
    const created = await call('POST /async/transactions', topup)
    expect(created.status).toBe(201)
    expect(created.json).toMatchObject({
      id: expect.any(Number),
      external_id: topup.external_id,
      creation_date: '2026-03-24T20:05:05.883000000Z',
      confirmation_expiration_date: '2026-03-24T21:05:05.883000000Z',
      confirmation_date: null,
      status: { id: 10_000, message: 'CREATED', class: { id: 1, message: 'CREATED' } },
      operator_reference: null,
      pin: null,
      product: { id: 6_101_100, type: 'FIXED_VALUE_RECHARGE', operator: { name: 'Telcel' } },
      prices: { wholesale: { unit: 'MXN', amount: 94.5, fee: 0 }, retail: { amount: 100 } },
      requested_values: { destination: { unit: 'MXN', amount: 100 } },
      credit_party_identifier: { mobile_number: '+525512345100' },
      additional_identifier: { purchaser_id: 'term-000123' },
    })
    const { id } = created.json
    const confirmed = await call(`POST /async/transactions/${id}/confirm`)
    expect(confirmed.status).toBe(202)
    expect(confirmed.json.status).toEqual({
      id: 20_000,
      message: 'CONFIRMED',
      class: { id: 2, message: 'CONFIRMED' },
    })
    expect((await call(`GET /transactions/${id}`)).json.status.message).toBe('SUBMITTED')
    clock.pass(3_000)
    const completed = await call(`GET /transactions/${id}`)
    expect(completed.json.status.class).toEqual({ id: 7, message: 'COMPLETED' })
    expect(completed.json.operator_reference).toMatch(/^\d{10}$/)
    expect((await call(`GET /transactions?external_id=${topup.external_id}`)).json).toEqual([completed.json])
  })

  test('confirms itself when asked to', async () => {
    const created = await call('POST /sync/transactions', { ...topup, auto_confirm: true })
    expect(created.json.status.class.message).toBe('CONFIRMED')
  })

  test('is refused with the provider’s errors', async () => {
    const to = 'POST /async/transactions'
    expect(await refusalOf(to)).toEqual([400, 1_000_400])
    expect(await refusalOf(to, [])).toEqual([400, 1_000_400])
    expect(await refusalOf(to, { ...topup, external_id: ' ' })).toEqual([400, 1_000_400])
    expect(await refusalOf(to, { ...topup, external_id: 'x'.repeat(41) })).toEqual([400, 1_000_400])
    expect(await refusalOf(to, { ...topup, product_id: 1 })).toEqual([404, 1_003_001])
    expect(await refusalOf(to, { ...topup, credit_party_identifier: null })).toEqual([400, 1_000_400])
    const noNumber = { credit_party_identifier: { mobile_number: '5512345678' } }
    expect(await refusalOf(to, { ...topup, ...noNumber })).toEqual([400, 1_005_003])
    const noPurchaser = { additional_identifier: { purchaser_id: 'short' } }
    expect(await refusalOf(to, { ...topup, ...noPurchaser })).toEqual([400, 1_000_400])
    expect((await call(to, topup)).status).toBe(201)
    expect(await refusalOf(to, { ...topup, product_id: 6_101_050 })).toEqual([400, 1_007_001])
  })

  test('for a bill needs an amount in pesos within its range', async () => {
    const to = 'POST /async/transactions'
    const paying = (destination: object) => ({
      ...bill,
      destination: { ...bill.destination, ...destination },
    })
    expect(await refusalOf(to, { ...bill, calculation_mode: null })).toEqual([400, 1_000_400])
    expect(await refusalOf(to, paying({ unit: 'USD' }))).toEqual([400, 1_003_003])
    for (const amount of [9.99, 10_000.01, 250.5, 250.001]) {
      expect(await refusalOf(to, paying({ amount }))).toEqual([400, 1_003_002])
    }
    expect((await call(to, paying({ amount: 10 }))).status).toBe(201)
  })

  test('follows the rules of confirm and cancel', async () => {
    const { id } = (await call('POST /async/transactions', topup)).json
    expect(await refusalOf('POST /async/transactions/17/confirm')).toEqual([404, 1_008_004])
    expect((await call(`POST /transactions/${id}/cancel`)).status).toBe(202)
    expect(await refusalOf(`POST /transactions/${id}/cancel`)).toEqual([400, 1_007_005])
    expect(await refusalOf(`POST /async/transactions/${id}/confirm`)).toEqual([400, 1_007_005])

    const other = (await call('POST /async/transactions', { ...topup, external_id: 'sale-2' })).json
    await call(`POST /async/transactions/${other.id}/confirm`)
    expect(await refusalOf(`POST /async/transactions/${other.id}/confirm`)).toEqual([400, 1_007_002])
    expect(await refusalOf(`POST /transactions/${other.id}/cancel`)).toEqual([400, 1_007_007])

    const late = (await call('POST /async/transactions', { ...topup, external_id: 'sale-3' })).json
    clock.pass(3_600_000)
    expect(await refusalOf(`POST /async/transactions/${late.id}/confirm`)).toEqual([400, 1_007_004])
    expect((await call(`POST /transactions/${late.id}/cancel`)).json.status.class.id).toBe(4)
  })

  test('can be listed by time and status, a day at most', async () => {
    await call('POST /async/transactions', { ...topup, external_id: 'sale-1' })
    clock.pass(3_600_000)
    const { id } = (await call('POST /async/transactions', { ...topup, external_id: 'sale-2' })).json
    await call(`POST /transactions/${id}/cancel`)
    const idsOf = async (query: string) =>
      (await call(`GET /transactions${query}`)).json.map((one: { external_id: string }) => one.external_id)
    expect(await idsOf('')).toEqual(['sale-2', 'sale-1'])
    expect(await idsOf('?status_id=40000')).toEqual(['sale-2'])
    expect(await idsOf('?from_date=2026-03-24T00:00:00Z&to_date=2026-03-24T20:30:00Z')).toEqual(['sale-1'])
    clock.pass(86_400_000)
    expect(await idsOf('')).toEqual(['sale-2'])
    const tooLong = 'GET /transactions?from_date=2026-03-24T00:00:00Z&to_date=2026-03-25T00:00:01Z'
    expect(await refusalOf(tooLong)).toEqual([400, 1_000_400])
  })
})

describe('lists', () => {
  test('have pages with headers that describe them', async () => {
    const first = await call('GET /products?per_page=40')
    const total = String(simulatedCatalog.length)
    expect(first.headers).toMatchObject({
      'x-total': total,
      'x-total-pages': '3',
      'x-per-page': '40',
      'x-page': '1',
      'x-next-page': '2',
      'content-language': 'es',
    })
    expect(first.headers).not.toHaveProperty('x-prev-page')
    const last = await call('GET /products?per_page=40&page=3')
    expect(last.headers).toMatchObject({ 'x-page': '3', 'x-prev-page': '2' })
    expect(last.headers).not.toHaveProperty('x-next-page')
    expect(first.json.length + last.json.length + 40).toBe(simulatedCatalog.length)
    for (const query of ['per_page=101', 'per_page=0', 'page=0', 'page=x']) {
      expect(await refusalOf(`GET /products?${query}`)).toEqual([400, 1_000_400])
    }
  })

  test('of products can be filtered, and each product retrieved', async () => {
    const bills = (await call('GET /products?type=RANGED_VALUE_PAYMENT&per_page=100')).json
    expect(bills.length).toBeGreaterThan(5)
    expect(new Set(bills.map((one: { service: { id: number } }) => one.service.id))).toEqual(new Set([3]))
    expect((await call('GET /products?country_iso_code=USA')).json).toEqual([])
    expect((await call(`GET /products/${bills[0].id}`)).json).toEqual(bills[0])
    expect(await refusalOf('GET /products/1')).toEqual([404, 1_003_001])
  })

  test('of services, operators and carriers exist', async () => {
    const services = (await call('GET /services')).json
    expect(services.map((one: { id: number }) => one.id)).toEqual([1, 4, 3])
    expect((await call('GET /services/1')).json).toMatchObject({ name: 'Mobile' })
    expect(await refusalOf('GET /services/99')).toEqual([404, 1_005_004])
    expect((await call('GET /operators/6101')).json).toMatchObject({
      name: 'Telcel',
      country: { iso_code: 'MEX' },
    })
    expect(await refusalOf('GET /operators/1')).toEqual([404, 1_005_006])
    const carriers = (await call('POST /lookup/mobile-number', { mobile_number: '+525512345678' })).json
    expect(carriers.filter((one: { identified: boolean }) => one.identified)).toHaveLength(1)
  })
})

test('the balance is the deposits minus what is held and spent', async () => {
  await call('POST /async/transactions', topup)
  expect((await call('GET /balances')).json).toEqual([
    { id: 1, unit_type: 'CURRENCY', unit: 'MXN', available: 999_999_905.5, holding: 94.5, credit_limit: 0 },
  ])
})

test('statements can be looked up if the biller supports it', async () => {
  const ask = 'POST /lookup/statement-inquiry'
  const { json } = await call(ask, { product_id: 6_301_000, account_number: '123456001' })
  expect(json).toEqual([
    {
      reference: '2026-03',
      dates: { due: '2026-04-03', statement: '2026-03-14' },
      balance: { unit_type: 'CURRENCY', unit: 'MXN', amount: expect.any(Number) },
    },
  ])
  expect(await refusalOf(ask, { product_id: 6_306_000, account_number: '1' })).toEqual([400, 1_007_500])
  expect(await refusalOf(ask, { product_id: 1, account_number: '1' })).toEqual([404, 1_003_001])
  expect(await refusalOf(ask, { product_id: 6_301_000 })).toEqual([400, 1_000_400])
})

test('a route that does not exist is 404, also when it is named like a property of every object', async () => {
  for (const line of ['GET /nowhere', 'GET /constructor', 'POST /transactions', 'GET /async/transactions']) {
    expect(await refusalOf(line)).toEqual([404, 1_000_404])
  }
})

test('an internal error is 500 for the caller, and reported with its cause', async () => {
  simulator.engine.create = () => {
    throw new Error('no space left on device')
  }
  expect(await refusalOf('POST /async/transactions', topup)).toEqual([500, 1_009_001])
  expect(faults).toMatchObject([{ message: 'no space left on device' }])
})

test('the catalog has a plausible size, and every id is unique', () => {
  expect(simulatedCatalog.length).toBeGreaterThan(80)
  expect(simulatedCatalog.length).toBeLessThan(130)
  expect(new Set(simulatedCatalog.map(({ id }) => id)).size).toBe(simulatedCatalog.length)
  expect(new Set(simulatedCatalog.map(({ name }) => name)).size).toBe(simulatedCatalog.length)
})
