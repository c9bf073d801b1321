import pg from 'pg'
import { asProblem, LoginRefused, outageOf } from './errors.ts'
import type { LoginLog } from './outage-log.ts'
import { usualConnectTimeoutMs, usualStatementTimeoutMs } from './pool.ts'

/** Longer than the wait for a connection and a statement may take together, and shorter than a caller waits. */
const patienceMs = usualConnectTimeoutMs + usualStatementTimeoutMs + 2_000

/**
 * Asks the engine of durable work, which has connections of its own. Its errors mean what those of a transaction mean; and
 * because it waits for a lost database by itself and without an end, an answer that does not come in time is an outage.
 */
export function engineCalls(health: LoginLog): <T>(ask: () => Promise<T>) => Promise<T> {
  return async (ask) => {
    try {
      const answer = await inTime(ask())
      health.succeeded(false)
      return answer
    } catch (error) {
      const met = isOfLogin(error) ? new LoginRefused(error) : error
      const outage = outageOf(met)
      if (outage !== undefined) health.failed(outage)
      throw asProblem(met)
    }
  }
}

/** Its statements call nothing that would raise an error of class 28; a role that may not connect is found by its function. */
const isOfLogin = (error: unknown): boolean =>
  error instanceof pg.DatabaseError &&
  (error.code?.startsWith('28') === true || error.routine === 'CheckMyDatabase')

function inTime<T>(answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new LoginRefused(new Error('the engine did not answer'))), patienceMs)
  })
  return Promise.race([answer, late]).finally(() => clearTimeout(timer))
}
