import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetRefund, storedRefund, storeRefund } from './stored-refund.ts'

const place = { accountId: 'a1', orderId: 'o1' }
const refund = { order: { type: 'REFUND', reason: 'Roto' }, key: 'k1' } as const
const stored = new Map<string, string>()
const storage = {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
  removeItem: (key: string) => void stored.delete(key),
}
beforeEach(() => {
  vi.stubGlobal('localStorage', storage)
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
  stored.clear()
})

const days = (count: number) => count * 86_400_000

test('a refund that is sent a second time stays as it was, and says so', () => {
  expect(storeRefund(place, refund)).toBe(false)
  vi.setSystemTime(Date.now() + days(1))
  expect(storeRefund(place, refund)).toBe(true)
  expect(storedRefund(place)).toEqual({ ...refund, sentAtMs: Date.now() - days(1) })
})

test('is of one person and one sale', () => {
  storeRefund(place, refund)
  expect(storedRefund({ ...place, accountId: 'a2' })).toBeNull()
  expect(storedRefund({ ...place, orderId: 'o2' })).toBeNull()
})

test('is forgotten by its own key alone', () => {
  storeRefund(place, refund)
  forgetRefund(place, { ...refund, key: 'k2' })
  expect(storedRefund(place)).toMatchObject(refund)
  forgetRefund(place, refund)
  expect(storedRefund(place)).toBeNull()
})

test('is not sent again when the server no longer knows its key', () => {
  storeRefund(place, refund)
  vi.setSystemTime(Date.now() + days(29) - 1)
  expect(storedRefund(place)).toMatchObject(refund)
  vi.setSystemTime(Date.now() + 1)
  expect(storedRefund(place)).toBeNull()
})

test.each(['{', '{}', '{"key":"k1","sentAtMs":1}', '7'])('what is not one is ignored: %s', (text) => {
  storeRefund(place, refund)
  for (const name of stored.keys()) stored.set(name, text)
  expect(storedRefund(place)).toBeNull()
})

test('on a device without room the page alone knows of it', () => {
  vi.stubGlobal('localStorage', {
    ...storage,
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError')
    },
  })
  expect(storeRefund(place, refund)).toBe(false)
  expect(storedRefund(place)).toBeNull()
})
