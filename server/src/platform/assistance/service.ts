import type { Grant } from '../../authorization/grant.ts'
import type { Database } from '../../database/database.ts'
import * as queries from './queries.ts'
import type { Assistance } from './schema.ts'

export type AssistanceService = ReturnType<typeof assistanceService>

/**
 * What platform staff see of a merchant to help with its theme, terminals and invitations. The help itself is
 * a command of the domain concerned; this only finds the record.
 */
export function assistanceService({ database }: { database: Database }) {
  /** @throws Problem `not_found` */
  const assistance = (grant: Grant<'platform:operator'>, merchantId: string): Promise<Assistance> =>
    database.read(grant, (tx) => queries.assistanceOf(tx, merchantId))

  return { assistance }
}
