import { type Domain, matrix } from '../authorization/matrix.ts'
import { sql } from '../database/sql.ts'
import type { Tx } from '../database/tx.ts'

/**
 * Drops, for this transaction, the readable permission sets of all other domains. A policy compares each row
 * with all sets, and rows of these domains cannot have the others. Sent in one packet with the list.
 */
export function narrow(tx: Tx<'rows'>, domains: readonly Domain[]): Promise<unknown> {
  return tx.rows(sql`
    select app.set_local('app.readable',
      array(select s from unnest(app.readable_sets()) s
             where s & 15 = any (${domains.map((domain) => matrix[domain].number)}::int[]))::text)`)
}
