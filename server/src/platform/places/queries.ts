import { sql } from '../../database/sql.ts'
import type { Tx } from '../../database/tx.ts'
import type { Place } from './schema.ts'

export function places(tx: Tx<'platform:admin'>): Promise<Place[]> {
  return tx.rows(
    sql<Place>`select id, is_open as "isOpen", down_at is not null as "isDown" from platform.places order by id`,
  )
}
