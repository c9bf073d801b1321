import { sql } from '../../database/sql.ts'
import type { Tx } from '../../database/tx.ts'
import type { Assistance } from './schema.ts'

/** @throws Problem `not_found` */
export function assistanceOf(tx: Tx<'platform:operator'>, merchantId: string): Promise<Assistance> {
  return tx.one(sql<Assistance>`
    select a.stores, a.invites,
           jsonb_build_object('colors', t.colors, 'typography', t.typography, 'logoFileId', t.logo_file_id,
             'darkMode', t.dark_mode) as theme
      from platform.assistance_of(${merchantId}) a
      join catalog.merchant_themes t on t.merchant_id = ${merchantId}`)
}
