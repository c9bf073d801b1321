import { newApiKeyToken } from '../../authorization/api-key-token.ts'
import type { Grant } from '../../authorization/grant.ts'
import { withIncluded } from '../../authorization/key-scopes.ts'
import { type Order, type Page, pageOf } from '../../collections/page.ts'
import type { Database } from '../../database/database.ts'
import * as queries from './queries.ts'
import type { ApiKey, ApiKeyChange, ApiKeyQuery, CreatedApiKey, NewApiKey } from './schema.ts'

const validFirst: Order<ApiKey, 'isValid' | 'id'> = {
  keys: { isValid: 'integer', id: 'uuid' },
  of: ({ status, id }) => ({ isValid: status === 'ACTIVE' ? '1' : '0', id }),
}

export type ApiKeysService = ReturnType<typeof apiKeysService>

/**
 * Machine accounts of a merchant: its owner creates them for certain stores and scopes and a limited time,
 * sees the key once, and can rename and revoke it. Owns shop.api_keys.
 */
export function apiKeysService({ database }: { readonly database: Database }) {
  /**
   * Valid ones first, then the newest: one that expires between two pages is seen twice, and none is missed.
   *
   * @throws Problem `forbidden` · `invalid_cursor` · `invalid_request` (the merchant is ambiguous)
   */
  const apiKeys = (
    grant: Grant<'owner'>,
    { merchantId, limit, cursor }: ApiKeyQuery,
  ): Promise<Page<ApiKey>> =>
    database.read(grant, (tx) =>
      pageOf(tx, { list: 'api keys', narrowedBy: [merchantId], limit, cursor }, validFirst, (range) =>
        queries.apiKeys(tx, merchantId, range),
      ),
    )

  /** @throws Problem `forbidden` · `not_found` */
  const apiKey = (grant: Grant<'owner'>, id: string): Promise<ApiKey> =>
    database.read(grant, (tx) => queries.apiKey(tx, id))

  /**
   * The key itself is only in this answer: the database stores its hash.
   *
   * @throws Problem `forbidden` · `merchant_suspended` · `merchant_closed` · `too_many_api_keys` ·
   * `invalid_request`
   */
  const create = (grant: Grant<'owner'>, order: NewApiKey): Promise<CreatedApiKey> =>
    database.write(grant, async (tx) => {
      const { token, prefix, tokenHash } = newApiKeyToken()
      const { merchantId, name, storeIds, expiresAt } = order
      const scopes = withIncluded(order.scopes)
      const id = await queries.create(tx, {
        merchantId,
        name,
        prefix,
        tokenHash,
        scopes,
        storeIds,
        expiresAt,
      })
      return { ...(await queries.apiKey(tx, id)), apiKey: token }
    })

  /** @throws Problem `forbidden` · `not_found` · `merchant_suspended` · `merchant_closed` */
  const change = (grant: Grant<'owner'>, id: string, { name }: ApiKeyChange): Promise<ApiKey> =>
    database.write(grant, async (tx) => {
      await queries.rename(tx, id, name)
      return queries.apiKey(tx, id)
    })

  /**
   * Revokes a key. Nothing that relied on it commits after this has returned. Repeating it changes nothing.
   *
   * @throws Problem `forbidden` · `not_found`
   */
  const revoke = (grant: Grant<'owner'>, id: string): Promise<ApiKey> =>
    database.write(grant, async (tx) => {
      await queries.revoke(tx, id)
      return queries.apiKey(tx, id)
    })

  return { apiKeys, apiKey, create, change, revoke }
}
