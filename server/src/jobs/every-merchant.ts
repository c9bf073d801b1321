import type { Logger } from 'pino'
import type { Database } from '../database/database.ts'
import { Problem } from '../problem/problem.ts'
import * as queries from './queries.ts'

const merchantsAtOnce = 200

/** The ids of all merchants, in order. They are read in pages, each in a transaction of its own. */
export async function* everyMerchant(database: Database): AsyncGenerator<string> {
  let last: string | undefined
  for (;;) {
    const after = last
    const ids = await database.worker((tx) => queries.merchantsAfter(tx, after, merchantsAtOnce))
    yield* ids
    last = ids.at(-1)
    if (ids.length < merchantsAtOnce) return
  }
}

/**
 * Does one part of a job, such as that of one merchant. A failure is logged, and the job continues with the next one.
 *
 * @param of names the part in the log
 * @param message says in the log what was not done
 * @returns undefined when it failed
 * @throws Problem `database_unavailable`: all the others would fail as well
 */
export async function orLogged<T>(
  logger: Logger,
  of: object,
  message: string,
  work: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Problem && error.code === 'database_unavailable') throw error
    logger.warn({ err: error, ...of }, message)
    return undefined
  }
}
