import { type Sql, sql } from '../database/sql.ts'
import type { Scope } from './scope.ts'

/** A store inside a statement about several. */
export interface StorePlace {
  readonly merchantId: Sql
  readonly storeId: Sql
  /** The stores that are read alike, of which this is the one at `position`, from 1. */
  readonly storeIds: readonly string[]
  readonly position: Sql
}

type Place = Scope['places'][number]

/**
 * The rows of several stores together, for a statement that orders all of them: each store is read by itself, along its
 * index. The stores of one merchant are a list in the statement. Those of several merchants are written out one by one: a
 * cluster sends the query of each to the merchant's node, and refuses them as a list.
 *
 * @param rows the query of one store, with an order and a limit if the page has them
 */
export function eachPlace({ places }: Pick<Scope, 'places'>, rows: (place: StorePlace) => Sql): Sql {
  const [first, ...others] = places
  if (
    first !== undefined &&
    others.length > 0 &&
    others.every((place) => place.merchantId === first.merchantId)
  ) {
    const storeIds = places.map(({ storeId }) => storeId)
    return sql`
      select of_store.* from unnest(${storeIds}::uuid[]) with ordinality as place (store_id, position)
       cross join lateral (${rows({
         merchantId: sql`${first.merchantId}`,
         storeId: sql`place.store_id`,
         storeIds,
         position: sql`place.position`,
       })}) of_store`
  }
  return sql.join(
    rounded(places).map(
      ({ merchantId, storeId }) =>
        sql`(${rows({
          merchantId: sql`${merchantId}`,
          storeId: sql`${storeId}`,
          storeIds: [storeId],
          position: sql`1`,
        })})`,
    ),
    sql` union all `,
  )
}

const nowhere = '00000000-0000-0000-0000-000000000000'

/** One, two, four, eight …: so that callers with other numbers of stores share prepared statements. */
function rounded(places: readonly Place[]): readonly Place[] {
  const { merchantId = nowhere } = places[0] ?? {}
  const count = 2 ** Math.ceil(Math.log2(Math.max(places.length, 1)))
  return [...places, ...Array<Place>(count - places.length).fill({ merchantId, storeId: nowhere })]
}
