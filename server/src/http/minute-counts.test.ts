import { expect, test } from 'vitest'
import { MinuteCounts, mostCallers } from './minute-counts.ts'

function counted(counts: MinuteCounts, caller: string, windowMs = 60_000): { current: number; ttl: number } {
  const found = { current: 0, ttl: 0 }
  counts.incr(caller, (_error, result) => Object.assign(found, result), windowMs, 1)
  return found
}

test('callers are counted separately, and each limit for itself', () => {
  const counts = new MinuteCounts()
  expect([counted(counts, 'one').current, counted(counts, 'one').current]).toEqual([1, 2])
  expect(counted(counts, 'other').current).toBe(1)
  expect(counted(counts.child(), 'one').current).toBe(1)
})

test('a window begins with its first request and ends, and says how long it lasts', () => {
  const counts = new MinuteCounts()
  expect(counted(counts, 'one').ttl).toBe(60_000)
  const later = counted(counts, 'one').ttl
  expect(later).toBeGreaterThan(0)
  expect(later).toBeLessThanOrEqual(60_000)
  expect(counted(counts, 'one', 0)).toEqual({ current: 1, ttl: 0 })
})

test('beyond so many callers the least recently seen one is forgotten', () => {
  const counts = new MinuteCounts()
  for (let no = 0; no < mostCallers; no++) counted(counts, `caller ${no}`)
  expect(counted(counts, 'caller 0').current).toBe(2)
  counted(counts, 'one more')
  expect(counted(counts, 'caller 0').current).toBe(3)
  expect(counted(counts, 'caller 1').current).toBe(1)
})
