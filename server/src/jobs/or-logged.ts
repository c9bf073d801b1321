import type { Logger } from 'pino'
import { Problem } from '../problem/problem.ts'

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
