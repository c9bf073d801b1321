import { sql } from '../../database/sql.ts'
import type { Tx } from '../../database/tx.ts'
import type { Assistance } from './schema.ts'

/** @throws Problem `not_found` */
export async function assistanceOf(tx: Tx<'platform:operator'>, merchantId: string): Promise<Assistance> {
  const [found, { theme }] = await Promise.all([
    tx.one(sql<Omit<Assistance, 'theme'>>`
      select a.stores, a.invites from platform.assistance_of(${merchantId}) a`),
    tx.one(sql<Pick<Assistance, 'theme'>>`
      select jsonb_build_object('colors', t.colors, 'typography', t.typography, 'logoFileId', t.logo_file_id,
               'darkMode', t.dark_mode) as theme
        from catalog.merchant_themes t where t.merchant_id = ${merchantId}`),
  ])
  return { ...found, theme }
}
