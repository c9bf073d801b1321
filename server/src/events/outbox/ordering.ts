import type { Database } from '../../database/database.ts'
import * as queries from './queries.ts'

/**
 * Assigns positions to committed events, and lets readers see them. On a cluster the positions that one transaction assigns
 * are confirmed by the next: there the first call assigns, and the second confirms.
 */
export async function orderEvents(database: Database): Promise<queries.Order> {
  const first = await database.worker(queries.order)
  return first.given === first.head ? first : database.worker(queries.order)
}
