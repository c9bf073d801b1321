import type { Tx } from '../database/tx.ts'

/**
 * The merchants and stores to search: the keys of every index begin with the merchant. Row-level security
 * decides which rows are visible.
 */
export interface Scope {
  readonly merchantIds: readonly string[]
  /** The stores that the caller works in, or the requested one of them. */
  readonly places: readonly { readonly merchantId: string; readonly storeId: string }[]
}

/** The caller's stores, or the requested one; none when the caller has no role in it. */
export function scopeOf(tx: Tx<'rows'>, storeId?: string): Scope {
  const places = tx.principal.memberships.filter((each) => storeId === undefined || each.storeId === storeId)
  return { merchantIds: [...new Set(places.map(({ merchantId }) => merchantId))], places }
}
