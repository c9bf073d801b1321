import { afterAll, beforeAll, expect, test } from 'vitest'
import { patient } from '../server/test/patience.ts'
import { play } from './simulation.ts'
import { openStage } from './stage.ts'

let stage: Awaited<ReturnType<typeof openStage>>
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

test.each(Array.from({ length: 10 }, (_, no) => no + 1))(
  'in the shops of seed %i everything is as the model has it, and settles',
  async (seed) => {
    const { shopDays } = await play(stage, seed, { days: 1, steps: 18 })
    expect(shopDays).toBeGreaterThan(0)
  },
  patient(60_000),
)
