import { expect, onTestFinished, test, vi } from 'vitest'
import { HandClock } from '../../../test/hand-clock.ts'
import type { Aggregator, ProviderAnswer } from '../../vas/sales/aggregator.ts'
import { systemClock } from '../clock/clock.ts'
import { withBreaker } from './breaker.ts'
import { sandboxAggregator } from './sandbox.ts'

const silence: ProviderAnswer = { kind: 'unknown', cause: 'no answer' }

function broken() {
  let nowMs = 0
  const sandbox = sandboxAggregator({ clock: new HandClock() })
  let isSilent = true
  const inner: Aggregator = {
    ...sandbox,
    find: async (query) => (isSilent ? silence : sandbox.find(query)),
  }
  const aggregator = withBreaker(inner, { nowMs: () => nowMs, tolerated: 3, coolMs: 10_000 })
  const ask = () => aggregator.find({ externalId: 'nothing' })
  const heal = () => {
    isSilent = false
  }
  const pass = (ms: number) => {
    nowMs += ms
  }
  return { aggregator, pass, ask, heal }
}

test('a few missing answers are tolerated; more consecutive ones open it', async () => {
  const { aggregator, ask } = broken()
  expect(aggregator.health?.()).toBe('UP')
  await ask()
  await ask()
  expect(aggregator.health?.()).toBe('DEGRADED')
  await ask()
  expect(aggregator.health?.()).toBe('DOWN')
})

test('after a pause one request may try again, and the next missing answer opens it immediately', async () => {
  const { aggregator, pass, ask } = broken()
  for (let n = 0; n < 3; n++) await ask()
  pass(10_000)
  expect(aggregator.health?.()).toBe('DEGRADED')
  await ask()
  expect(aggregator.health?.()).toBe('DOWN')
})

test('sales are not refused for longer when the clock of the machine is set back by a day', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const silent: Aggregator = { ...sandboxAggregator({ clock: systemClock }), find: async () => silence }
  const aggregator = withBreaker(silent, { tolerated: 1, coolMs: 10_000 })
  await aggregator.find({ externalId: 'nothing' })
  expect(aggregator.health?.()).toBe('DOWN')
  vi.setSystemTime(Date.now() - 86_400_000)
  vi.advanceTimersByTime(10_000)
  expect(aggregator.health?.()).toBe('DEGRADED')
})

test('the first answer closes it, whether success or refusal', async () => {
  const { aggregator, ask, heal } = broken()
  for (let n = 0; n < 3; n++) await ask()
  heal()
  expect((await ask()).kind).toBe('absent')
  expect(aggregator.health?.()).toBe('UP')
})
