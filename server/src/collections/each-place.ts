import { type Sql, sql } from '../database/sql.ts'
import type { Scope } from './scope.ts'

export type StorePlace = Scope['places'][number]

const noStore = '00000000-0000-0000-0000-000000000000'

/**
 * The rows of several stores together, for a statement that orders all of them: each store is read by a query of its own, along
 * its index. Written out store by store and not as a join with a list of them, because a cluster refuses a limit in such a
 * join, and sends a query that names its merchant to the merchant's node.
 *
 * @param rows the query of one store, with an order and a limit if the page has them
 */
export function eachPlace({ places }: Pick<Scope, 'places'>, rows: (place: StorePlace) => Sql): Sql {
  return sql.join(
    rounded(places).map((place) => sql`(${rows(place)})`),
    sql` union all `,
  )
}

/** One, two, four, eight …: so that callers with other numbers of stores share prepared statements. */
function rounded(places: readonly StorePlace[]): readonly StorePlace[] {
  const { merchantId = noStore } = places[0] ?? {}
  const count = 2 ** Math.ceil(Math.log2(Math.max(places.length, 1)))
  return [...places, ...Array<StorePlace>(count - places.length).fill({ merchantId, storeId: noStore })]
}
