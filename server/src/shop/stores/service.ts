/**
 * Opens stores; the collection reads and updates them. Invariant: a store is created with its team, its
 * permission sets and its owner as manager, or not at all. Tables: shop.stores.
 */
import type { Grant } from '../../authorization/grant.ts'
import type { Item } from '../../collections/collection.ts'
import { refusingBadValues } from '../../collections/violations.ts'
import type { Database } from '../../database/database.ts'
import { stores } from './collections.ts'
import * as queries from './queries.ts'
import type { CreateStore } from './schema.ts'

export type StoresService = ReturnType<typeof storesService>

export function storesService({ database }: { database: Database }) {
  /**
   * Opens a store of a merchant that the caller owns.
   *
   * @throws Problem `forbidden` · `merchant_suspended` · `merchant_closed` · `duplicate_value` (the code) ·
   * `invalid_request` (the merchant is ambiguous)
   */
  const open = (grant: Grant<'owner'>, order: CreateStore): Promise<Item> =>
    database.write(grant, (tx) => refusingBadValues(stores, () => queries.createStore(tx, order)))

  return { open }
}
