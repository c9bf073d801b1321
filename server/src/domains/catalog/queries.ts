import { sql } from 'kysely'
import type { Item } from '../../collections/collection.ts'
import type { Tx } from '../../database/tx.ts'
import { Problem } from '../../problem/problem.ts'

/**
 * Refuses a category that would be its own ancestor. Two moves in one store are looked at one after the
 * other, since each alone may be right and both together a circle.
 *
 * @throws Problem `invalid_request`
 */
export async function assertTree(tx: Tx<'rows'>, category: Item): Promise<void> {
  const { id, parentId, storeId } = category
  if (parentId === null) return
  await tx.rows(sql`select pg_advisory_xact_lock(hashtextextended(${`category tree|${storeId}`}, 0))`)
  const circle = await tx.first(sql`
    with recursive above as (
      select c.merchant_id, c.store_id, c.parent_id from pos.categories c where c.id = ${id}
      union
      select c.merchant_id, c.store_id, c.parent_id from pos.categories c
        join above a on c.merchant_id = a.merchant_id and c.store_id = a.store_id and c.id = a.parent_id)
    select from above where parent_id = ${id} limit 1`)
  if (circle === undefined) return
  throw new Problem('invalid_request', {
    errors: [{ path: '/parentId', message: 'would put the category below itself' }],
  })
}
