import type { Logger } from 'pino'
import { orLogged } from '../jobs/or-logged.ts'

/**
 * A run over all merchants or all stores: one whose rollup fails is logged, and the others are rolled up all the same.
 *
 * @param plural as in "1 of 20 stores were not rolled up"
 */
export function rollupRun(logger: Logger, plural: 'merchants' | 'stores') {
  let [tried, done] = [0, 0]

  /** @param of names it in the log @returns undefined when it failed @throws Problem `database_unavailable`: all would fail */
  const rollUp = <T>(of: object, work: () => Promise<T>): Promise<T | undefined> => {
    tried++
    return orLogged(logger, of, `the days of one of the ${plural} were not rolled up`, async () => {
      const result = await work()
      done++
      return result
    })
  }

  /** How many were rolled up. @throws Error when others failed, so that the run is repeated */
  const finish = (): number => {
    if (done < tried)
      throw new Error(`${tried - done} of ${tried} ${plural} were not rolled up; the log names them`)
    return done
  }

  return { rollUp, finish, done: () => done }
}
