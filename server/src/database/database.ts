import type pg from 'pg'
import type { Access, Implied } from '../authorization/access.ts'
import type { Grant } from '../authorization/grant.ts'
import { settle } from '../authorization/guard.ts'
import type { Principal } from '../authorization/principal.ts'
import type { Priority } from '../authorization/priority.ts'
import { Problem } from '../problem/problem.ts'
import { addEvent, inSpan, setAttributes, traceParent } from '../tracing/trace.ts'
import { type Admission, createAdmission } from './admission.ts'
import { asProblem, isOutdatedPlan, isRetriable, outageOf } from './errors.ts'
import { type MoveWatch, moveWatch } from './moving.ts'
import { type OutageLog, outageLog } from './outage-log.ts'
import { localLimits, pool, usualConnectTimeoutMs } from './pool.ts'
import { Tx } from './tx.ts'

export type Database = ReturnType<typeof createDatabase>

/** Where acts of authority are written outside the database: the authority journal. */
export interface CommitJournal {
  /** Returns when an act can be written. @throws Error */
  ready(): Promise<void>
  /** Returns when these acts are on disk: each is the JSON that PostgreSQL announced. @throws Error */
  append(announced: readonly string[]): Promise<void>
}

interface DatabaseOptions {
  /** Login of the API's role. */
  readonly url: string
  /** Login of the worker's role. */
  readonly workerUrl: string
  /** Both lead through a pooler in transaction mode, such as PgBouncer: nothing outlives a transaction. */
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

const attempts = 4

/**
 * The only access to PostgreSQL. `read` and `write` open a transaction as the caller of a grant: BEGIN and
 * `app.authenticate` are sent in one packet, and the grant's claim is checked before the work's first effect.
 * A transaction that lost a deadlock, or was held up by the move of a merchant, is run again, so the work must not make
 * external calls.
 */
export function createDatabase(options: DatabaseOptions) {
  const health = outageLog()
  const { url, workerUrl, poolSize, isPooled = false } = options
  const api = runner(options, { url, places: poolSize, name: 'mostrador-api' })
  const workers = runner(options, {
    url: workerUrl,
    places: Math.max(2, Math.ceil(poolSize / 4)),
    name: 'mostrador-worker',
  })
  const faults = { health, moves: moveWatch(api.from) }

  /** Runs `work` as the caller, read-only. */
  const read = <A extends Access, T>(grant: Grant<A>, work: (tx: Tx<Implied<A>>) => Promise<T>): Promise<T> =>
    again(faults, 'read', { provesWriting: false }, () =>
      asCaller(api, grant, { begin: readOnly, writes: false, isUse: true }, work),
    )

  /** As `read`, for reads that the user did not trigger: does not extend the session, and lets tills go first. */
  const watch = <A extends Access, T>(
    grant: Grant<A>,
    work: (tx: Tx<Implied<A>>) => Promise<T>,
  ): Promise<T> =>
    again(faults, 'watch', { provesWriting: false }, () =>
      asCaller(api, grant, { begin: readOnly, writes: false, isUse: false, priority: 'desk' }, work),
    )

  /** Runs `work` as the caller; it commits only while the caller still has the permission. */
  const write = <A extends Access, T>(
    grant: Grant<A>,
    work: (tx: Tx<Implied<A>>) => Promise<T>,
  ): Promise<T> =>
    again(faults, 'write', { provesWriting: true }, () =>
      asCaller(api, grant, { begin: 'begin', writes: true, isUse: true }, work),
    )

  /** Runs `work` for a guest. */
  const guest = <T>(requestId: string, work: (tx: Tx<'public'>) => Promise<T>): Promise<T> =>
    again(faults, 'guest', { provesWriting: false }, () =>
      transaction(api, { begin: 'begin', priority: 'till' }, async (client) => {
        const context = client.query('select app.authenticate_guest($1)', [requestId])
        const tx = new Tx<'public'>(sender(client, isPooled), {
          access: 'public',
          principal: undefined,
          storeId: undefined,
          requestId,
        })
        const [out] = await Promise.all([work(tx), context])
        return out
      }),
    )

  /** Runs background work under the worker's own role and policies. */
  const worker = <T>(work: (tx: Tx<'worker'>) => Promise<T>): Promise<T> =>
    again(faults, 'worker', { provesWriting: false }, () =>
      transaction(workers, { begin: 'begin', priority: 'continuing' }, (client) =>
        work(
          new Tx<'worker'>(sender(client, isPooled), {
            access: 'worker',
            principal: undefined,
            storeId: undefined,
            requestId: 'worker',
          }),
        ),
      ),
    )

  /**
   * Call it before starting something that `worker` has to finish.
   *
   * @throws Problem `overloaded` while its transactions wait too long
   */
  const assertWorkerKeepsUp = (): void => workers.admission.assertRoom('continuing')

  const close = async () => {
    await Promise.all([api.from.end(), workers.from.end()])
  }

  /** Connections of requests, and requests waiting for one. */
  const load = () => {
    const { totalCount, idleCount } = api.from
    return { total: totalCount, idle: idleCount, waiting: api.admission.waiting() }
  }

  /** Why the last transaction failed, while none has succeeded since. */
  const outage = () => health.latest()

  return { read, watch, write, guest, worker, assertWorkerKeepsUp, load, outage, close }
}

const readOnly = 'begin read only'

/** Where transactions run, and where their acts of authority are written after the commit. */
interface Runner {
  readonly from: pg.Pool
  readonly admission: Admission
  readonly journal: CommitJournal | undefined
  readonly isPooled: boolean
}

function runner(
  {
    poolSize,
    journal,
    isPooled = false,
    onError,
    connectTimeoutMs = usualConnectTimeoutMs,
    shedAfterMs = Number.POSITIVE_INFINITY,
  }: DatabaseOptions,
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

/** Grants of requests that have committed something: they are finished before others are started. */
const continued = new WeakSet<Grant<never>>()

async function asCaller<A extends Access, T>(
  runner: Runner,
  grant: Grant<A>,
  {
    begin,
    writes,
    isUse,
    priority = continued.has(grant) ? 'continuing' : grant.priority,
  }: { begin: string; writes: boolean; isUse: boolean; priority?: Priority },
  work: (tx: Tx<Implied<A>>) => Promise<T>,
): Promise<T> {
  const { credential, storeId, requestId } = grant
  if (credential === undefined) throw new Problem('unauthenticated')
  setAttributes({ 'mostrador.access': grant.access })
  const out = await transaction(runner, { begin, priority }, async (client) => {
    const principal = client
      .query<{ principal: Principal }>({
        ...(!runner.isPooled && { name: 'authenticate' }),
        text: 'select app.authenticate($1, $2, $3, $4) as principal',
        values: [credential.tokenHash, storeId ?? null, writes, requestId],
      })
      .then(({ rows }) => (rows[0] as { principal: Principal }).principal)
    const tx = new Tx<Implied<A>>(sender(client, runner.isPooled), {
      access: grant.access,
      principal,
      storeId,
      requestId,
    })
    await tx.settled()
    if (isUse && tx.principal.isStale) keepAwake(runner, credential.tokenHash)
    await grant.admit(tx.principal)
    settle(grant, tx.principal)
    return work(tx)
  })
  if (writes) continued.add(grant)
  return out
}

/**
 * Records that a session is in use, outside the request's transaction: at worst the next request records it.
 * A read-only transaction cannot, and a writing one would lock the session's row until its end.
 */
function keepAwake(runner: Runner, tokenHash: Buffer): void {
  transaction(runner, { begin: 'begin', priority: 'export' }, (client) =>
    client.query('select identity.touch_session($1)', [tokenHash]),
  ).catch(() => {})
}

function transaction<T>(
  runner: Runner,
  { begin, priority }: { readonly begin: string; readonly priority: Priority },
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  return runner.admission.run(priority, () => admitted(runner, begin, work))
}

async function admitted<T>(
  { from, journal, isPooled }: Runner,
  begin: string,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await from.connect().catch((error: unknown) => {
    // Connection problems are never the caller's fault.
    throw outageOf(error) === undefined ? new Problem('database_unavailable', { cause: error }) : error
  })
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
    opened.catch(() => {})
    out = await work(client)
    await opened
    if (announced.length > 0) await journal?.ready().catch(refuseAct)
    const { command } = await commit(client, wakes)
    isBroken = command !== 'COMMIT'
    if (isBroken) throw new Error(`commit answered ${command}`)
  } catch (error) {
    await client.query('rollback').then(
      () => {
        isBroken = isOutdatedPlan(error)
      },
      () => {},
    )
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

/** What is known of the database beyond the transaction that has failed. */
interface Faults {
  readonly health: OutageLog
  readonly moves: MoveWatch
}

/** Every transaction passes here: repeated when that may help, and a part of what is being traced. */
function again<T>(
  faults: Faults,
  kind: 'read' | 'watch' | 'write' | 'guest' | 'worker',
  proof: { provesWriting: boolean },
  run: () => Promise<T>,
): Promise<T> {
  const attributes = { 'db.system.name': 'postgresql', 'db.operation.name': kind }
  return inSpan(`transaction ${kind}`, attributes, () => repeated(faults, proof, run))
}

async function repeated<T>(
  { health, moves }: Faults,
  { provesWriting }: { provesWriting: boolean },
  run: () => Promise<T>,
): Promise<T> {
  const startedAtMs = performance.now()
  for (let attempt = 1; ; attempt++) {
    try {
      const out = await run()
      health.succeeded(provesWriting)
      return out
    } catch (error) {
      // Not counted: each time ends a connection from before the migration, and new ones plan anew.
      if (isOutdatedPlan(error)) {
        attempt -= 1
        continue
      }
      const outage = outageOf(error)
      if (outage !== undefined) health.failed(outage)
      if (attempt >= attempts || !isRetriable(error)) {
        if (!(await moves.holdsUp(error, startedAtMs))) throw asProblem(error)
        await pause(500)
      } else await pause(20 * attempt)
      setAttributes({ 'mostrador.repeats': attempt })
    }
  }
}

const pause = (mostMs: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, Math.random() * mostMs))

/**
 * Lets a connection send what it is given in this turn of the event loop in one packet. The driver writes each statement by
 * itself, and a write costs the server more than anything else that it does with one.
 */
function gather({ connection: { stream } }: pg.PoolClient): void {
  stream.cork()
  process.nextTick(() => stream.uncork())
}

const names = new Map<string, string>()

function sender(client: pg.PoolClient, isPooled: boolean) {
  return async (text: string, values: readonly unknown[]) => {
    // Named statements are parsed and planned once per connection; a pooler gives each transaction another one.
    let name = isPooled ? undefined : names.get(text)
    if (name === undefined && !isPooled && names.size < 500) {
      name = `q${names.size}`
      names.set(text, name)
    }
    gather(client)
    const { rows } = await client.query({
      text,
      values: values as unknown[],
      ...(name !== undefined && { name }),
    })
    return rows as unknown[]
  }
}
