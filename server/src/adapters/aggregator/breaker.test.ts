import { expect, test } from 'vitest'
import { HandClock } from '../../../test/hand-clock.ts'
import type { Aggregator, ProviderAnswer } from '../../vas/sales/aggregator.ts'
import { withBreaker } from './breaker.ts'
import { sandboxAggregator } from './sandbox.ts'

const silence: ProviderAnswer = { kind: 'unknown', cause: 'no answer' }

function broken() {
  const clock = new HandClock()
  const sandbox = sandboxAggregator({ clock })
  let isSilent = true
  const inner: Aggregator = {
    ...sandbox,
    find: async (query) => (isSilent ? silence : sandbox.find(query)),
  }
  const aggregator = withBreaker(inner, { clock, tolerated: 3, coolMs: 10_000 })
  const ask = () => aggregator.find({ externalId: 'nothing' })
  const heal = () => {
    isSilent = false
  }
  return { aggregator, clock, ask, heal }
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
  const { aggregator, clock, ask } = broken()
  for (let n = 0; n < 3; n++) await ask()
  clock.pass(10_000)
  expect(aggregator.health?.()).toBe('DEGRADED')
  await ask()
  expect(aggregator.health?.()).toBe('DOWN')
})

test('the first answer closes it, whether success or refusal', async () => {
  const { aggregator, ask, heal } = broken()
  for (let n = 0; n < 3; n++) await ask()
  heal()
  expect((await ask()).kind).toBe('absent')
  expect(aggregator.health?.()).toBe('UP')
})
