import type { Grant } from '../../authorization/grant.ts'
import type { Database } from '../../database/database.ts'
import * as queries from './queries.ts'
import type { Assistance } from './schema.ts'

export type AssistanceService = ReturnType<typeof assistanceService>

/**
 * What the platform's staff see of a merchant to help it with its theme, its terminals and its invitations. Each help
 * is an act of the domain that it belongs to; this only finds the right one.
 */
export function assistanceService({ database }: { database: Database }) {
  /** @throws Problem `not_found` */
  const assistance = (grant: Grant<'platform:operator'>, merchantId: string): Promise<Assistance> =>
    database.read(grant, (tx) => queries.assistanceOf(tx, merchantId))

  return { assistance }
}
