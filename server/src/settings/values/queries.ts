import { sql } from '../../database/sql.ts'
import type { Tx } from '../../database/tx.ts'
import type { BooleanKey, IntegerKey, SettingKey, TextKey } from './registry.ts'

export type Value = boolean | number | string

/** One effective setting, as PostgreSQL computes it from the stored values and the registry. */
export interface SettingRow {
  readonly key: SettingKey
  readonly scope: 'platform' | 'merchant'
  readonly default: Value
  readonly platformValue: Value
  readonly merchantValue: Value | null
  readonly ownerValue: Value | null
  readonly allowed: Value
  readonly value: Value
  readonly updatedAt: Date | null
}

const columns = sql`key, scope, default_value as "default", platform_value as "platformValue",
  merchant_value as "merchantValue", owner_value as "ownerValue", allowed, value, updated_at as "updatedAt"`

/** All settings, or the given ones: effective for a merchant, or for the platform. */
export function settings(
  tx: Tx<'platform:operator'>,
  merchantId: string | null,
  keys: readonly string[] | null = null,
): Promise<SettingRow[]> {
  return tx.rows(sql<SettingRow>`select ${columns} from settings.settings_of(${merchantId}, ${keys}::text[])`)
}

/**
 * The settings of the merchant that the caller owns.
 *
 * @throws Problem `forbidden` · `merchant_suspended` · `merchant_closed` · `invalid_request` (owns several
 * and names none)
 */
export function ownSettings(
  tx: Tx<'owner'>,
  merchantId: string | undefined,
  keys: readonly string[] | null = null,
): Promise<SettingRow[]> {
  return tx.rows(
    sql<SettingRow>`select ${columns} from settings.own_settings(${merchantId ?? null}, ${keys}::text[])`,
  )
}

/** Undefined when the merchant does not exist, or the caller does not oversee it. */
export function merchantSeen(tx: Tx<'platform:operator'>, id: string): Promise<unknown> {
  return tx.first(sql`select from platform.merchants where id = ${id} and app.oversees(id)`)
}

export function put(tx: Tx<'platform:admin'>, key: string, value: unknown): Promise<unknown> {
  return tx.rows(sql`select settings.put_setting(${key}, ${JSON.stringify(value)}::jsonb)`)
}

export function putOfMerchant(
  tx: Tx<'platform:admin'>,
  merchantId: string,
  key: string,
  value: unknown,
): Promise<unknown> {
  return tx.rows(
    sql`select settings.put_merchant_setting(${merchantId}, ${key}, ${JSON.stringify(value)}::jsonb)`,
  )
}

export function putOwn(
  tx: Tx<'owner'>,
  merchantId: string | undefined,
  key: string,
  value: unknown,
): Promise<unknown> {
  return tx.rows(
    sql`select settings.put_own_setting(${merchantId ?? null}, ${key}, ${JSON.stringify(value)}::jsonb)`,
  )
}

export async function booleanNow(
  tx: Tx<never>,
  key: BooleanKey,
  merchantId: string | null,
): Promise<boolean> {
  const { value } = await tx.one(
    sql<{ value: boolean }>`select settings.setting_boolean(${merchantId}, ${key}) as value`,
  )
  return value
}

export async function integerNow(tx: Tx<never>, key: IntegerKey, merchantId: string | null): Promise<number> {
  const { value } = await tx.one(
    sql<{ value: bigint }>`select settings.setting_integer(${merchantId}, ${key}) as value`,
  )
  return Number(value)
}

export async function textNow(tx: Tx<never>, key: TextKey): Promise<string> {
  const { value } = await tx.one(sql<{ value: string }>`select settings.setting_text(${key}) as value`)
  return value
}
