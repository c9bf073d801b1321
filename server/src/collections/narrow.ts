import { type Domain, matrix } from '../authorization/matrix.ts'
import { sql } from '../database/sql.ts'
import type { Tx } from '../database/tx.ts'

/**
 * Forgets, for this transaction, the readable sets of every other domain. A policy compares each row that is
 * looked at with all of them, and no row of these domains can carry theirs. Sent in one packet with the list.
 */
export function narrow(tx: Tx<'rows'>, domains: readonly Domain[]): Promise<unknown> {
  return tx.rows(sql`
    select set_config('app.readable',
      array(select s from unnest(app.readable_sets()) s
             where s & 15 = any (${domains.map((domain) => matrix[domain].number)}::int[]))::text, true)`)
}
