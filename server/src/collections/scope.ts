import type { Principal, StoreActor } from '../authorization/principal.ts'
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

/**
 * The merchant of a row that a request names by its id alone. Nearly all callers work for one merchant: the row need not be read
 * to know which.
 *
 * @param found reads the row
 */
export async function merchantOf(
  { memberships }: Principal,
  found: () => Promise<Pick<StoreActor, 'merchantId'>>,
): Promise<string> {
  const [first, ...others] = memberships
  return first !== undefined && others.every(({ merchantId }) => merchantId === first.merchantId)
    ? first.merchantId
    : (await found()).merchantId
}

/** The caller's stores, or the requested one; none when the caller has no role in it. */
export function scopeOf(tx: Tx<'rows'>, storeId?: string): Scope {
  const places = tx.principal.memberships.filter((each) => storeId === undefined || each.storeId === storeId)
  return { merchantIds: [...new Set(places.map(({ merchantId }) => merchantId))], places }
}
