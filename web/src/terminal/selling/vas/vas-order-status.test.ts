import type { VasProduct } from '@mostrador/client'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { VasOrder } from '../orders/order.ts'
import type { VasOrderStatus } from './vas-order-status.ts'

interface Answer {
  status: number
  body?: unknown
  headers?: Record<string, string>
}

const problem = (status: number, code: string, extras: object = {}, headers = {}): Answer => ({
  status,
  body: { type: `/docs/problems#${code}`, title: code, status, code, requestId: 'r', ...extras },
  headers: { 'content-type': 'application/problem+json', ...headers },
})
const sale = {
  id: 'v1',
  product: { id: 'x100' },
  reference: '5512345600',
  createdAt: new Date(1_000_500).toISOString(),
  outcome: { variant: 'PENDING' },
}
const list = (...items: object[]): Answer => ({ status: 200, body: { items, nextCursor: null } })

/** The server's answers by method and path, and the requests in order. */
let answers: Record<string, Answer | 'hang up'>
let heard: { call: string; key: string | null }[]
let asked: { query: string; body: unknown; prefer: string | null }[]
let vasOrderStatus: (open: VasOrder, nowMs: number, onSending: () => Promise<void>) => Promise<VasOrderStatus>

beforeAll(async () => {
  vi.stubGlobal('location', { origin: 'http://till.test' })
  vi.stubGlobal('fetch', async (request: Request) => {
    const { pathname, search } = new URL(request.url)
    const call = `${request.method} ${pathname}`
    heard.push({ call, key: request.headers.get('idempotency-key') })
    const body = request.method === 'POST' ? await request.clone().json() : null
    asked.push({ query: search, body, prefer: request.headers.get('prefer') })
    const answer = answers[call]
    if (answer === undefined || answer === 'hang up') throw new TypeError('fetch failed')
    const { status, headers } = answer
    const text = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body)
    return new Response(text, { status, headers: { 'content-type': 'application/json', ...headers } })
  })
  vasOrderStatus = (await import('./vas-order-status.ts')).vasOrderStatus
})
afterAll(() => vi.unstubAllGlobals())
beforeEach(() => {
  answers = { 'GET /auth/me': { status: 200, body: { account: { id: 'a1' } } } }
  heard = []
  asked = []
})

const open: VasOrder = {
  key: 'k1',
  kind: 'airtime',
  state: 'SENT',
  accountId: 'a1',
  terms: {
    storeId: 's1',
    terminalId: null,
    product: {
      id: 'x100',
      kind: 'airtime',
      amountCentavos: 10_000,
      provider: { name: 'Telcel' },
    } as VasProduct,
    reference: '5512345600',
    amountCentavos: 10_000,
    quote: null,
    payment: { method: 'CASH', tenderedCentavos: null },
    repeats: null,
  },
  openedAtMs: 1_000_000,
  sentAtMs: null,
  saleId: null,
  isParked: false,
}
const sentOnce: VasOrder = { ...open, sentAtMs: 1_000_000 }
const soonMs = 1_010_000
const lateMs = 1_000_000 + 180_000

async function ask(order: VasOrder, nowMs = soonMs): Promise<VasOrderStatus & { wasSent: boolean }> {
  let wasSent = false
  const status = await vasOrderStatus(order, nowMs, async () => {
    wasSent = true
  })
  return { ...status, wasSent }
}

describe('a recent order', () => {
  test('is sent under its key', async () => {
    answers['POST /vas/sale'] = { status: 202, body: sale, headers: { 'retry-after': '2' } }
    expect(await ask(open)).toMatchObject({
      kind: 'sale',
      sale: { id: 'v1' },
      retryAfterMs: 2000,
      wasSent: true,
    })
    expect(heard).toEqual([{ call: 'POST /vas/sale', key: 'k1' }])
    expect(asked[0]?.prefer).toBe('wait=8')
  })

  test('is sent with the total that was shown, and an order of an older till as it was written down', async () => {
    answers['POST /vas/sale'] = { status: 201, body: sale }
    await ask({ ...open, terms: { ...open.terms, totalCentavos: 11_000 } })
    await ask(open)
    expect(asked.map(({ body }) => body)).toEqual([
      expect.objectContaining({ productId: 'x100', totalCentavos: 11_000 }),
      { storeId: 's1', productId: 'x100', reference: '5512345600', payment: { method: 'CASH' } },
    ])
  })

  test('is sent again for two minutes', async () => {
    answers['POST /vas/sale'] = { status: 201, body: sale }
    expect(await ask(sentOnce, open.openedAtMs + 120_000)).toMatchObject({ kind: 'sale' })
  })

  test('is looked up by its sale while its first request still runs', async () => {
    answers['POST /vas/sale'] = problem(409, 'idempotency_key_in_use', { saleId: 'v1' })
    expect(await ask(sentOnce)).toMatchObject({ kind: 'known', saleId: 'v1' })
  })

  test('stays unknown while its first request runs without a sale', async () => {
    answers['POST /vas/sale'] = problem(409, 'idempotency_key_in_use')
    expect((await ask(sentOnce)).kind).toBe('unknown')
  })

  test.each([
    [402, 'insufficient_funds'],
    [403, 'merchant_suspended'],
    [404, 'not_found'],
    [422, 'reference_invalid'],
    [503, 'aggregator_unavailable'],
  ])('refused at the first attempt with %i %s was not attempted', async (status, code) => {
    answers['POST /vas/sale'] = problem(status, code)
    expect(await ask(open)).toMatchObject({ kind: 'refused', refusal: { code } })
  })

  test('reports the earlier sale when it is a suspected duplicate', async () => {
    const earlier = { saleId: 'v0', folio: 'V-000001', status: 'COMPLETED' }
    answers['POST /vas/sale'] = problem(409, 'duplicate_suspected', earlier)
    expect(await ask(open)).toMatchObject({ kind: 'refused', refusal: { earlier } })
  })

  test.each([
    ['another refusal names a sale', 'shift_closed', { saleId: 'v0' }],
    ['a suspected duplicate names none', 'duplicate_suspected', {}],
  ])('reports no earlier sale when %s', async (_when, code, extras) => {
    answers['POST /vas/sale'] = problem(409, code, extras)
    expect(await ask(open)).toMatchObject({ kind: 'refused', refusal: { code, earlier: null } })
  })

  test('says why it was refused, in the words of the server', async () => {
    answers['POST /vas/sale'] = problem(422, 'reference_invalid', { detail: 'Ten digits.' })
    expect(await ask(open)).toMatchObject({ refusal: { detail: 'Ten digits.' } })
  })

  test.each([
    ['vas.cashier_hour_max_sales', 'cashier'],
    ['vas.store_day_max_centavos', 'store'],
    ['vas.reference_day_max_sales', 'reference'],
  ])('refused because of %s names whose limit it is, and when it ends', async (limit, of) => {
    const againAt = '2026-11-28T18:00:00Z'
    answers['POST /vas/sale'] = problem(403, 'velocity_exceeded', { limit, againAt })
    expect(await ask(open)).toMatchObject({ refusal: { limit: { of, againAt } } })
    answers['POST /vas/sale'] = problem(403, 'velocity_exceeded', { limit })
    expect(await ask(open)).toMatchObject({ refusal: { limit: { of, againAt: null } } })
  })

  test.each([
    ['another refusal', 'forbidden', 'vas.store_day_max_sales'],
    ['a limit that this till does not know', 'velocity_exceeded', 'cash.day_max_centavos'],
  ])('names no limit for %s', async (_what, code, limit) => {
    answers['POST /vas/sale'] = problem(403, code, { limit, againAt: '2026-11-28T18:00:00Z' })
    const status = await ask(open)
    expect(status).toMatchObject({ kind: 'refused', refusal: { code } })
    expect(status).not.toHaveProperty('refusal.limit')
  })

  test.each<[string, Answer | 'hang up']>([
    ['nobody answers', 'hang up'],
    ['the server breaks', problem(500, 'internal')],
    ['the server is busy', problem(503, 'overloaded')],
    ['the session has ended', problem(401, 'unauthenticated')],
    ['there were too many requests', problem(429, 'too_many_requests')],
    ['the key was seen with another body', problem(422, 'idempotency_key_reused')],
    ['a proxy speaks', { status: 404, body: '<html></html>', headers: { 'content-type': 'text/html' } }],
  ])('stays unknown while %s', async (_when, answer) => {
    answers['POST /vas/sale'] = answer
    expect((await ask(open)).kind).toBe('unknown')
  })

  test('waits as long as the server says', async () => {
    answers['POST /vas/sale'] = problem(503, 'overloaded', {}, { 'retry-after': '7' })
    expect(await ask(open)).toMatchObject({ kind: 'unknown', retryAfterMs: 7000 })
  })
})

describe('a refusal of a later attempt', () => {
  beforeEach(() => {
    answers['POST /vas/sale'] = problem(403, 'merchant_suspended')
  })

  test('does not hide a sale made by an earlier attempt', async () => {
    answers['GET /vas/sales'] = list(sale)
    expect(await ask(sentOnce)).toMatchObject({ kind: 'known', saleId: 'v1' })
  })

  test('stands when there is no such sale, once the earlier attempt cannot arrive any more', async () => {
    answers['GET /vas/sales'] = list()
    const sentAtMs = 1_000_000
    expect(await ask({ ...sentOnce, sentAtMs }, sentAtMs + 44_999)).toMatchObject({
      kind: 'unknown',
      retryAfterMs: 45_000,
    })
    expect(await ask({ ...sentOnce, sentAtMs }, sentAtMs + 45_000)).toMatchObject({
      kind: 'refused',
      refusal: { code: 'merchant_suspended' },
    })
  })

  test('proves nothing while the sales cannot be read', async () => {
    answers['GET /vas/sales'] = problem(403, 'merchant_suspended')
    expect((await ask(sentOnce)).kind).toBe('unknown')
  })
})

describe('an old order', () => {
  test('is looked up and never sent', async () => {
    answers['GET /vas/sales'] = list(sale)
    expect(await ask(sentOnce, lateMs)).toMatchObject({ kind: 'known', saleId: 'v1', wasSent: false })
    expect(heard.map(({ call }) => call)).toEqual(['GET /auth/me', 'GET /vas/sales'])
  })

  test('was never sold when its key made no sale', async () => {
    answers['GET /vas/sales'] = list()
    expect(await ask(sentOnce, lateMs)).toMatchObject({ kind: 'refused', refusal: { code: 'never_sent' } })
    expect(new URLSearchParams(asked.at(-1)?.query).get('idempotencyKey')).toBe('k1')
  })

  test('is left to a person when it is older than the server keeps keys', async () => {
    answers['GET /vas/sales'] = list()
    const later = (days: number) => ask(sentOnce, 1_000_000 + days * 24 * 60 * 60_000)
    expect(await later(28.99)).toMatchObject({ refusal: { code: 'never_sent' } })
    expect(await later(29)).toMatchObject({ refusal: { code: 'too_old' } })
  })

  test('is not judged while its last request may still arrive', async () => {
    expect((await ask({ ...sentOnce, sentAtMs: lateMs - 10_000 }, lateMs)).kind).toBe('unknown')
    expect(heard.map(({ call }) => call)).toEqual(['GET /auth/me'])
  })
})

describe('while somebody else is signed in on the device', () => {
  test.each([
    ['is not sent again', soonMs],
    ['is not judged by their sales', lateMs],
  ])('an order %s', async (_what, nowMs) => {
    answers = {
      'GET /auth/me': { status: 200, body: { account: { id: 'a2' } } },
      'POST /vas/sale': { status: 201, body: sale },
      'GET /vas/sales': list(),
    }
    expect(await ask(sentOnce, nowMs)).toMatchObject({ kind: 'unknown', wasSent: false })
    expect(heard.map(({ call }) => call)).toEqual(['GET /auth/me'])
  })
})

test.each([
  ['on the screen', false],
  ['that is parked', true],
])('looks up a known sale %s by its id alone', async (_where, isParked) => {
  answers['GET /vas/sale/v1'] = { status: 200, body: { ...sale, outcome: { variant: 'APPROVED' } } }
  const known = { ...sentOnce, saleId: 'v1', isParked }
  expect(await ask(known, lateMs)).toMatchObject({ kind: 'sale', sale: { id: 'v1' } })
  expect(heard.map(({ call }) => call)).toEqual(['GET /vas/sale/v1'])
})

describe('the request', () => {
  const sent = async (order: Partial<VasOrder['terms']>) => {
    answers['POST /vas/sale'] = { status: 201, body: sale }
    await ask({ ...open, terms: { ...open.terms, ...order } })
    return asked.at(-1)?.body
  }
  const payment = { method: 'CASH' }

  test('of a top-up contains its number', async () => {
    expect(await sent({})).toEqual({ storeId: 's1', productId: 'x100', reference: '5512345600', payment })
  })

  test('of a bill contains its amount and its quote', async () => {
    const product = { ...open.terms.product, kind: 'service', amountCentavos: null } as VasProduct
    const quote = { id: 'q1', statementReference: '2026-11' }
    const bill = { product, reference: '123456789012', amountCentavos: 35_000 }
    expect(await sent({ ...bill, quote })).toEqual({
      storeId: 's1',
      productId: 'x100',
      reference: '123456789012',
      amountCentavos: 35_000,
      quoteId: 'q1',
      statementReference: '2026-11',
      payment,
    })
    expect(await sent(bill)).not.toHaveProperty('quoteId')
  })

  test('contains the terminal, what the customer gave, and that it is repeated on purpose', async () => {
    const given = { method: 'CASH' as const, tenderedCentavos: 20_000 }
    expect(await sent({ terminalId: 't1', payment: given, repeats: 'v0' })).toMatchObject({
      terminalId: 't1',
      payment: given,
      confirmDuplicate: true,
    })
  })

  test('of a PIN contains the product alone', async () => {
    const product = { ...open.terms.product, kind: 'pin' } as VasProduct
    expect(await sent({ product, reference: null })).toEqual({ storeId: 's1', productId: 'x100', payment })
  })
})

describe('a parked PIN', () => {
  const product = { ...open.terms.product, kind: 'pin' } as VasProduct
  const parked: VasOrder = {
    ...sentOnce,
    saleId: 'v1',
    isParked: true,
    kind: 'pin',
    terms: { ...open.terms, product },
  }

  test.each([
    ['known while its sale is pending', [{ ...sale, id: 'v2' }, sale], 'known'],
    ['ready when it is pending no more', [{ ...sale, id: 'v2' }], 'ready'],
  ])('is %s, and the sale that would show it is not asked for', async (_when, items, kind) => {
    answers['GET /vas/sales'] = list(...items)
    expect(await ask(parked)).toMatchObject({ kind, saleId: 'v1' })
    expect(heard.map(({ call }) => call)).toEqual(['GET /vas/sales'])
    expect(new URLSearchParams(asked[0]?.query).get('status')).toBe('PENDING')
  })

  test('is known while more sales are pending than are listed', async () => {
    answers['GET /vas/sales'] = { status: 200, body: { items: [], nextCursor: 'more' } }
    expect(await ask(parked)).toMatchObject({ kind: 'known', saleId: 'v1' })
  })

  test('is read once somebody opens it', async () => {
    answers['GET /vas/sale/v1'] = { status: 200, body: { ...sale, outcome: { variant: 'APPROVED_PIN' } } }
    expect(await ask({ ...parked, isParked: false })).toMatchObject({ kind: 'sale' })
  })
})
