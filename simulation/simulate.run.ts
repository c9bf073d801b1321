import { writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { play } from './simulation.ts'
import { openStage } from './stage.ts'

interface Wanted {
  readonly seed: number
  readonly days: number
  readonly steps: number
  /** How long, seed after seed; absent: one seed. */
  readonly minutes?: number
  /** Prints all that happens. */
  readonly tell?: boolean
  /** The file for the results. */
  readonly results: string
}
// `npm run simulate`: each seed has a product and a database of its own, so that it can be played again alone.
const wanted = JSON.parse(process.env['SIMULATION'] ?? '') as Wanted
const tell = (line: string) => process.stdout.write(`${line}\n`)

test(
  'seed after seed',
  async () => {
    const startedAtMs = Date.now()
    const done = { seeds: 0, shopDays: 0, steps: 0, seconds: 0 }
    const failed: number[] = []
    const isTimeLeft = () => Date.now() - startedAtMs < (wanted.minutes ?? 0) * 60_000
    for (let seed = wanted.seed; seed === wanted.seed || isTimeLeft(); seed++) {
      const stage = await openStage()
      try {
        const { shopDays, steps } = await play({ ...stage, ...(wanted.tell && { hear: tell }) }, seed, wanted)
        done.seeds += 1
        done.shopDays += shopDays
        done.steps += steps
        done.seconds = (Date.now() - startedAtMs) / 1_000
        tell(
          `seed ${seed}: ${shopDays} shop-days; ${done.shopDays} in all, ${(done.steps / done.seconds).toFixed(1)} steps a second`,
        )
        await writeFile(wanted.results, JSON.stringify(done))
      } catch (error) {
        failed.push(seed)
        tell(error instanceof Error ? error.message : String(error))
      } finally {
        await stage.close()
      }
    }
    expect(failed, 'seeds that failed').toEqual([])
  },
  24 * 3_600_000,
)
