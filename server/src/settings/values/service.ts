import type { Grant } from '../../authorization/grant.ts'
import type { Database } from '../../database/database.ts'
import type { Tx } from '../../database/tx.ts'
import { Problem } from '../../problem/problem.ts'
import * as queries from './queries.ts'
import {
  type BooleanKey,
  boundsOf,
  type Setting as Definition,
  type IntegerKey,
  registry,
  type SettingKey,
  strictDirection,
  type TextFormat,
  type TextKey,
} from './registry.ts'
import type { MerchantSetting, Setting } from './schema.ts'

export type SettingsService = ReturnType<typeof settingsService>

interface Dependencies {
  readonly database: Database
  /** What is wrong with a text of each format; undefined when nothing is. */
  readonly formats: Readonly<Record<TextFormat, (text: string) => string | undefined>>
}

/**
 * The settings of the platform and of merchants: typed, documented, each with a safe default. Only known
 * keys, and only values of their type and bounds, are accepted; a change takes effect on the next request of
 * every process, since settings are not cached. Owns settings.settings, settings.setting_definitions and
 * settings.merchant_settings.
 */
export function settingsService({ database, formats }: Dependencies) {
  /** All settings, set or not. */
  const settings = (grant: Grant<'platform:operator'>): Promise<Setting[]> =>
    database.read(grant, async (tx) => inOrder(await queries.settings(tx, null)).map(platformView))

  /** @throws Problem `setting_not_found` · `invalid_request` (wrong type, or out of bounds) */
  const put = (grant: Grant<'platform:admin'>, key: string, value: unknown): Promise<Setting> =>
    database.write(grant, async (tx) => {
      await queries.put(tx, key, value)
      assertFormat(key, value)
      return platformView(sole(await queries.settings(tx, null, [key])))
    })

  /** The caller has checked that the setting exists, and has this type. @throws Problem `invalid_request` */
  const assertFormat = (key: string, value: unknown): void => {
    const setting: Definition | undefined = registry[key as SettingKey]
    if (setting?.type !== 'text' || setting.format === undefined || value === '') return
    const message = formats[setting.format](String(value))
    if (message !== undefined) throw new Problem('invalid_request', { errors: [{ path: '/value', message }] })
  }

  /** The effective settings of one merchant. @throws Problem `not_found` */
  const settingsOfMerchant = (
    grant: Grant<'platform:operator'>,
    merchantId: string,
  ): Promise<MerchantSetting[]> =>
    database.read(grant, async (tx) => {
      if ((await queries.merchantSeen(tx, merchantId)) === undefined) throw new Problem('not_found')
      return ofMerchants(await queries.settings(tx, merchantId))
    })

  /**
   * Sets the platform's value for one merchant, stricter or laxer than for all; null removes it.
   *
   * @throws Problem `not_found` · `forbidden` (the caller's own merchant) · `setting_not_found` ·
   * `invalid_request`
   */
  const putOfMerchant = (
    grant: Grant<'platform:admin'>,
    merchantId: string,
    key: string,
    value: unknown,
  ): Promise<MerchantSetting> =>
    database.write(grant, async (tx) => {
      await queries.putOfMerchant(tx, merchantId, key, value)
      return merchantView(sole(await queries.settings(tx, merchantId, [key])))
    })

  /**
   * The effective settings of the merchant that the caller owns. @throws Problem `forbidden` ·
   * `merchant_suspended` · `merchant_closed`
   */
  const ownSettings = (grant: Grant<'owner'>, merchantId: string | undefined): Promise<MerchantSetting[]> =>
    database.read(grant, async (tx) => ofMerchants(await queries.ownSettings(tx, merchantId)))

  /**
   * Sets a value for the merchant that the caller owns; null removes it.
   *
   * @throws Problem `forbidden` · `merchant_suspended` · `merchant_closed` · `setting_not_found` ·
   * `invalid_request` · `setting_not_allowed` (laxer than the platform allows)
   */
  const putOwn = (
    grant: Grant<'owner'>,
    merchantId: string | undefined,
    key: string,
    value: unknown,
  ): Promise<MerchantSetting> =>
    database.write(grant, async (tx) => {
      await queries.putOwn(tx, merchantId, key, value)
      return merchantView(sole(await queries.ownSettings(tx, merchantId, [key])))
    })

  return { settings, put, settingsOfMerchant, putOfMerchant, ownSettings, putOwn }
}

/** Whether a switch is on in this transaction; a missing or unreadable value gives its safe default. */
export function isOn(tx: Tx<never>, key: BooleanKey, merchantId: string | null = null): Promise<boolean> {
  return queries.booleanNow(tx, key, merchantId)
}

/** An effective number in this transaction, for the platform or for a merchant of the caller. */
export function integerOf(tx: Tx<never>, key: IntegerKey, merchantId: string | null = null): Promise<number> {
  return queries.integerNow(tx, key, merchantId)
}

/** An effective text of the platform in this transaction; empty when it is not set. */
export function textOf(tx: Tx<never>, key: TextKey): Promise<string> {
  return queries.textNow(tx, key)
}

const order = Object.keys(registry) as SettingKey[]

/** The known settings, in the registry's order. A newer version that shares the database may have defined others. */
function inOrder(rows: readonly queries.SettingRow[]): queries.SettingRow[] {
  return rows
    .filter(({ key }) => Object.hasOwn(registry, key))
    .toSorted((a, b) => order.indexOf(a.key) - order.indexOf(b.key))
}

function ofMerchants(rows: readonly queries.SettingRow[]): MerchantSetting[] {
  return inOrder(rows)
    .filter(({ scope }) => scope === 'merchant')
    .map(merchantView)
}

/** @throws Problem `setting_not_found` (only a newer version knows it) */
function sole(rows: readonly queries.SettingRow[]): queries.SettingRow {
  const [row] = inOrder(rows)
  if (row === undefined) throw new Problem('setting_not_found')
  return row
}

/** The setting's definition with its effective value. */
function described({ key, value, default: usual }: queries.SettingRow) {
  const setting: Definition = registry[key]
  const [minimum, maximum] = boundsOf(setting)
  return {
    key,
    type: setting.type,
    unit: setting.type === 'integer' ? setting.unit : null,
    format: setting.type === 'text' ? (setting.format ?? null) : null,
    minimum,
    maximum,
    value,
    default: usual,
    meaning: setting.meaning,
  }
}

function platformView(row: queries.SettingRow): Setting {
  return { ...described(row), scope: row.scope, updatedAt: row.updatedAt }
}

function merchantView(row: queries.SettingRow): MerchantSetting {
  const { platformValue, merchantValue, ownerValue, allowed, updatedAt } = row
  return {
    ...described(row),
    stricter: strictDirection(registry[row.key]),
    platformValue,
    merchantValue,
    allowedValue: allowed,
    ownerValue,
    updatedAt,
  }
}
