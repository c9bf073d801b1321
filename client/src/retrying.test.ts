import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { retrying } from './retrying.ts'

let answers: (() => Response)[]
let sent: { atMs: number; key: string | null; body: string }[]

beforeEach(() => {
  vi.useFakeTimers({ now: 0 })
  vi.spyOn(Math, 'random').mockReturnValue(0)
  answers = []
  sent = []
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const ok = () => new Response(null, { status: 204 })
const lost = (): never => {
  throw new TypeError('fetch failed')
}
const busy = (status: number, retryAfter?: string) => () =>
  new Response(null, { status, headers: retryAfter === undefined ? {} : { 'retry-after': retryAfter } })

const conflict = (code: string, retryAfter?: string) => () =>
  Response.json(
    { code },
    { status: 409, headers: retryAfter === undefined ? {} : { 'retry-after': retryAfter } },
  )

/** Sends a request to a server that gives these answers, then the last one again. */
async function send(retries: number, init: RequestInit = {}): Promise<Response> {
  const sending = retrying(
    async (request) => {
      const { headers } = request
      sent.push({ atMs: Date.now(), key: headers.get('idempotency-key'), body: await request.text() })
      return ((answers.length > 1 ? answers.shift() : answers[0]) ?? ok)()
    },
    { timeoutMs: 1_000_000, retries },
  )
  return sending(new Request('http://till.test/', init))
}
const pausesMs = () => sent.slice(1).map(({ atMs }, at) => atMs - (sent[at]?.atMs ?? 0))

describe('the pauses between attempts', () => {
  test('double from a quarter of a second to at most ten seconds', async () => {
    answers = [lost]
    const sending = send(8).catch((error: unknown) => error)
    await vi.runAllTimersAsync()
    expect(await sending).toBeInstanceOf(TypeError)
    expect(pausesMs()).toEqual([250, 500, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000])
  })

  test('have up to as much again at random, so that tills do not return at once', async () => {
    vi.mocked(Math.random).mockReturnValueOnce(0.5).mockReturnValueOnce(0.1)
    answers = [lost, busy(503), ok]
    const sending = send(2)
    await vi.runAllTimersAsync()
    expect((await sending).status).toBe(204)
    expect(pausesMs()).toEqual([375, 550])
  })

  test('are as long as Retry-After says, in seconds or as a date, shorter and longer ones', async () => {
    answers = [
      busy(503, '7'),
      busy(429, new Date(60_000).toUTCString()),
      busy(503, '60'),
      busy(429, '0'),
      busy(503, 'soon'),
      ok,
    ]
    const sending = send(5)
    await vi.runAllTimersAsync()
    expect((await sending).status).toBe(204)
    expect(pausesMs()).toEqual([7_000, 53_000, 60_000, 0, 4_000])
  })

  test('of more than a minute are not waited for', async () => {
    answers = [busy(503, '61')]
    expect((await send(2)).status).toBe(503)
    expect(sent).toHaveLength(1)
  })
})

test('every attempt has the same key and body', async () => {
  answers = [lost, busy(503), ok]
  const sending = send(2, { method: 'POST', headers: { 'idempotency-key': 'k1' }, body: 'one' })
  await vi.runAllTimersAsync()
  await sending
  expect(sent.map(({ key, body }) => [key, body])).toEqual(Array(3).fill(['k1', 'one']))
})

test.each([
  ['after a busy server', busy(503, '30')],
  ['after a network error', lost],
])('an abort during the pause %s ends it, and nothing more is sent', async (_when, first) => {
  answers = [first, ok]
  const caller = new AbortController()
  const sending = send(2, { signal: caller.signal }).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(100)
  expect(sent).toHaveLength(1)
  caller.abort()
  expect(await sending).toMatchObject({ name: 'AbortError' })
  expect(vi.getTimerCount()).toBe(0)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(sent).toHaveLength(1)
})

test('an abort during an attempt ends it, and nothing more is sent', async () => {
  const caller = new AbortController()
  let sentCount = 0
  const sending = retrying(
    ({ signal }) => {
      sentCount += 1
      return new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error))
      })
    },
    { timeoutMs: 1_000_000, retries: 2 },
  )(new Request('http://till.test/', { signal: caller.signal })).catch((error: unknown) => error)
  caller.abort()
  expect(await sending).toMatchObject({ name: 'AbortError' })
  await vi.advanceTimersByTimeAsync(60_000)
  expect([sentCount, vi.getTimerCount()]).toEqual([1, 0])
})

describe('a request that finds its first attempt still at work', () => {
  const sell = (retries: number) =>
    send(retries, { method: 'POST', headers: { 'idempotency-key': 'k1' }, body: 'one' })
  const running = conflict('idempotency_key_in_use', '2')

  test('is sent again after Retry-After, and gets the answer of the first', async () => {
    answers = [lost, running, ok]
    const sending = sell(2)
    await vi.runAllTimersAsync()
    expect((await sending).status).toBe(204)
    expect(pausesMs()).toEqual([250, 2_000])
  })

  test.each([
    ['when the attempts run out', 2, [lost, running], 3],
    ['to a caller who retries by itself', 0, [running], 1],
  ])('is answered so %s', async (_when, retries, given, attempts) => {
    answers = given
    const sending = sell(retries)
    await vi.runAllTimersAsync()
    const response = await sending
    expect([response.status, await response.json()]).toEqual([409, { code: 'idempotency_key_in_use' }])
    expect(sent).toHaveLength(attempts)
  })
})

test('another conflict is an answer', async () => {
  answers = [conflict('cart_changed')]
  const response = await send(2, { method: 'POST', headers: { 'idempotency-key': 'k1' }, body: 'one' })
  expect([response.status, await response.json()]).toEqual([409, { code: 'cart_changed' }])
  expect(sent).toHaveLength(1)
})
