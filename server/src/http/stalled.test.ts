import type { FastifyReply, FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { Problem } from '../problem/problem.ts'
import { whenStalled } from './stalled.ts'

/** The fates of requests that meet a stalled event loop at these times, in milliseconds. */
async function fates(...timesMs: readonly number[]): Promise<string[]> {
  let now = 0
  const { pressureHandler } = whenStalled(() => now)
  const found: string[] = []
  for (const timeMs of timesMs) {
    now = timeMs
    try {
      await pressureHandler?.(
        {} as FastifyRequest,
        {} as FastifyReply,
        'eventLoopDelay',
        Number.POSITIVE_INFINITY,
      )
      found.push('served')
    } catch (error) {
      expect(error).toBeInstanceOf(Problem)
      expect(error).toMatchObject({ code: 'overloaded', retryAfterSeconds: 2 })
      found.push('refused')
    }
  }
  return found
}

test('what a process that stood still once has waiting is served', async () => {
  expect(await fates(0, 1, 1_000, 1_499)).toEqual(['served', 'served', 'served', 'served'])
})

test('a process that cannot keep up refuses', async () => {
  expect(await fates(0, 1_500, 9_000, 19_000)).toEqual(['served', 'refused', 'refused', 'refused'])
})

test('a stall long after another one is a new one', async () => {
  expect(await fates(0, 10_001, 11_000, 11_501)).toEqual(['served', 'served', 'served', 'refused'])
})
