import type { Tx } from '../database/tx.ts'

/** Where to look: the keys of every index begin with the merchant. What is found there, row-level security decides. */
export interface Scope {
  readonly merchantIds: readonly string[]
  readonly storeId: string | undefined
}

/** The caller's merchants, or that of the one store named; none when the caller has no role in it. */
export function scopeOf(tx: Tx<'rows'>, storeId?: string): Scope {
  const merchantIds = tx.principal.memberships
    .filter((membership) => storeId === undefined || membership.storeId === storeId)
    .map(({ merchantId }) => merchantId)
  return { merchantIds: [...new Set(merchantIds)], storeId }
}
