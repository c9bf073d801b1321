import type { PageRange } from '../../collections/page.ts'
import { sql } from '../../database/sql.ts'
import type { Tx } from '../../database/tx.ts'
import type { PspCredentials, SecretFace } from './schema.ts'

const columns = sql`id, provider, environment, merchant_id as "merchantId", public_key as "publicKey",
  jsonb_build_object('lastFour', secret_last_four, 'fingerprint', secret_fingerprint) as "secretKey",
  case when webhook_fingerprint is not null then
    jsonb_build_object('lastFour', webhook_last_four, 'fingerprint', webhook_fingerprint) end as "webhookSecret",
  is_active as "isActive", created_at as "createdAt", updated_at as "updatedAt"`

/** A sealed secret with its visible parts. */
export interface SealedSecret extends SecretFace {
  readonly sealed: Buffer
}

export interface Kept {
  readonly id: string
  readonly provider?: string | undefined
  readonly environment?: string | undefined
  readonly merchantId?: string | undefined
  readonly publicKey?: string | undefined
  readonly isActive?: boolean | undefined
  readonly secretKey?: SealedSecret | undefined
  readonly webhookSecret?: SealedSecret | undefined
}

/** @throws Problem `not_found` (the merchant) · `merchant_closed` · `duplicate_value` */
export function add(tx: Tx<'platform:admin'>, of: Kept): Promise<unknown> {
  return tx.rows(sql`select platform.add_psp_credentials(${record(of)})`)
}

/** Undefined fields stay unchanged. @throws Problem `not_found` */
export function change(tx: Tx<'platform:admin'>, of: Kept): Promise<unknown> {
  return tx.rows(sql`select platform.change_psp_credentials(${record(of)})`)
}

function record({ secretKey, webhookSecret, ...of }: Kept) {
  const row = JSON.stringify({
    id: of.id,
    merchant_id: of.merchantId ?? null,
    provider: of.provider ?? null,
    environment: of.environment ?? null,
    public_key: of.publicKey ?? null,
    is_active: of.isActive ?? null,
    secret_sealed: bytea(secretKey),
    secret_last_four: secretKey?.lastFour ?? null,
    secret_fingerprint: secretKey?.fingerprint ?? null,
    webhook_sealed: bytea(webhookSecret),
    webhook_last_four: webhookSecret?.lastFour ?? null,
    webhook_fingerprint: webhookSecret?.fingerprint ?? null,
  })
  return sql`jsonb_populate_record(null::platform.psp_credentials, ${row}::jsonb)`
}

const bytea = (secret: SealedSecret | undefined) =>
  secret === undefined ? null : `\\x${secret.sealed.toString('hex')}`

/** @throws Problem `not_found` */
export function one(tx: Tx<'platform:admin'>, id: string): Promise<PspCredentials> {
  return tx.one(sql<PspCredentials>`select ${columns} from platform.psp_credentials where id = ${id}`)
}

/** Newest first. */
export function list(
  tx: Tx<'platform:admin'>,
  filter: {
    readonly provider?: string | undefined
    readonly environment?: string | undefined
    readonly merchantId?: string | undefined
  },
  { limit, after }: PageRange,
): Promise<PspCredentials[]> {
  const conditions = [sql`true`]
  if (filter.provider !== undefined) conditions.push(sql`provider = ${filter.provider}`)
  if (filter.environment !== undefined) conditions.push(sql`environment = ${filter.environment}`)
  if (filter.merchantId !== undefined) conditions.push(sql`merchant_id = ${filter.merchantId}`)
  if (after !== undefined) conditions.push(sql`id < ${after.id}::uuid`)
  return tx.rows(sql<PspCredentials>`
    select ${columns} from platform.psp_credentials where ${sql.join(conditions, sql` and `)}
     order by id desc limit ${limit}`)
}

/** The merchant's own before the platform's; only active ones. */
export function sealedFor(
  tx: Tx<'worker'>,
  of: { readonly provider: string; readonly environment: string; readonly merchantId: string },
): Promise<{ id: string; publicKey: string | null; secret: Buffer; webhook: Buffer | null } | undefined> {
  return tx.first(sql<{ id: string; publicKey: string | null; secret: Buffer; webhook: Buffer | null }>`
    select id, public_key as "publicKey", secret_sealed as secret, webhook_sealed as webhook
      from platform.psp_credentials
     where provider = ${of.provider} and environment = ${of.environment} and is_active
       and (merchant_id = ${of.merchantId} or merchant_id is null)
     order by merchant_id nulls last limit 1`)
}
