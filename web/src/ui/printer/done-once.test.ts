import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { forgetDone, isFirstTime } from './done-once.ts'

const stored = new Map<string, string>()
let isFull: boolean

vi.stubGlobal('localStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => {
    if (isFull) throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
    stored.set(key, value)
  },
})
afterAll(() => vi.unstubAllGlobals())
beforeEach(() => {
  stored.clear()
  isFull = false
})

test('the drawer opens and the ticket is printed once each, also after a reload', async () => {
  expect([isFirstTime('drawer a'), isFirstTime('drawer a'), isFirstTime('ticket a')]).toEqual([
    true,
    false,
    true,
  ])
  vi.resetModules()
  const reloaded = await import('./done-once.ts')
  expect(reloaded.isFirstTime('drawer a')).toBe(false)
})

test('with a full browser storage the drawer still opens and the ticket is printed, once each', () => {
  isFull = true
  expect([isFirstTime('drawer b'), isFirstTime('drawer b'), isFirstTime('ticket b')]).toEqual([
    true,
    false,
    true,
  ])
  isFull = false
  expect([isFirstTime('drawer b'), isFirstTime('drawer c')]).toEqual([false, true])
})

test.each([
  false,
  true,
])('what failed after all is done again, once (with a full browser storage: %s)', (isWithoutRoom) => {
  isFull = isWithoutRoom
  expect([isFirstTime('original a'), isFirstTime('original b')]).toEqual([true, true])
  forgetDone('original a')
  expect([isFirstTime('original a'), isFirstTime('original a'), isFirstTime('original b')]).toEqual([
    true,
    false,
    false,
  ])
})
