import { sql } from './sql.ts'

/** Which log a server has. */
export interface Log {
  /** The system identifier of the PostgreSQL; its standbys and restored copies have the same. */
  readonly system: string
  /** The oid of the database, which is the same at a standby. */
  readonly databaseOid: string
  /** Each point-in-time recovery and each promotion starts a new timeline. */
  readonly timeline: number
}

/** What a server that should be a standby says about itself. */
export interface StandbyLog extends Log {
  readonly isStandby: boolean
  /** Position in the log up to which it has everything; null at a server that never was a standby. */
  readonly replayed: string | null
}

const databaseOid = sql`(select oid::text from pg_database where datname = current_database())`

/** Columns of `Log` at a primary, from `pg_control_system()`. */
export const ofPrimary = sql`coalesce(system_identifier::text, '') as "system",
  coalesce(${databaseOid}, '') as "databaseOid",
  ('x' || left(pg_walfile_name(pg_current_wal_flush_lsn()), 8))::bit(32)::int as "timeline"`

/**
 * Columns of `StandbyLog`, from `pg_control_system(), pg_control_recovery()`. A standby that has followed its primary to another
 * timeline says so from its next restart point on, minutes later.
 */
export const ofStandby = `system_identifier::text as "system", ${databaseOid.text} as "databaseOid",
  min_recovery_end_timeline as "timeline",
  pg_is_in_recovery() as "isStandby", pg_last_wal_replay_lsn()::text as "replayed"`

/** Why a server is no standby of a primary. */
export type Misfit = 'otherDatabase' | 'notStandby' | 'otherTimeline'

export function misfitOf(primary: Log, there: StandbyLog): Misfit | undefined {
  if (there.system !== primary.system || there.databaseOid !== primary.databaseOid) return 'otherDatabase'
  if (!there.isStandby) return 'notStandby'
  return there.timeline === primary.timeline ? undefined : 'otherTimeline'
}
