import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { browserClaims, type OrderClaims } from './order-claims.ts'

/** The locks that the windows of a browser hold, with repetition. */
let held: string[]

beforeEach(() => {
  held = []
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  vi.stubGlobal('navigator', {
    locks: {
      request: async (name: string, _options: unknown, work: () => Promise<void>) => {
        held.push(name)
        await work()
        held.splice(held.indexOf(name), 1)
      },
      query: async () => ({ held: held.map((name) => ({ name })) }),
    },
  })
  openTab()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** From here on, pages are loaded in a new tab. @param stored what its session storage has */
function openTab(stored = new Map<string, string>()): Map<string, string> {
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  })
  return stored
}

const claimed = async (claims: OrderClaims) => [...(await claims.claimed())].toSorted()

test('what a window works on is claimed in all of them until it is released', async () => {
  const first = browserClaims()
  first.claim('k1')
  first.claim('k2')
  openTab()
  const second = browserClaims()
  expect(await claimed(second)).toEqual(['k1', 'k2'])
  expect(second.hadBefore('k1')).toBe(false)
  first.release('k1')
  await expect.poll(() => claimed(second)).toEqual(['k2'])
})

test('a reloaded window finds what it worked on, also while the browser still keeps its earlier claims', async () => {
  const before = browserClaims()
  for (const key of ['k1', 'k2', 'k3']) before.claim(key)
  before.release('k3')
  const again = browserClaims()
  const found = claimed(again)
  await vi.advanceTimersByTimeAsync(500)
  held.length = 0
  await vi.advanceTimersByTimeAsync(500)
  expect(await found).toEqual([])
  expect(['k1', 'k2', 'k3'].map((key) => again.hadBefore(key))).toEqual([true, true, false])
  again.claim('k1')
  expect(await claimed(again)).toContain('k1')
  const onceMore = browserClaims()
  expect(['k1', 'k2'].map((key) => onceMore.hadBefore(key))).toEqual([true, true])
})

test('a duplicated tab finds what the first one works on claimed, also before that is released there', async () => {
  const stored = openTab()
  const first = browserClaims()
  first.claim('k1')
  openTab(new Map(stored))
  const second = browserClaims()
  const found = claimed(second)
  await vi.advanceTimersByTimeAsync(3_000)
  expect(await found).toEqual(['k1'])
  expect(await claimed(second)).toEqual(['k1'])
  first.release('k1')
  await vi.advanceTimersByTimeAsync(0)
  expect(await claimed(second)).toEqual([])
})

test('without storage and locks each window is on its own', async () => {
  vi.stubGlobal('navigator', {})
  vi.stubGlobal('sessionStorage', undefined)
  const claims = browserClaims()
  claims.claim('k1')
  expect([claims.areShared, await claimed(claims), claims.hadBefore('k1')]).toEqual([false, [], false])
  claims.release('k1')
})
