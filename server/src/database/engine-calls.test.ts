import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { engineCalls } from './engine-calls.ts'
import { outageLog } from './outage-log.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const answeringAfter = (ms: number) => () =>
  new Promise<string>((resolve) => {
    setTimeout(() => resolve('queued'), ms)
  })

test('an engine that waits five seconds for a connection and ten for its statement is busy, not gone', async () => {
  const health = outageLog().of('worker')
  const answered = engineCalls(health)(answeringAfter(15_000))
  await vi.advanceTimersByTimeAsync(15_000)
  expect(await answered).toBe('queued')
  expect(health.latest()).toBeUndefined()
})

test('an engine that does not answer is an outage before its caller gives up after thirty seconds', async () => {
  const health = outageLog().of('worker')
  const answered = engineCalls(health)(answeringAfter(60_000)).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(20_000)
  expect(await answered).toMatchObject({ code: 'database_unavailable' })
  expect(health.latest()).toBe('gone')
})
