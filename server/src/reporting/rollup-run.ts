import type { Logger } from 'pino'
import { Problem } from '../problem/problem.ts'

/**
 * A run over all merchants or all stores: one whose rollup fails is logged, and the others are rolled up all the same.
 *
 * @param plural as in "1 of 20 stores were not rolled up"
 */
export function rollupRun(logger: Logger, plural: 'merchants' | 'stores') {
  let [done, failed] = [0, 0]

  /** @param of names it in the log @returns undefined when it failed @throws Problem `database_unavailable`: all would fail */
  const rollUp = async <T>(of: object, work: () => Promise<T>): Promise<T | undefined> => {
    try {
      const result = await work()
      done++
      return result
    } catch (error) {
      if (error instanceof Problem && error.code === 'database_unavailable') throw error
      failed++
      logger.warn({ err: error, ...of }, `the days of one of the ${plural} were not rolled up`)
      return undefined
    }
  }

  /** How many were rolled up. @throws Error when others failed, so that the run is repeated */
  const finish = (): number => {
    if (failed > 0)
      throw new Error(`${failed} of ${done + failed} ${plural} were not rolled up; the log names them`)
    return done
  }

  return { rollUp, finish, done: () => done }
}
