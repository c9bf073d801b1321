import type { PageRange } from '../../collections/page.ts'
import { sql } from '../../database/sql.ts'
import type { Tx } from '../../database/tx.ts'
import type { ChipIncident } from './schema.ts'

export function incidents(
  tx: Tx<'platform:operator'>,
  status: string | undefined,
  { limit, after }: PageRange,
): Promise<ChipIncident[]> {
  return tx.rows(sql<ChipIncident>`
    select id, iccid, status, found_at as "foundAt", closed_at as "closedAt", close_reason as "closeReason", parties
      from stock.chip_incidents_seen(${status ?? null}, ${limit}, ${after?.id ?? null})`)
}

/** @throws Problem `not_found` · `invalid_transition` */
export async function close(tx: Tx<'platform:operator'>, id: string, reason: string): Promise<void> {
  await tx.rows(sql`select stock.close_chip_incident(${id}, ${reason})`)
}

/** Checks the chips of the last two days' imports; returns how many incidents are new. */
export async function openIncidents(tx: Tx<'worker'>): Promise<number> {
  const { opened } = await tx.one(sql<{ opened: number }>`select stock.open_chip_incidents(null) as opened`)
  return opened
}
