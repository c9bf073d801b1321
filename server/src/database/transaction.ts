import type pg from 'pg'
import type { Priority } from '../authorization/priority.ts'
import { Problem } from '../problem/problem.ts'
import { addEvent, traceParent } from '../tracing/trace.ts'
import { type Admission, createAdmission } from './admission.ts'
import { isOutdatedPlan, isSilence, LoginRefused, outageOf } from './errors.ts'
import {
  answerTimeoutMs,
  distrust,
  isTrusted,
  localLimits,
  pool,
  usualConnectTimeoutMs,
  usualStatementTimeoutMs,
} from './pool.ts'

/** Where acts of authority are written outside the database: the authority journal. */
export interface CommitJournal {
  /** Returns when an act can be written. @throws Error */
  ready(): Promise<void>
  /** Returns when these acts are on disk: each is the JSON that PostgreSQL announced. @throws Error */
  append(announced: readonly string[]): Promise<void>
}

export const readOnly = 'begin read only'

/** Where transactions run, and where their acts of authority are written after the commit. */
export interface Runner {
  readonly from: pg.Pool
  readonly admission: Admission
  readonly journal: CommitJournal | undefined
  readonly isPooled: boolean
}

/** What all of a process's pools share. */
export interface RunnerOptions {
  /** They lead through a pooler in transaction mode, such as PgBouncer: nothing outlives a transaction. */
  readonly isPooled?: boolean
  readonly poolSize: number
  /** How long to wait for a connection; default: as for requests of the API. */
  readonly connectTimeoutMs?: number
  /** New requests are refused while the oldest queued one has waited for this long; default: never. */
  readonly shedAfterMs?: number | undefined
  readonly onError: (error: Error) => void
  /** Absent: acts of authority are kept in the database only, as in most tests. */
  readonly journal?: CommitJournal | undefined
}

export function runner(
  {
    poolSize,
    journal,
    isPooled = false,
    onError,
    connectTimeoutMs = usualConnectTimeoutMs,
    shedAfterMs = Number.POSITIVE_INFINITY,
  }: RunnerOptions,
  { url, places, name }: { readonly url: string; readonly places: number; readonly name: string },
): Runner {
  return {
    // One more than there are transactions: to ask what holds them up.
    from: pool(url, places + 1, name, { onError, connectTimeoutMs, isPooled }),
    admission: createAdmission({
      places,
      patienceMs: connectTimeoutMs,
      full: { waiting: poolSize, ms: shedAfterMs },
    }),
    journal,
    isPooled,
  }
}

/** Runs `work` in a transaction, in its turn. */
export function transaction<T>(
  runner: Runner,
  { begin, priority }: { readonly begin: string; readonly priority: Priority },
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  return runner.admission.run(priority, () => admitted(runner, begin, work))
}

/** A connection of the pool: one that is idle, or a new one. */
export async function connection(from: pg.Pool): Promise<pg.PoolClient> {
  for (;;) {
    const client = await from.connect().catch((error: unknown) => {
      // Connection problems are never the caller's fault.
      throw outageOf(error) === undefined ? new LoginRefused(error) : error
    })
    if (isTrusted(from, client)) return client
    client.release(true)
  }
}

async function admitted<T>(
  { from, journal, isPooled }: Runner,
  begin: string,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await connection(from)
  addEvent('connected')
  const announced: string[] = []
  let wakes = false
  const hear = ({
    code,
    message,
  }: {
    readonly code?: string | undefined
    readonly message?: string | undefined
  }) => {
    if (code === announcement && message !== undefined) announced.push(message)
    if (code === eventful) wakes = true
  }
  client.on('notice', hear)
  let isBroken = true
  let out: T
  try {
    // Not awaited: it is sent in the same packet as the work's first statement.
    gather(client)
    const opened = client.query(begin + (isPooled ? localLimits : '') + localTrace(begin))
    opened.catch((error: unknown) => {
      if (isSilence(error)) distrust(from)
    })
    out = await work(client)
    await opened
    if (announced.length > 0) await journal?.ready().catch(refuseAct)
    const { command } = await commit(client, wakes)
    isBroken = command !== 'COMMIT'
    if (isBroken) throw new Error(`commit answered ${command}`)
  } catch (error) {
    if (isSilence(error)) distrust(from)
    else isBroken = !(await rolledBack(client)) || isOutdatedPlan(error)
    // The database is fine: this was refused on purpose.
    if (begin === readOnly && outageOf(error) === 'readOnly')
      throw new Error('a read-only transaction has tried to write', { cause: error })
    throw error
  } finally {
    client.off('notice', hear)
    client.release(isBroken)
  }
  if (announced.length > 0) await journal?.append(announced).catch(ownUpToAct)
  return out
}

const rolledBack = (client: pg.PoolClient): Promise<boolean> =>
  client.query('rollback').then(
    () => true,
    () => false,
  )

/** For work that the transaction leaves behind, which continues the trace: `app.trace_parent`. */
function localTrace(begin: string): string {
  const parent = begin === readOnly ? undefined : traceParent()
  return parent === undefined ? '' : `; set local app.trace_parent = '${parent}'`
}

/** The SQLSTATE with which PostgreSQL announces an act of authority: `audit.announce`. */
const announcement = 'MO002'
/** That with which a node of a cluster says that it has events: who listens for them is on the coordinator. */
const eventful = 'MO003'

/** Wakes the readers of events in the packet of the commit. */
function commit(client: pg.PoolClient, wakes: boolean): Promise<pg.QueryResult> {
  if (wakes) {
    gather(client)
    client.query('select events.wake()').catch(() => {})
  }
  return client.query('commit')
}

function refuseAct(error: unknown): never {
  throw new Problem('journal_unavailable', {
    detail: 'Nothing was changed. The cause is in the server’s log and at /readyz.',
    cause: error,
  })
}

/** The transaction is committed: the truth is better than a second attempt. */
function ownUpToAct(error: unknown): never {
  throw new Problem('journal_unavailable', {
    detail:
      'The change was made, and will be written down when the journal can be written again. Do not repeat the request.',
    extras: { isDone: true },
    cause: error,
  })
}

/**
 * Lets a connection send what it is given in this turn of the event loop in one packet. The driver writes each statement by
 * itself, and a write costs the server more than anything else that it does with one.
 */
function gather({ connection: { stream } }: pg.PoolClient): void {
  stream.cork()
  process.nextTick(() => stream.uncork())
}

const names = new Map<string, string>()

/**
 * Sends the statements of a transaction. PostgreSQL runs them one after the other, so each may also take the time of those that
 * were sent before it and are not answered yet.
 */
export function sender(client: pg.PoolClient, isPooled: boolean) {
  let unansweredMs = 0
  return async (text: string, values: readonly unknown[], timeoutMs = usualStatementTimeoutMs) => {
    // Named statements are parsed and planned once per connection; a pooler gives each transaction another one.
    let name = isPooled ? undefined : names.get(text)
    if (name === undefined && !isPooled && names.size < 500) {
      name = `q${names.size}`
      names.set(text, name)
    }
    gather(client)
    unansweredMs += timeoutMs
    const statement = {
      text,
      values: [...values],
      ...(name !== undefined && { name }),
      query_timeout: answerTimeoutMs(unansweredMs),
    }
    try {
      const { rows } = await client.query(statement)
      return rows as unknown[]
    } finally {
      unansweredMs -= timeoutMs
    }
  }
}
