import type pg from 'pg'
import { connectionAdvice } from './advice.ts'
import { withClient } from './client.ts'
import { type CopyFaults, copyFaults } from './copies.ts'
import { type Drift, driftBetween, readObjects, recordedObjects } from './drift.ts'
import { type PlaceFaults, placeFaults } from './place-faults.ts'
import { type Hazard, hazards } from './safety.ts'
import { type RunningServers, readState, runningServers, type Standing, standingOf } from './standing.ts'

/** What `mostrador doctor` reads from a database. */
export interface Examination {
  /** Of PostgreSQL, such as `17.6`. */
  readonly postgresVersion: string
  readonly standing: Standing
  readonly hazards: readonly Hazard[]
  /** Undefined: nothing was recorded to compare with. */
  readonly drift: Drift | undefined
  /** Undefined: the database is of an older version, which lacks the comparison. */
  readonly copies: CopyFaults | undefined
  /** Undefined: there is one place. */
  readonly places: PlaceFaults | undefined
  /** How far PostgreSQL's clock is ahead of this machine's. */
  readonly clockAheadMs: number
  readonly servers: readonly RunningServers[]
  readonly archive: WalArchive
}

/** How PostgreSQL archives its WAL. */
export interface WalArchive {
  readonly isOn: boolean
  readonly lastArchivedAt: Date | null
  /** When the last attempt failed; null: it succeeded. */
  readonly lastFailedAt: Date | null
}

const limits = { connectionTimeoutMillis: 15_000, query_timeout: 60_000 }

/**
 * Why an address cannot be used, and what to do; undefined: it can.
 *
 * @param name the variable with the address
 */
export async function connectionFaultOf(url: string, name: string): Promise<string | undefined> {
  try {
    await withClient({ connectionString: url, ...limits, application_name: 'mostrador-doctor' }, (client) =>
      client.query('select'),
    )
    return undefined
  } catch (error) {
    return connectionAdvice(error, url, name) ?? `${name}: ${(error as Error).message}. See PostgreSQL's log.`
  }
}

/** @param urls of the two logins, which can be reached */
export async function examineDatabase(urls: {
  readonly apiUrl: string
  readonly workerUrl: string
}): Promise<Examination> {
  const [api, worker] = await Promise.all([
    connected(urls.apiUrl, examineAs),
    connected(urls.workerUrl, async (client) => ({
      hazards: (await standingAndHazards(client)).hazards,
      copies: await copyFaults(client),
      places: await placeFaults(client),
    })),
  ])
  const more = worker.hazards.filter(({ fault }) => !api.hazards.some((each) => each.fault === fault))
  return { ...api, hazards: [...api.hazards, ...more], copies: worker.copies, places: worker.places }
}

const connected = <T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> =>
  withClient({ connectionString, ...limits, application_name: 'mostrador-doctor' }, work)

async function examineAs(client: pg.Client): Promise<Omit<Examination, 'copies' | 'places'>> {
  const { rows } = await client.query<{ version: string }>(
    `select split_part(current_setting('server_version'), ' ', 1) as version`,
  )
  return {
    postgresVersion: rows[0]?.version ?? '',
    ...(await standingAndHazards(client)),
    drift: await driftOf(client),
    clockAheadMs: await clockAhead(client),
    servers: await runningServers(client),
    archive: await archiveOf(client),
  }
}

async function standingAndHazards(client: pg.Client): Promise<Pick<Examination, 'standing' | 'hazards'>> {
  const standing = await standingOf(client)
  if (standing.kind === 'unprepared') return { standing, hazards: [] }
  const allowances = standing.kind === 'ahead' ? standing.allowances : undefined
  return { standing, hazards: await hazards(client, allowances) }
}

async function driftOf(client: pg.Client): Promise<Drift | undefined> {
  if ((await readState(client)) === undefined) return undefined
  const recorded = await recordedObjects(client)
  return recorded && driftBetween(recorded, await readObjects(client))
}

/** From the fastest of three answers: PostgreSQL read its clock at some time between question and answer. */
async function clockAhead(client: pg.Client): Promise<number> {
  const looks: { readonly tookMs: number; readonly aheadMs: number }[] = []
  for (let look = 0; look < 3; look++) {
    const askedAt = Date.now()
    const { rows } = await client.query<{ at: Date }>('select clock_timestamp() as at')
    const answeredAt = Date.now()
    const at = rows[0]?.at.getTime() ?? answeredAt
    looks.push({ tookMs: answeredAt - askedAt, aheadMs: at - (askedAt + answeredAt) / 2 })
  }
  return looks.reduce((best, each) => (each.tookMs < best.tookMs ? each : best)).aheadMs
}

async function archiveOf(client: pg.Client): Promise<WalArchive> {
  const { rows } = await client.query<WalArchive>(
    `select current_setting('archive_mode') <> 'off' as "isOn", last_archived_time as "lastArchivedAt",
            case when last_failed_time > coalesce(last_archived_time, '-infinity') then last_failed_time end as "lastFailedAt"
       from pg_stat_archiver`,
  )
  return rows[0] as WalArchive
}
