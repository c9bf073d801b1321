import { keyScopeNames } from '../../authorization/key-scopes.ts'
import {
  closed,
  enumeration,
  Id,
  Instant,
  named,
  nullable,
  page,
  pageQuery,
  text,
} from '../../http/shapes.ts'
import { type Static, Type } from '../../json-schema.ts'

const statuses = ['ACTIVE', 'EXPIRED', 'REVOKED'] as const
const reasons = [
  'revoked',
  'owner_changed',
  'account_blocked',
  'merchant_closed',
  'membership_ended',
  'role_lowered',
] as const

export const ById = Type.Object({ id: Id }, closed)
const MerchantId = Type.Optional({ ...Id, description: 'Required for owners of several merchants' })

export const ApiKeyQuery = Type.Object({ merchantId: MerchantId, ...pageQuery }, closed)
export type ApiKeyQuery = Static<typeof ApiKeyQuery>

const Name = { ...text(80), description: 'Its purpose; shown in lists and in the audit log' }

const Scopes = Type.Array(enumeration('ApiKeyScope', keyScopeNames), {
  minItems: 1,
  maxItems: keyScopeNames.length,
  uniqueItems: true,
  description: '`…_WRITE` includes `…_READ`',
})

export const NewApiKey = named(
  'NewApiKey',
  Type.Object(
    {
      merchantId: MerchantId,
      name: Name,
      scopes: Scopes,
      storeIds: Type.Optional(
        Type.Array(Id, {
          minItems: 1,
          maxItems: 200,
          uniqueItems: true,
          description: 'The stores that it may act in. Omitted: all, including stores opened later',
        }),
      ),
      expiresAt: Instant,
    },
    closed,
  ),
)
export type NewApiKey = Static<typeof NewApiKey>

export const ApiKeyChange = named('ApiKeyChange', Type.Object({ name: Name }, closed))
export type ApiKeyChange = Static<typeof ApiKeyChange>

const fields = {
  id: { ...Id, description: 'Also the `userId` of its actions in the audit log' },
  merchantId: Id,
  name: Type.String(),
  prefix: Type.String({ description: 'The beginning of the key; not secret' }),
  scopes: Type.Array(enumeration('ApiKeyScope', keyScopeNames)),
  allStores: Type.Boolean(),
  storeIds: Type.Array(Id, { description: 'Empty when it may act in all stores' }),
  status: enumeration('ApiKeyStatus', statuses),
  createdByName: Type.String(),
  createdAt: Instant,
  expiresAt: Instant,
  lastUsedAt: nullable({ ...Instant, description: 'With a precision of two minutes; null: never' }),
  revokedAt: nullable(Instant),
  revokedReason: nullable(enumeration('ApiKeyRevokedReason', reasons)),
}
export const ApiKey = named('ApiKey', Type.Object(fields, closed))
export type ApiKey = Static<typeof ApiKey>
export const ApiKeyPage = page(ApiKey)

export const CreatedApiKey = named(
  'CreatedApiKey',
  Type.Object(
    { ...fields, apiKey: Type.String({ description: '`mostrador_sk_…`: shown only in this answer' }) },
    closed,
  ),
)
export type CreatedApiKey = Static<typeof CreatedApiKey>
