import { withClient } from './client.ts'
import { connectionFaultOf } from './examine.ts'
import { type Log, type Misfit, misfitOf, ofPrimary, ofStandby, type StandbyLog } from './standby.ts'

/** What `mostrador doctor` reads about the standby of `DATABASE_REPLICA_URL`. */
export interface ReplicaState {
  /** Why it cannot be read. */
  readonly fault?: string | undefined
  readonly misfit?: Misfit | undefined
  /** Bytes of the primary's WAL that the standby has not replayed; negative if the standby is ahead of the primary. */
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
  if (fault !== undefined) return { fault, missingBytes: 0 }
  const there = await ask<StandbyLog>(
    urls.replicaUrl,
    `select ${ofStandby} from pg_control_system(), pg_control_recovery()`,
  )
  // Afterwards: a standby is never ahead of where its primary is then.
  const here = await ask<Log & { readonly missingBytes: number | null }>(
    urls.apiUrl,
    `select ${ofPrimary.text}, pg_wal_lsn_diff(pg_current_wal_insert_lsn(), $1::pg_lsn)::float8 as "missingBytes"
       from pg_control_system()`,
    [there.replayed],
  )
  return { misfit: misfitOf(here, there), missingBytes: here.missingBytes ?? 0 }
}

const ask = <R>(connectionString: string, text: string, values: unknown[] = []): Promise<R> =>
  withClient(
    { connectionString, ...limits },
    async (client) => (await client.query(text, values)).rows[0] as R,
  )
