import type { KeyScope } from '../../authorization/key-scopes.ts'
import type { PageRange } from '../../collections/page.ts'
import { sql } from '../../database/sql.ts'
import type { Tx } from '../../database/tx.ts'
import type { ApiKey } from './schema.ts'

/**
 * Valid ones first, then the newest. @throws Problem `forbidden` · `invalid_request` (the merchant is
 * ambiguous)
 */
export function apiKeys(
  tx: Tx<'owner'>,
  merchantId: string | undefined,
  { limit, after }: PageRange<'isValid' | 'id'>,
): Promise<ApiKey[]> {
  return tx.rows(sql<ApiKey>`
    select * from shop.list_api_keys(${merchantId ?? null}, ${limit}, ${after === undefined ? null : after.isValid === '1'}, ${after?.id ?? null})`)
}

/** @throws Problem `forbidden` · `not_found` */
export function apiKey(tx: Tx<'owner'>, id: string): Promise<ApiKey> {
  return tx.one(sql<ApiKey>`select * from shop.api_key(${id})`)
}

export interface HashedApiKey {
  readonly merchantId: string | undefined
  readonly name: string
  readonly prefix: string
  readonly tokenHash: Buffer
  readonly scopes: readonly KeyScope[]
  /** Undefined: all of the merchant. */
  readonly storeIds: readonly string[] | undefined
  readonly expiresAt: Date
}

/**
 * The id of the new key.
 *
 * @throws Problem `forbidden` · `merchant_suspended` · `merchant_closed` · `too_many_api_keys` · `invalid_request`
 */
export async function create(tx: Tx<'owner'>, key: HashedApiKey): Promise<string> {
  const { id } = await tx.one(sql<{ id: string }>`
    select shop.create_api_key(${key.merchantId ?? null}, ${key.name}, ${key.prefix}, ${key.tokenHash},
      ${key.scopes}::text[], ${key.storeIds ?? null}::uuid[], ${key.expiresAt}) as id`)
  return id
}

/** @throws Problem `forbidden` · `not_found` · `merchant_suspended` · `merchant_closed` */
export function rename(tx: Tx<'owner'>, id: string, name: string): Promise<unknown> {
  return tx.rows(sql`select shop.rename_api_key(${id}, ${name})`)
}

/** @throws Problem `forbidden` · `not_found` */
export function revoke(tx: Tx<'owner'>, id: string): Promise<unknown> {
  return tx.rows(sql`select shop.revoke_api_key(${id})`)
}
