import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { atServerTime } from './server-alarm.ts'
import { serverClock } from './server-clock.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 })
})
afterEach(() => vi.useRealTimers())

const minutesMs = 60_000

test('a time of the server is told once, when it comes', () => {
  const tell = vi.fn()
  atServerTime(Date.now() + 15 * minutesMs, tell)
  vi.advanceTimersByTime(15 * minutesMs - 1)
  expect(tell).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(tell).toHaveBeenCalledOnce()
  vi.advanceTimersByTime(60 * minutesMs)
  expect(tell).toHaveBeenCalledOnce()
})

test('a time that has passed is told at once, and one that was called off never', () => {
  const [past, left] = [vi.fn(), vi.fn()]
  atServerTime(Date.now() - 1, past)
  const callOff = atServerTime(Date.now() + minutesMs, left)
  vi.advanceTimersByTime(1)
  expect(past).toHaveBeenCalledOnce()
  callOff()
  vi.advanceTimersByTime(60 * minutesMs)
  expect(left).not.toHaveBeenCalled()
})

test('a device whose clock is an hour off is told by the server’s clock', async () => {
  const tell = vi.fn()
  const hourMs = 60 * minutesMs
  const date = new Date(Date.now() + hourMs).toUTCString()
  atServerTime(Date.now() + hourMs + 2 * minutesMs, tell)
  await serverClock.timed(() => Promise.resolve(new Response(null, { headers: { date } })))({} as Request)
  vi.advanceTimersByTime(minutesMs)
  expect(tell).not.toHaveBeenCalled()
  vi.advanceTimersByTime(2 * minutesMs)
  expect(tell).toHaveBeenCalledOnce()
})
