import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Client, type ClientOptions, createClient } from './client.ts'
import { allItems, items, pages } from './paging.ts'
import { answer, isProblem, isUndecided, NoAnswer, ProblemError } from './problem.ts'
import { unansweredKeys } from './unanswered-keys.ts'

/** A server that answers each request in turn, as the test specifies. */
type Act = (request: IncomingMessage, response: ServerResponse) => void
let acts: Act[] = []
let asked: { method: string; url: string; key: string | undefined; authorization: string | undefined }[] = []
let server: Server
let baseUrl: string

beforeAll(async () => {
  server = createServer((request, response) => {
    const { 'idempotency-key': key, authorization } = request.headers
    asked.push({ method: request.method ?? '', url: request.url ?? '', key: key as string, authorization })
    const act = acts.shift() ?? say(500, { code: 'expected_by_nobody' })
    request.resume().on('end', () => act(request, response))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  acts = []
  asked = []
})
afterEach(() => {
  vi.useRealTimers()
})

const say =
  (status: number, body: unknown, headers: Record<string, string> = {}): Act =>
  (_request, response) => {
    const type = status >= 400 ? 'application/problem+json' : 'application/json'
    response.writeHead(status, { 'content-type': type, ...headers }).end(JSON.stringify(body))
  }
const hangUp: Act = (request) => request.socket.destroy()
/** Headers of a success and ten bytes of a hundred, and then what the test does to the connection. */
const breakOff =
  (end: (request: IncomingMessage) => void = hangUp as () => void): Act =>
  (request, response) => {
    response.writeHead(201, { 'content-type': 'application/json', 'content-length': '100' })
    response.write('{"id": "1"', () => end(request))
  }
const busy = (status: number, seconds: number) =>
  say(status, { code: 'overloaded', status }, { 'retry-after': String(seconds) })
const clientWith = (options: Partial<ClientOptions> = {}): Client => createClient({ baseUrl, ...options })
const readMe = (client: Client) => answer(client.GET('/auth/me'))
const order = { storeId: 's', openingFloatCentavos: 0 }
/** From here on no time passes for the client, except where the test says so. */
const stopTime = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
const timeoutMs = 3_600_000
/** Sends requests; the time of the first one is over while its answer is being read. */
const overInFirstAnswer = () => {
  let isFirst = true
  return async (request: Request) => {
    const response = await fetch(request)
    if (isFirst) setImmediate(() => vi.advanceTimersByTime(timeoutMs))
    isFirst = false
    return response
  }
}

test('a read is retried after a network error and after 503, once Retry-After has passed', async () => {
  acts = [hangUp, busy(503, 2), say(200, { account: 'me' })]
  const startedAt = Date.now()
  expect(await readMe(clientWith())).toEqual({ account: 'me' })
  // Without Retry-After it would take a second and a half at most.
  expect(Date.now() - startedAt).toBeGreaterThanOrEqual(2_000)
  expect(asked).toHaveLength(3)
})

test('a command has its key also in a page of plain http://, where crypto.randomUUID does not exist', async () => {
  vi.stubGlobal('crypto', { getRandomValues: (bytes: Uint8Array) => bytes.fill(7) })
  acts = [say(201, {})]
  await answer(clientWith().POST('/pos/shifts', { body: order })).finally(() => vi.unstubAllGlobals())
  expect(asked).toMatchObject([{ key: expect.stringMatching(/^[0-9a-f-]{36}$/) }])
})

test('an API key is sent as the bearer of every request; an empty one, or one together with a token, is refused immediately', async () => {
  acts = [say(200, { items: [] }), say(201, {})]
  const client = clientWith({ apiKey: 'mostrador_sk_example' })
  await answer(client.GET('/pos/stores'))
  await answer(client.POST('/pos/shifts', { body: order }))
  expect(asked.map(({ authorization }) => authorization)).toEqual([
    'Bearer mostrador_sk_example',
    'Bearer mostrador_sk_example',
  ])
  expect(() => clientWith({ apiKey: '' })).toThrow(TypeError)
  expect(() => clientWith({ apiKey: 'mostrador_sk_example', token: 'session' })).toThrow(TypeError)
  expect(asked).toHaveLength(2)
})

test('a request with a key is retried with the same key and body; another request gets another key', async () => {
  const bodies: string[] = []
  const keep =
    (act: Act): Act =>
    (request, response) => {
      bodies.push(String(request.headers['content-length']))
      act(request, response)
    }
  acts = [keep(hangUp), keep(busy(429, 0)), keep(say(201, { id: 1 })), say(201, { id: 2 })]
  const client = clientWith()
  expect(await answer(client.POST('/pos/shifts', { body: order }))).toEqual({ id: 1 })
  await answer(client.POST('/pos/shifts', { body: order }))
  const keys = asked.map(({ key }) => key)
  expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/)
  expect(keys.slice(0, 3)).toEqual([keys[0], keys[0], keys[0]])
  expect(keys[3]).not.toBe(keys[0])
  expect(new Set(bodies)).toEqual(new Set([String(JSON.stringify(order).length)]))
})

test('a request without a success has the same key when it is sent again; with other content it has its own', async () => {
  const client = clientWith({ retries: 0 })
  const open = (body: typeof order) => answer(client.POST('/pos/shifts', { body }))
  acts = [
    hangUp,
    say(502, 'Bad Gateway'),
    say(401, { code: 'unauthenticated' }),
    say(201, {}),
    say(201, {}),
    say(201, {}),
  ]
  await expect(open(order)).rejects.toBeInstanceOf(NoAnswer)
  await expect(open(order)).rejects.toThrow()
  await expect(open(order)).rejects.toThrow()
  await open({ ...order, openingFloatCentavos: 1 })
  await open(order)
  await open(order)
  const [first, second, third, other, last, next] = asked.map(({ key }) => key)
  expect([second, third, last]).toEqual([first, first, first])
  expect(new Set([first, other, next]).size).toBe(3)
})

test('an answer that breaks off after its headers is none: the request is retried with the same key', async () => {
  acts = [breakOff(), breakOff(), say(201, { id: 1 })]
  expect(await answer(clientWith().POST('/pos/shifts', { body: order }))).toEqual({ id: 1 })
  expect(new Set(asked.map(({ key }) => key)).size).toBe(1)
  expect(asked).toHaveLength(3)
})

test.each([
  ['the connection breaks', breakOff(), {}],
  ['the time is over', breakOff(() => {}), { timeoutMs, fetch: overInFirstAnswer() }],
])('when %s in the middle of the last answer, it is NoAnswer, and the same request keeps its key', async (_what, act, options) => {
  stopTime()
  acts = [act, say(201, { id: 1 }), say(201, { id: 2 })]
  const client = clientWith({ retries: 0, ...options })
  const open = () => answer(client.POST('/pos/shifts', { body: order }))
  await expect(open()).rejects.toBeInstanceOf(NoAnswer)
  expect([await open(), await open()]).toEqual([{ id: 1 }, { id: 2 }])
  const [first, again, next] = asked.map(({ key }) => key)
  expect(again).toBe(first)
  expect(next).not.toBe(first)
})

test('a write without a key whose answer breaks off is NoAnswer, and is sent once', async () => {
  acts = [breakOff()]
  const sent = answer(clientWith().POST('/pos/carts', { body: { storeId: 's' } }))
  await expect(sent).rejects.toBeInstanceOf(NoAnswer)
  expect(asked).toHaveLength(1)
})

test('an aborted call is over in the middle of an answer, too', async () => {
  const caller = new AbortController()
  acts = [breakOff(() => caller.abort())]
  const reading = answer(clientWith().GET('/auth/me', { signal: caller.signal }))
  await expect(reading).rejects.toMatchObject({ name: 'AbortError' })
  expect(asked).toHaveLength(1)
})

test('two equal requests that are both lost keep both keys', async () => {
  const client = clientWith({ retries: 0 })
  const open = () => answer(client.POST('/pos/shifts', { body: order }))
  acts = [hangUp, hangUp, say(201, {}), say(201, {})]
  await Promise.allSettled([open(), open()])
  await Promise.all([open(), open()])
  const keys = asked.map(({ key }) => key)
  expect(new Set(keys.slice(0, 2)).size).toBe(2)
  expect(new Set(keys).size).toBe(2)
})

test('a key without a success is remembered for ten minutes, and of a hundred requests', () => {
  let nowMs = 0
  const keys = unansweredKeys(() => nowMs)
  keys.keep('one', 'a')
  nowMs += 599_999
  expect(keys.take('one')).toBe('a')
  expect(keys.take('one')).toBeUndefined()
  keys.keep('one', 'a')
  nowMs += 600_000
  expect(keys.take('one')).toBeUndefined()
  for (let no = 0; no <= 100; no += 1) keys.keep(`${no}`, `key ${no}`)
  expect([keys.take('0'), keys.take('1')]).toEqual([undefined, 'key 1'])
})

test('the caller’s own key is sent unchanged', async () => {
  acts = [say(201, {})]
  await answer(
    clientWith().POST('/pos/shifts', { params: { header: { 'idempotency-key': 'mine-1234' } }, body: order }),
  )
  expect(asked[0]?.key).toBe('mine-1234')
})

test('a write without a key gets none, and is never sent twice', async () => {
  acts = [hangUp, busy(503, 0)]
  const send = () => answer(clientWith().POST('/pos/carts', { body: { storeId: 's' } }))
  await expect(send()).rejects.toBeInstanceOf(NoAnswer)
  await expect(send()).rejects.toMatchObject({ status: 503, retryAfterMs: 0 })
  expect(asked.map(({ key }) => key)).toEqual([undefined, undefined])
})

test('a Retry-After of minutes is not waited for: the caller gets the refusal, and after the last attempt the last answer', async () => {
  acts = [busy(429, 600)]
  await expect(readMe(clientWith())).rejects.toMatchObject({ status: 429, retryAfterMs: 600_000 })
  acts = [busy(503, 0), busy(503, 0), busy(503, 0)]
  await expect(readMe(clientWith())).rejects.toMatchObject({ status: 503 })
  acts = [hangUp]
  await expect(readMe(clientWith({ retries: 0 }))).rejects.toBeInstanceOf(NoAnswer)
  expect(asked).toHaveLength(5)
})

test('a timeout is NoAnswer, and aborting the call ends a wait', async () => {
  stopTime()
  acts = [() => {}, () => {}]
  const unanswered = readMe(clientWith({ timeoutMs, retries: 1 })).catch((error: unknown) => error)
  await expect.poll(() => asked.length).toBe(1)
  vi.advanceTimersByTime(timeoutMs)
  // The pause before the second attempt.
  await expect.poll(() => vi.advanceTimersByTimeAsync(1_000).then(() => asked.length)).toBe(2)
  vi.advanceTimersByTime(timeoutMs)
  expect(await unanswered).toBeInstanceOf(NoAnswer)
  vi.useRealTimers()
  acts = [busy(503, 30)]
  const givesUp = new AbortController()
  const waiting = answer(clientWith().GET('/auth/me', { signal: givesUp.signal }))
  await expect.poll(() => asked.length).toBe(3)
  givesUp.abort()
  await expect(waiting).rejects.toMatchObject({ name: 'AbortError' })
})

test('a problem is thrown with its code, detail and fields; a proxy’s HTML page is NoAnswer', async () => {
  const document = {
    title: 'Fields are wrong',
    code: 'invalid_request',
    detail: 'See errors.',
    requestId: 'r1',
    errors: [{ path: '/name', message: 'is required' }],
  }
  acts = [say(422, document)]
  const refused = await readMe(clientWith()).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(ProblemError)
  expect(refused).toMatchObject({
    status: 422,
    code: 'invalid_request',
    detail: 'See errors.',
    requestId: 'r1',
  })
  expect((refused as ProblemError).fields).toEqual(document.errors)
  expect(isProblem(refused)).toBe(true)
  expect(isProblem(refused, 'invalid_request')).toBe(true)
  expect(isProblem(refused, 'not_found')).toBe(false)
  acts = [(_request, response) => response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>')]
  await expect(readMe(clientWith())).rejects.toBeInstanceOf(NoAnswer)
})

test('a sale that is still running when the retries end is undecided, and the problem has its id', async () => {
  const running = say(409, { code: 'idempotency_key_in_use', saleId: 's1' }, { 'retry-after': '0' })
  const sell = (retries: number) =>
    answer(clientWith({ retries }).POST('/vas/sale', { body: { productId: 'p', reference: '5512345678' } }))
  for (const [retries, given] of [
    [2, [hangUp, running, running]],
    [0, [running]],
  ] as const) {
    acts = [...given]
    const seen = await sell(retries).catch((error: unknown) => error)
    expect(seen).toMatchObject({ code: 'idempotency_key_in_use', extras: { saleId: 's1' } })
    expect(isUndecided(seen)).toBe(true)
  }
})

const suspended = say(403, { code: 'merchant_suspended' })
test.each([
  ['a lost attempt', [hangUp, suspended], 403],
  ['a failed attempt', [busy(503, 0), say(404, { code: 'not_found' })], 404],
  ['an attempt that is still running', [say(409, { code: 'idempotency_key_in_use' }), suspended], 403],
  ['a lost and a rate-limited attempt', [hangUp, busy(429, 0), say(401, { code: 'unauthenticated' })], 401],
])('when access is refused after %s, the outcome is open, and the same request keeps its key', async (_what, given, status) => {
  acts = [...given, say(201, { id: 1 })]
  const client = clientWith()
  const open = () => answer(client.POST('/pos/shifts', { body: order }))
  const error = await open().catch((caught: unknown) => caught)
  expect(error).toBeInstanceOf(NoAnswer)
  expect(error).toMatchObject({ cause: { name: 'ProblemError', status } })
  expect(asked).toHaveLength(given.length)
  await open()
  expect(new Set(asked.map(({ key }) => key)).size).toBe(1)
})

test('a refusal of access is thrown as it is for a first attempt, after 429, and for a read', async () => {
  const open = () => answer(clientWith().POST('/pos/shifts', { body: order }))
  acts = [suspended]
  await expect(open()).rejects.toMatchObject({ code: 'merchant_suspended' })
  acts = [busy(429, 0), suspended]
  await expect(open()).rejects.toMatchObject({ code: 'merchant_suspended' })
  acts = [hangUp, suspended]
  await expect(readMe(clientWith())).rejects.toMatchObject({ code: 'merchant_suspended' })
})

test.each([
  [500, 'internal', true],
  [503, 'overloaded', true],
  [503, 'aggregator_unavailable', false],
  [429, 'too_many_requests', true],
  [401, 'unauthenticated', true],
  [409, 'idempotency_key_in_use', true],
  [409, 'cart_changed', false],
  [422, 'invalid_request', false],
  [404, 'not_found', false],
])('after %i %s the outcome is open: %s', (status, code, isOpen) => {
  expect(isUndecided(new ProblemError(status, { code }))).toBe(isOpen)
})

test.each([
  ['no answer', true, new NoAnswer('No answer from the server.')],
  ['an aborted call', true, new DOMException('This operation was aborted', 'AbortError')],
  ['a fault of the program itself', false, new TypeError('Cannot read properties of undefined')],
])('after %s the outcome of a request is open: %s', (_what, isOpen, error) => {
  expect(isUndecided(error)).toBe(isOpen)
})

test('a success that cannot be read, such as the sign-in page of a network, is NoAnswer', async () => {
  const page: Act = (_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>')
  const sized: Act = (_request, response) => response.writeHead(200, { 'content-length': '4' }).end('<h1>')
  acts = [page, sized]
  for (let no = 0; no < 2; no += 1) await expect(readMe(clientWith())).rejects.toBeInstanceOf(NoAnswer)
})

test('a command that a page of the network answered keeps its key', async () => {
  acts = [
    (_request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>'),
    say(201, { id: 1 }),
  ]
  const client = clientWith()
  const open = () => answer(client.POST('/pos/shifts', { body: order }))
  await expect(open()).rejects.toBeInstanceOf(NoAnswer)
  expect(await open()).toEqual({ id: 1 })
  expect(new Set(asked.map(({ key }) => key)).size).toBe(1)
})

test.each([204, 304])('an answer of %s has no body', async (status) => {
  acts = [(_request, response) => response.writeHead(status, { etag: '"1"' }).end()]
  const { response, data } = await clientWith().GET('/pos/stores')
  expect([response.status, response.headers.get('etag'), data]).toEqual([status, '"1"', undefined])
})

test('an answer of 204 is one also where the browser gives it an empty body', async () => {
  const withBody = () => {
    const response = new Response(null, { status: 204 })
    Object.defineProperty(response, 'body', { value: new Blob([]).stream() })
    return Promise.resolve(response)
  }
  const { response } = await clientWith({ fetch: withBody }).DELETE('/pos/products/{id}', {
    params: { path: { id: 'p' } },
  })
  expect(response.status).toBe(204)
})

test('a file arrives whole and with its name, and is asked for again when it breaks off', async () => {
  const headers = { 'content-type': 'text/csv', 'content-disposition': 'attachment; filename="a.csv"' }
  acts = [breakOff(), (_request, response) => response.writeHead(200, headers).end('a;b\n1;2\n')]
  const { data, response } = await clientWith().GET('/pos/sales_orders/export', { parseAs: 'blob' })
  expect(await data?.text()).toBe('a;b\n1;2\n')
  expect(response.headers.get('content-disposition')).toContain('a.csv')
  expect(asked).toHaveLength(2)
})

test('an event stream is read as it arrives, for longer than a timeout', async () => {
  stopTime()
  let stream: ServerResponse | undefined
  acts = [
    (_request, response) => {
      stream = response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' })
      stream.write('event: ready\n\n')
    },
  ]
  const { data } = await clientWith({ timeoutMs }).GET('/events', { parseAs: 'stream' })
  const reader = (data as ReadableStream<BufferSource>).pipeThrough(new TextDecoderStream()).getReader()
  expect((await reader.read()).value).toBe('event: ready\n\n')
  vi.advanceTimersByTime(2 * timeoutMs)
  stream?.end('data: {}\n\n')
  expect((await reader.read()).value).toBe('data: {}\n\n')
})

test('each request asks for its token, and sends no Authorization header without one', async () => {
  acts = [say(200, {}), say(200, {}), say(200, {})]
  let no = 0
  const client = clientWith({ token: async () => `token-${++no}` })
  await readMe(client)
  await readMe(client)
  await readMe(clientWith())
  expect(asked.map(({ authorization }) => authorization)).toEqual([
    'Bearer token-1',
    'Bearer token-2',
    undefined,
  ])
})

test('pages are fetched one at a time, only when needed', async () => {
  const page = (names: string[], nextCursor: string | null) => say(200, { items: names, nextCursor })
  const client = clientWith()
  const load = (place: { cursor?: string }) =>
    client.GET('/pos/products', { params: { query: { ...place, limit: 2 } } })
  acts = [page(['a', 'b'], 'c1'), page(['c'], null)]
  expect(await allItems(load)).toEqual(['a', 'b', 'c'])
  expect(asked.map(({ url }) => url)).toEqual(['/pos/products?limit=2', '/pos/products?cursor=c1&limit=2'])
  acts = [page(['a', 'b'], 'c1')]
  for await (const item of items(load)) if ((item as unknown) === 'b') break
  expect(asked).toHaveLength(3)
  acts = [page([], 'c1'), say(409, { code: 'resync_required' })]
  const read: unknown[] = []
  const all = async () => {
    for await (const { items: found } of pages(load)) read.push(found)
  }
  await expect(all()).rejects.toMatchObject({ code: 'resync_required' })
  expect(read).toEqual([[]])
})
