import type { Item } from '../../collections/collection.ts'
import { returning } from '../../collections/queries.ts'
import { sql } from '../../database/sql.ts'
import type { Tx } from '../../database/tx.ts'
import { stores } from './collections.ts'
import type { CreateStore } from './schema.ts'

/**
 * Creates a store of the caller's merchant and returns its record. Row-level security shows it to the caller
 * from the next transaction on.
 */
export function createStore(tx: Tx<'owner'>, order: CreateStore): Promise<Item> {
  const { merchantId, name, code, phone, address, timeZone, taxRegion } = order
  return tx.one(sql<Item>`
    select ${returning(stores)} from shop.create_store(${merchantId ?? null}, ${name}, ${code}, ${phone ?? null},
      ${address ?? null}, ${timeZone ?? null}, ${taxRegion ?? null})`)
}
