import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { markUnattended, signsOfUse } from '../../api/unattended.ts'
import type * as Lock from './lock.ts'
import type * as SharedUse from './shared-use.ts'

const page = new EventTarget()
let lock: typeof Lock
let sharedUse: typeof SharedUse

/** Channels of windows that hear each other at once. */
class FakeChannel {
  static readonly open = new Set<FakeChannel>()
  onmessage: ((event: { data: unknown }) => void) | null = null

  constructor() {
    FakeChannel.open.add(this)
  }

  postMessage(data: unknown) {
    for (const each of FakeChannel.open) if (each !== this) each.onmessage?.({ data })
  }

  close() {
    FakeChannel.open.delete(this)
  }
}

/** How often another window has seen this page used. */
let seenCount: number
let others: ReturnType<typeof SharedUse.watchUse>
let stopSharing: () => void

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] })
  vi.stubGlobal('location', { origin: 'http://till.test' })
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {}, removeItem: () => {} })
  vi.stubGlobal('fetch', async () => new Response(null, { status: 204 }))
  vi.stubGlobal('BroadcastChannel', FakeChannel)
  lock = await import('./lock.ts')
  sharedUse = await import('./shared-use.ts')
  markUnattended(page, () => performance.now())
})
afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

beforeEach(() => {
  stopSharing = sharedUse.shareUse()
  seenCount = 0
  others = sharedUse.watchUse(() => {
    seenCount += 1
  })
  // So that no announcement of the previous test counts.
  pass(60_000)
})
afterEach(() => {
  stopSharing()
  others.stop()
})

const pass = (ms: number) => vi.advanceTimersByTime(ms)
const use = (sign: string = signsOfUse[0]) => page.dispatchEvent(new Event(sign))

test.each(signsOfUse)('other windows see a person’s %s, once a second', (sign) => {
  use(sign)
  use(sign)
  pass(999)
  use(sign)
  expect(seenCount).toBe(1)
  pass(1)
  use(sign)
  expect(seenCount).toBe(2)
})

test('a window says that it is used while its lock is held, each second and when it is asked', () => {
  others.ask()
  expect(seenCount).toBe(0)
  const release = lock.holdLock()
  others.ask()
  expect(seenCount).toBe(1)
  pass(3_000)
  expect(seenCount).toBe(4)
  release()
  others.ask()
  pass(3_000)
  expect(seenCount).toBe(4)
})

test('what holds the lock for a moment is no use: a till reads its cart again by itself', () => {
  lock.holdLock()()
  pass(3_000)
  expect(seenCount).toBe(0)
})

test('a window without a session is not used', () => {
  stopSharing()
  const release = lock.holdLock()
  use()
  pass(3_000)
  others.ask()
  expect(seenCount).toBe(0)
  release()
})

test('what others say is not heard any more after the end', () => {
  others.stop()
  use()
  expect(seenCount).toBe(0)
})
