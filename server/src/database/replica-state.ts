import { withClient } from './client.ts'
import { connectionFaultOf } from './examine.ts'

/** What `mostrador doctor` reads about the standby of `DATABASE_REPLICA_URL`. */
export interface ReplicaState {
  /** Why it cannot be read. */
  readonly fault?: string | undefined
  readonly isOfDatabase: boolean
  readonly isStandby: boolean
  /** Of the log, up to what is committed now. */
  readonly missingBytes: number
}

const limits = {
  connectionTimeoutMillis: 15_000,
  query_timeout: 60_000,
  application_name: 'mostrador-doctor',
}

/** @param urls of the API's login, of which the first can be reached */
export async function replicaStateOf(urls: {
  readonly apiUrl: string
  readonly replicaUrl: string
}): Promise<ReplicaState> {
  const fault = await connectionFaultOf(urls.replicaUrl, 'DATABASE_REPLICA_URL')
  if (fault !== undefined) return { fault, isOfDatabase: false, isStandby: false, missingBytes: 0 }
  const here = await ask<{ system: string; lsn: string }>(
    urls.apiUrl,
    'select system_identifier::text as "system", pg_current_wal_flush_lsn()::text as "lsn" from pg_control_system()',
  )
  const there = await ask<{ system: string; isStandby: boolean; missingBytes: number | null }>(
    urls.replicaUrl,
    `select system_identifier::text as "system", pg_is_in_recovery() as "isStandby",
            greatest(pg_wal_lsn_diff($1::pg_lsn, pg_last_wal_replay_lsn()), 0)::float8 as "missingBytes"
       from pg_control_system()`,
    [here.lsn],
  )
  const { isStandby, missingBytes } = there
  return { isOfDatabase: there.system === here.system, isStandby, missingBytes: missingBytes ?? 0 }
}

const ask = <R>(connectionString: string, text: string, values: unknown[] = []): Promise<R> =>
  withClient(
    { connectionString, ...limits },
    async (client) => (await client.query(text, values)).rows[0] as R,
  )
