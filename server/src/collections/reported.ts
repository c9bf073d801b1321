import { sql } from '../database/sql.ts'
import type { Tx } from '../database/tx.ts'
import type { Scope } from './scope.ts'

type Place = Scope['places'][number]

/** Those of the stores whose complete figures, costs included, the caller may read: a cashier sees prices only. */
export function reportedPlaces(tx: Tx<never>, places: readonly Place[]): Promise<Place[]> {
  return tx.rows(sql<Place>`
    select p.merchant_id as "merchantId", p.store_id as "storeId"
      from unnest(${places.map(({ merchantId }) => merchantId)}::uuid[], ${places.map(({ storeId }) => storeId)}::uuid[]) p (merchant_id, store_id)
     where authz.set_of(p.merchant_id, p.store_id, 'reporting') = any ((select app.readable_sets())::int[])`)
}

/** Their ids. */
export async function reportedStores(
  tx: Tx<never>,
  { places }: Pick<Scope, 'places'>,
): Promise<ReadonlySet<string>> {
  const reported = await reportedPlaces(tx, places)
  return new Set(reported.map(({ storeId }) => storeId))
}
