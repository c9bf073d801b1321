import type { Grant } from '../../authorization/grant.ts'
import { byId, pageOf } from '../../collections/page.ts'
import type { Database } from '../../database/database.ts'
import * as queries from './queries.ts'
import type { Decision } from './schema.ts'

export type ReviewsService = ReturnType<typeof reviewsService>

/**
 * The queue of sales that only a person can end: no final answer in time, or a contradictory one. A decision
 * is a transition like any other, audited with its reason. Owns no table; reads and decides through functions
 * of the sale.
 */
export function reviewsService({ database }: { database: Database }) {
  /** Newest first. @throws Problem `invalid_cursor` */
  const reviews = (
    grant: Grant<'platform:operator'>,
    query: { limit: number; cursor?: string | undefined },
  ) =>
    database.read(grant, (tx) =>
      pageOf(tx, { list: 'reviews', narrowedBy: [], ...query }, byId, (range) => queries.reviews(tx, range)),
    )

  /** @throws Problem `not_found` · `invalid_transition` (nothing to decide, or not this way) */
  const decide = (grant: Grant<'platform:operator'>, id: string, decision: Decision): Promise<void> =>
    database.write(grant, (tx) => queries.decide(tx, id, decision))

  return { reviews, decide }
}
