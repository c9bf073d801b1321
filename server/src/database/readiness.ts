import type pg from 'pg'
import { connectionAdvice } from './advice.ts'
import { withClient } from './client.ts'
import { type Outage, outageWords } from './errors.ts'
import type { Login } from './outage-log.ts'
import { isBehindPooler } from './pooler.ts'
import { unsafeThings } from './safety.ts'
import { faultOfStanding, standingOf } from './standing.ts'

/** One line for each thing that would make serving unsafe or wrong. */
export class NotServable extends Error {
  override readonly name = 'NotServable'
}

/** Checked at most this often: a probe costs a connection, … */
const freshForMs = 1_000
/** … and the catalogs change only with a deployment. */
const catalogsFreshForMs = 10_000

/**
 * What prevents this process from serving: a database that cannot be reached or written to, that is not
 * migrated, that needs newer servers, or that would not enforce the row permissions.
 *
 * @param met `outage`: the failure of its last transactions, such as a full disk, which no probe can see. `reached`: called
 * when a probe is let in with a login, which the process itself may use rarely
 */
export function readinessOf(
  apiUrl: string,
  { outage, reached }: { outage(): Outage | undefined; reached(login: Login): void },
): () => Promise<readonly string[]> {
  const catalogs = kept(catalogsFreshForMs, (client: pg.Client) => faultsOfCatalogs(client))
  const probe = kept(freshForMs, () =>
    probed(apiUrl, (client) => {
      reached('api')
      return catalogs(client)
    }),
  )
  return async () => {
    const found = await probe()
    const met = outage()
    return met === undefined || found.length > 0 ? found : [outageWords[met]]
  }
}

/**
 * Whether the database lets the worker's login in. Without it goods are sold and services are refused, so the process
 * stays ready.
 *
 * @param reached called when it is let in
 * @param onChange called with `false` when it is no longer let in, and with `true` when it is again
 */
export function workerAccess(
  url: string,
  { reached, onChange }: { reached(login: Login): void; onChange(isLetIn: boolean): void },
): () => Promise<boolean> {
  const probe = kept(freshForMs, () => probedWorker(url, () => reached('worker')))
  let was = true
  return async () => {
    const isLetIn = (await probe()).length === 0
    if (isLetIn !== was) onChange(isLetIn)
    was = isLetIn
    return isLetIn
  }
}

/**
 * All faults; empty when the database is fit for serving.
 *
 * @param name the variable with the address, for what an operator can do about it
 * @param expected how a start reaches it: known to lead through a pooler, or known to be past one
 */
export const faultsOf = (
  url: string,
  name: string,
  expected: { readonly isPooled: boolean } | { readonly isDirect: true },
): Promise<readonly string[]> =>
  probed(
    url,
    async (client) => [...(await faultsOfWay(client, expected)), ...(await faultsOfCatalogs(client))],
    startLimits,
    name,
  )

async function faultsOfWay(
  client: pg.Client,
  expected: { readonly isPooled?: boolean; readonly isDirect?: boolean },
): Faults {
  if (expected.isPooled === true || !(await isBehindPooler(client))) return []
  return [
    expected.isDirect
      ? 'DATABASE_DIRECT_URL leads through a connection pooler, and has to lead to PostgreSQL itself'
      : 'a connection pooler such as PgBouncer is in front of the database: set DATABASE_DIRECT_URL to the ' +
        "worker's login at PostgreSQL itself (docs/pooler.md)",
  ]
}

type Faults = Promise<readonly string[]>

/** A readiness probe is repeated in a moment, … */
const probeLimits = { connectionTimeoutMillis: 3_000, query_timeout: 5_000 }
/** … and a start checks once, perhaps on a machine that is busy with many starts. */
const startLimits = { connectionTimeoutMillis: 15_000, query_timeout: 60_000 }

async function probed(
  apiUrl: string,
  look: (client: pg.Client) => Faults,
  limits = probeLimits,
  name?: string,
): Faults {
  const options = { connectionString: apiUrl, ...limits, application_name: 'mostrador-ready' }
  try {
    return await withClient(options, async (client) => {
      const { rows } = await client.query<{ transaction_read_only: string }>('show transaction_read_only')
      const isReadOnly = rows[0]?.transaction_read_only === 'on'
      return [...(isReadOnly ? [outageWords.readOnly] : []), ...(await look(client))]
    })
  } catch (error) {
    // A probe is answered to everybody; a start tells its operator.
    const advice = name === undefined ? undefined : connectionAdvice(error, apiUrl, name)
    return [advice ?? 'the database cannot be reached']
  }
}

async function probedWorker(url: string, onReached: () => void): Faults {
  const options = { connectionString: url, ...probeLimits, application_name: 'mostrador-ready' }
  try {
    await withClient(options, async () => onReached())
    return []
  } catch {
    return ['the database does not let the worker in']
  }
}

async function faultsOfCatalogs(client: pg.Client): Faults {
  const standing = await standingOf(client)
  const fault = faultOfStanding(standing)
  // There is nothing to check yet, or only servers of the newer version can check it.
  if (fault !== undefined && (standing.kind === 'unprepared' || standing.kind === 'ahead')) return [fault]
  const unsafe = await unsafeThings(client, standing.kind === 'ahead' ? standing.allowances : undefined)
  return [...(fault === undefined ? [] : [fault]), ...unsafe]
}

/** The last answer, cached for a while; a failed one is not cached. */
function kept<A extends unknown[]>(forMs: number, ask: (...args: A) => Faults): (...args: A) => Faults {
  let last: { readonly at: number; readonly answer: Faults } | undefined
  return (...args) => {
    const now = performance.now()
    if (last !== undefined && now - last.at <= forMs) return last.answer
    const asked = { at: now, answer: ask(...args) }
    last = asked
    asked.answer.catch(() => {
      if (last === asked) last = undefined
    })
    return asked.answer
  }
}
