import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type * as Client from './client.ts'
import { confirmBy } from './confirmation.ts'
import type * as NetworkState from './network-state.ts'

let client: typeof Client
let network: typeof NetworkState
/** Whether the server answers a path; a request without an answer hangs until it is given up. */
let answers: (path: string) => boolean
let asked: string[]

function fetched(request: Request | string, init?: RequestInit): Promise<Response> {
  const path = typeof request === 'string' ? request : new URL(request.url).pathname
  const signal = typeof request === 'string' ? init?.signal : request.signal
  asked.push(path)
  if (answers(path)) return Promise.resolve(Response.json({}))
  return new Promise((_resolve, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason as Error))
  })
}

beforeAll(async () => {
  vi.stubGlobal('location', { origin: 'http://till.test' })
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('fetch', fetched)
  client = await import('./client.ts')
  network = await import('./network-state.ts')
})
afterAll(() => vi.unstubAllGlobals())
beforeEach(() => {
  asked = []
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const over = new AbortController()
    setTimeout(() => over.abort(new DOMException('Not in time', 'TimeoutError')), ms)
    return over.signal
  })
})
afterEach(() => {
  network.noteReached(true)
  vi.restoreAllMocks()
  vi.useRealTimers()
})

/** Sends a request and waits until it is given up. */
async function timeOut(): Promise<void> {
  const sent = client.api.GET('/auth/me').catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await sent).toMatchObject({ name: 'NoAnswer' })
}

describe('a request that gets no answer in time', () => {
  test('means that the network is gone when the server does not say that it is there either', async () => {
    answers = () => false
    await timeOut()
    expect(network.isOnline()).toBe(false)
    expect(asked).toEqual(['/auth/me', '/healthz'])
  })

  test('means nothing when the server says that it is there', async () => {
    answers = (path) => path === '/healthz'
    await timeOut()
    expect(network.isOnline()).toBe(true)
    expect(asked).toEqual(['/auth/me', '/healthz'])
  })

  test('means nothing when another one is answered while the server is asked', async () => {
    answers = () => false
    const sent = client.api.GET('/auth/me').catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(32_000)
    expect(asked).toEqual(['/auth/me', '/healthz'])
    answers = () => true
    await client.api.GET('/auth/me')
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await sent).toMatchObject({ name: 'NoAnswer' })
    expect(network.isOnline()).toBe(true)
  })

  test('and was given up by its screen means nothing, and nothing is asked', async () => {
    answers = () => false
    const screen = new AbortController()
    const sent = client.api.GET('/auth/me', { signal: screen.signal }).catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(1_000)
    screen.abort()
    expect(await sent).toMatchObject({ name: 'AbortError' })
    expect(network.isOnline()).toBe(true)
    expect(asked).toEqual(['/auth/me'])
  })
})

test('a confirmed act that gets no answer in time or is given up means nothing', async () => {
  const stopAsking = confirmBy(() => Promise.resolve(true))
  answers = () => false
  let isConfirmed = false
  vi.stubGlobal('fetch', async (...asking: Parameters<typeof fetched>) => {
    const isFirst = !isConfirmed
    isConfirmed = true
    return isFirst ? Response.json({ code: 'confirmation_required' }, { status: 403 }) : fetched(...asking)
  })
  const body = { storeId: 's', bankAccountId: 'b', amountCentavos: 100 }
  const sent = client.api.POST('/pos/settlements/requests', { body })
  await vi.advanceTimersByTimeAsync(60_000)
  expect((await sent).response.status).toBe(504)
  expect(network.isOnline()).toBe(true)
  const screen = new AbortController()
  isConfirmed = false
  const left = client.api.POST('/pos/settlements/requests', { body, signal: screen.signal })
  await vi.advanceTimersByTimeAsync(1_000)
  screen.abort()
  expect((await left).response.status).toBe(504)
  expect(network.isOnline()).toBe(true)
  expect(asked).toEqual(['/pos/settlements/requests', '/pos/settlements/requests'])
  stopAsking()
  vi.stubGlobal('fetch', fetched)
})

test('while the network is gone, the server is asked one question at a time until it answers', async () => {
  let pendingCount = 0
  let mostPending = 0
  answers = () => false
  const stop = network.watchNetwork()
  network.noteReached(false)
  vi.stubGlobal('fetch', async (...asking: Parameters<typeof fetched>) => {
    pendingCount += 1
    mostPending = Math.max(mostPending, pendingCount)
    return fetched(...asking).finally(() => {
      pendingCount -= 1
    })
  })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked.length).toBeGreaterThan(5)
  expect(mostPending).toBe(1)
  expect(network.isOnline()).toBe(false)
  answers = () => true
  await vi.advanceTimersByTimeAsync(10_000)
  expect(network.isOnline()).toBe(true)
  stop()
  vi.stubGlobal('fetch', fetched)
})
