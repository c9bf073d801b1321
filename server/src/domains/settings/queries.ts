import { sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Tx } from '../../database/tx.ts'

/** A value as stored: anything, since the registry may have changed since. */
export interface StoredSetting {
  readonly key: string
  readonly value: unknown
  readonly updatedAt: Date
}

/** Readable in every transaction: any request may depend on a setting. */
export function stored(tx: Tx<never>, keys: readonly string[]): Promise<StoredSetting[]> {
  return tx.rows(
    db
      .selectFrom('platform.settings')
      .where('key', 'in', keys)
      .select(['key', sql<unknown>`value`.as('value'), sql<Date>`updated_at`.as('updatedAt')]),
  )
}

export async function put(tx: Tx<'platform:admin'>, key: string, value: unknown): Promise<Date> {
  const { at } = await tx.one(
    sql<{ at: Date }>`select platform.put_setting(${key}, ${JSON.stringify(value)}::jsonb) as at`,
  )
  return at
}
