import type { Grant } from '../../authorization/grant.ts'
import type { Database } from '../../database/database.ts'
import type { Tx } from '../../database/tx.ts'
import { Problem } from '../../problem/problem.ts'
import * as queries from './queries.ts'
import { effective, isSettingKey, registry, type SettingKey } from './registry.ts'
import type { Setting } from './schema.ts'

export type SettingsService = ReturnType<typeof settingsService>

/**
 * The switches of the platform: typed, documented, each with a safe default.
 * Only known keys, only values of their type; a change acts on the next request of every process, since nobody
 * caches one.
 * Owns platform.settings.
 */
export function settingsService({ database }: { database: Database }) {
  /** Every setting, whether it was ever set or not. */
  const settings = (grant: Grant<'platform:operator'>): Promise<Setting[]> =>
    database.read(grant, async (tx) => {
      const keys = Object.keys(registry) as SettingKey[]
      const rows = new Map((await queries.stored(tx, keys)).map((row) => [row.key, row]))
      return keys.map((key) => described(key, rows.get(key)?.value, rows.get(key)?.updatedAt ?? null))
    })

  /** @throws Problem `setting_not_found` · `invalid_request` (a value of another type) */
  const put = (grant: Grant<'platform:admin'>, key: string, value: unknown): Promise<Setting> =>
    database.write(grant, async (tx) => {
      if (!isSettingKey(key))
        throw new Problem('setting_not_found', { detail: 'GET /platform/settings lists them.' })
      const { type } = registry[key]
      if (typeof value !== type)
        throw new Problem('invalid_request', { errors: [{ path: '/value', message: `must be ${type}` }] })
      return described(key, value, await queries.put(tx, key, value))
    })

  return { settings, put }
}

/** Whether a switch is on, as of this transaction; a missing or unreadable value counts as its safe default. */
export async function isOn(tx: Tx<never>, key: SettingKey): Promise<boolean> {
  const [row] = await queries.stored(tx, [key])
  return effective(key, row?.value)
}

function described(key: SettingKey, stored: unknown, updatedAt: Date | null): Setting {
  const { type, default: fallback, meaning } = registry[key]
  return { key, type, value: effective(key, stored), default: fallback, meaning, updatedAt }
}
