import type { Grant } from '../../authorization/grant.ts'
import { byId, pageOf } from '../../collections/page.ts'
import type { Database } from '../../database/database.ts'
import type { Job } from '../../jobs/jobs.ts'
import * as queries from './queries.ts'
import type { ChipIncidentQuery } from './schema.ts'

export type ChipIncidentsService = ReturnType<typeof chipIncidentsService>

/**
 * ICCIDs that more than one merchant has. An ICCID is unique worldwide, so a sheet was copied or chips were
 * stolen. The platform investigates; neither merchant learns of the other. Owns stock.chip_incidents.
 */
export function chipIncidentsService({ database }: { database: Database }) {
  /** Newest first. @throws Problem `invalid_cursor` */
  const incidents = (grant: Grant<'platform:operator'>, { status, limit, cursor }: ChipIncidentQuery) =>
    database.read(grant, (tx) =>
      pageOf(tx, { list: 'chip incidents', narrowedBy: [status], limit, cursor }, byId, (range) =>
        queries.incidents(tx, status, range),
      ),
    )

  /** @throws Problem `not_found` · `invalid_transition` (closed already) */
  const close = (grant: Grant<'platform:operator'>, id: string, reason: string): Promise<void> =>
    database.write(grant, (tx) => queries.close(tx, id, reason))

  return { incidents, close }
}

/** Concurrent imports of the same chip cannot see each other, so what was imported lately is checked every hour. */
export function sharedIccidsJob(database: Database): Job<{ incidents: number }> {
  return {
    name: 'chips.shared_iccids',
    attempts: 5,
    firstPauseMs: 60_000,
    schedule: { cron: '10 * * * *', timeZone: 'America/Mexico_City', every: 'hourly' },
    run: async () => ({ incidents: await database.worker(queries.openIncidents) }),
  }
}
