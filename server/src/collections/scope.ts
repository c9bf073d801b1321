import type { Tx } from '../database/tx.ts'

/** Where to look: the keys of every index begin with the merchant. What is found there, row-level security decides. */
export interface Scope {
  readonly merchantIds: readonly string[]
  /** The stores that the caller works in, or the one of them that was named. */
  readonly places: readonly { readonly merchantId: string; readonly storeId: string }[]
}

/** The caller's stores, or the one named; none when the caller has no role in it. */
export function scopeOf(tx: Tx<'rows'>, storeId?: string): Scope {
  const places = tx.principal.memberships.filter((each) => storeId === undefined || each.storeId === storeId)
  return { merchantIds: [...new Set(places.map(({ merchantId }) => merchantId))], places }
}
