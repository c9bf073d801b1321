import type { Grant } from '../../authorization/grant.ts'
import type { Database } from '../../database/database.ts'
import * as queries from './queries.ts'

export type PlacesService = ReturnType<typeof placesService>

/**
 * The places where merchants' rows can be: nodes of a cluster. A new merchant's is chosen by `platform.choose_place`; the
 * registry is changed by `mostrador places`. Owns platform.places.
 */
export function placesService({ database }: { readonly database: Database }) {
  const places = (grant: Grant<'platform:admin'>) =>
    database.read(grant, async (tx) => ({ items: await queries.places(tx) }))

  return { places }
}
