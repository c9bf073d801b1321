import { appendFile } from 'node:fs/promises'
import { afterAll, beforeAll, test } from 'vitest'
import { type Choice, chosen } from './choice.ts'
import { everySabotage } from './every-sabotage.ts'
import { type Lane, openLane } from './lane.ts'
import { laneCount } from './vitest.config.ts'

const { results, ...choice } = JSON.parse(process.env['MUTANTS'] as string) as Choice & { results: string }
const wanted = chosen(await everySabotage(), choice)

let lanes: readonly Lane[] = []
const free: Lane[] = []
beforeAll(async () => {
  lanes = await Promise.all(Array.from({ length: Math.min(laneCount, wanted.length) }, openLane))
  free.push(...lanes)
})
afterAll(() => Promise.all(lanes.map((lane) => lane.close())))

// As many at once as there are lanes, so one is free.
test.concurrent.each(wanted)('$promise: $breaks ($file)', async (sabotage) => {
  const lane = free.pop() as Lane
  const startedMs = Date.now()
  const found = await lane.try(sabotage).finally(() => free.push(lane))
  const row = { ...sabotage, ...found, seconds: (Date.now() - startedMs) / 1000 }
  await appendFile(results, `${JSON.stringify(row)}\n`)
  if (found.fate !== 'killed' && sabotage.survives === undefined)
    throw new Error(`${found.fate}: ${sabotage.before}\n${found.noticedBy ?? ''}`)
})
