import type pg from 'pg'
import { NotMigratable } from './roles.ts'

/**
 * A statement that waits for a table's lock blocks all later statements on that table. So it gives up before a till
 * notices, and its file is tried again.
 */
export const lockTimeoutMs = 1_000
const lockAttempts = 60

/**
 * Runs `work` in a transaction, and repeats it while a table that it needs is in use.
 *
 * @throws NotMigratable when the table is still in use after the last attempt
 */
export async function inTransaction<T>(client: pg.ClientBase, work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    await client.query('begin')
    try {
      const result = await work()
      await client.query('commit')
      return result
    } catch (error) {
      await client.query('rollback')
      const { code = '' } = error as { code?: string }
      if (!busy.has(code)) throw error
      if (attempt === lockAttempts)
        throw new NotMigratable(
          'A table was in use for a minute without a pause. See by whom with: select pid, xact_start, query from ' +
            'pg_stat_activity order by xact_start; then repeat the command, which goes on where it stopped.',
          { cause: error },
        )
      // Statements that waited behind this one run now.
      await new Promise((resolve) => setTimeout(resolve, 100 + Math.random() * 400))
    }
  }
}

/** lock_not_available and deadlock_detected: the transaction was rolled back, and the next attempt may succeed. */
const busy = new Set(['55P03', '40P01'])
