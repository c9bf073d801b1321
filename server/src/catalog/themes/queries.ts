import type { PageRange } from '../../collections/page.ts'
import type { Scope } from '../../collections/scope.ts'
import { sql } from '../../database/sql.ts'
import type { Tx } from '../../database/tx.ts'
import type { FoundTheme, Theme, ThemeChange } from './schema.ts'

const columns = sql`t.id, t.merchant_id as "merchantId", t.colors, t.typography, t.logo_file_id as "logoFileId",
  t.dark_mode as "darkMode", t.updated_at as "updatedAt"`

/** Themes of the caller's merchants, oldest first. */
export function themes(
  tx: Tx<'rows'>,
  { merchantIds }: Scope,
  { limit, after }: PageRange,
): Promise<Theme[]> {
  const isAfter = after === undefined ? sql`true` : sql`t.id > ${after.id}::uuid`
  return tx.rows(sql<Theme>`
    select ${columns} from catalog.merchant_themes t
     where t.merchant_id = any (${merchantIds}::uuid[]) and t.permission_set = any (app.readable_sets()) and ${isAfter}
     order by t.id limit ${limit}`)
}

/** @throws Problem `not_found` */
export async function theme(tx: Tx<'rows'>, { merchantIds }: Scope, id: string): Promise<FoundTheme> {
  const row = await tx.one(sql<Theme & { version: string; isUpdatable: boolean }>`
    select ${columns}, app.row_version(t.id, t.xmin) as version,
           t.permission_set = any (app.updatable_sets()) as "isUpdatable"
      from catalog.merchant_themes t
     where t.merchant_id = any (${merchantIds}::uuid[]) and t.permission_set = any (app.readable_sets()) and t.id = ${id}`)
  const { version, isUpdatable, ...found } = row
  return { theme: found, version, isUpdatable }
}

/** @throws Problem `version_mismatch` · `invalid_request` (a logo of another merchant) */
export function change(
  tx: Tx<'rows'>,
  { merchantId, id }: Theme,
  changes: ThemeChange,
  versions: readonly string[] | undefined,
): Promise<unknown> {
  return tx.rows(sql<{ id: string }>`
    select id from catalog.change_theme(${merchantId}, ${id}, ${JSON.stringify(changes)}::jsonb, ${versions ?? null}::text[])`)
}

/** @throws Problem `not_found` · `invalid_request` (a logo of another merchant) */
export function put(tx: Tx<'platform:operator'>, merchantId: string, whole: ThemeChange): Promise<Theme> {
  return tx.one(sql<Theme>`
    select ${columns} from catalog.change_theme(${merchantId}, null, ${JSON.stringify(whole)}::jsonb, null) t`)
}
