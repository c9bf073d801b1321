import type { Access, Implied } from '../authorization/access.ts'
import type { Grant } from '../authorization/grant.ts'
import { countsAsUse, settle } from '../authorization/guard.ts'
import type { Principal } from '../authorization/principal.ts'
import type { Priority } from '../authorization/priority.ts'
import { Problem } from '../problem/problem.ts'
import { setAttributes } from '../tracing/trace.ts'
import { engineCalls } from './engine-calls.ts'
import { asProblem, outageOf } from './errors.ts'
import { moveWatch } from './moving.ts'
import { type Login, outageLog } from './outage-log.ts'
import { again, type Faults } from './repeating.ts'
import { createReplica, hasWritten, type Replica, standingOf } from './replica.ts'
import { sql } from './sql.ts'
import {
  connection,
  type Runner,
  type RunnerOptions,
  readOnly,
  runner,
  sender,
  transaction,
} from './transaction.ts'
import { Tx } from './tx.ts'

export type Database = ReturnType<typeof createDatabase>

interface DatabaseOptions extends RunnerOptions {
  /** Login of the API's role. */
  readonly url: string
  /** Login of the worker's role. */
  readonly workerUrl: string
  /** Login of the API's role at a standby server, which reads reports and files. */
  readonly replicaUrl?: string | undefined
  /** Called when the replica cannot be used, and with `undefined` when it can again. */
  readonly onReplica?: (fault: string | undefined) => void
}

/** What is done in the transaction of a caller with access `A`. */
type Work<A extends Access, T> = (tx: Tx<Implied<A>>) => Promise<T>

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
  const moves = moveWatch(api.from)
  const faults = { health: health.of('api'), moves }
  const replica = replicaOf(options, api, faults)

  const read = readerOf(api, faults, replica)
  const { worker, assertWorkerKeepsUp } = backgroundOf(workers, { health: health.of('worker'), moves })

  /** As `read`, for reads that the user did not trigger: does not extend the session, and lets tills go first. */
  const watch = <A extends Access, T>(grant: Grant<A>, work: Work<A, T>): Promise<T> =>
    again(faults, 'watch', { provesWriting: false }, () =>
      asCaller(api, grant, { begin: readOnly, writes: false, isUse: false, priority: 'desk' }, work),
    )

  /** Runs `work` as the caller; it commits only while the caller still has the permission. */
  const write = <A extends Access, T>(grant: Grant<A>, work: Work<A, T>): Promise<T> =>
    again(faults, 'write', { provesWriting: true }, () =>
      asCaller(api, grant, { begin: 'begin', writes: true, isUse: true }, work),
    )

  /**
   * As `write`, for `work` that reads before something outside is asked: fails while the database takes no writes, so nothing
   * is asked for that could not be stored.
   */
  const proveWriting = <A extends Access, T>(grant: Grant<A>, work: Work<A, T>): Promise<T> =>
    write(grant, async (tx) => {
      const out = await work(tx)
      await tx.rows(sql`select identity.prove_writing()`)
      return out
    })

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

  const close = async () => {
    await Promise.all([api.from.end(), workers.from.end(), replica?.close()])
  }

  /** Connections of requests, and requests waiting for one. */
  const load = () => {
    const { totalCount, idleCount } = api.from
    return { total: totalCount, idle: idleCount, waiting: api.admission.waiting() }
  }

  /** Why the last transaction failed, while none has succeeded since. */
  const outage = () => health.latest()

  /** A probe has connected with this login. */
  const reached = (login: Login) => health.of(login).succeeded(false)

  /** Asks the engine of durable work. @throws Problem `database_unavailable` · `overloaded` */
  const askEngine = engineCalls(health.of('worker'))

  /** Whether reports are read on the replica at the moment; undefined without one. */
  const usesReplica = () => replica?.isUsed()

  return {
    read,
    watch,
    write,
    proveWriting,
    guest,
    worker,
    assertWorkerKeepsUp,
    load,
    outage,
    reached,
    askEngine,
    usesReplica,
    close,
  }
}

/** Transactions of the worker's own role and policies. */
function backgroundOf(workers: Runner, faults: Faults) {
  /** Runs background work. */
  const worker = <T>(work: (tx: Tx<'worker'>) => Promise<T>): Promise<T> =>
    again(faults, 'worker', { provesWriting: false }, () =>
      transaction(workers, { begin: 'begin', priority: 'continuing' }, (client) =>
        work(
          new Tx<'worker'>(sender(client, workers.isPooled), {
            access: 'worker',
            principal: undefined,
            storeId: undefined,
            requestId: 'worker',
          }),
        ),
      ),
    )

  /**
   * Call it before starting something that `worker` has to finish. There is a connection for it then; if its last
   * transaction met an outage, one without work is made first.
   *
   * @throws Problem `overloaded` while its transactions wait too long · `database_unavailable`
   */
  const assertWorkerKeepsUp = async (): Promise<void> => {
    workers.admission.assertRoom('continuing')
    if (faults.health.latest() !== undefined) return worker(async () => {})
    try {
      const client = await connection(workers.from)
      client.release()
    } catch (error) {
      const outage = outageOf(error)
      if (outage !== undefined) faults.health.failed(outage)
      throw asProblem(error)
    }
  }

  return { worker, assertWorkerKeepsUp }
}

type Read = <A extends Access, T>(grant: Grant<A>, work: Work<A, T>) => Promise<T>

/** Runs `work` as the caller, read-only: for a report or a file on the replica, where there is one. */
function readerOf(api: Runner, faults: Faults, replica: Replica | undefined): Read {
  const readHere = <A extends Access, T>(grant: Grant<A>, work: Work<A, T>): Promise<T> =>
    again(faults, 'read', { provesWriting: false }, () =>
      asCaller(api, grant, { begin: readOnly, writes: false, isUse: true }, work),
    )

  /** Who the caller is, is settled here. What the replica cannot read is read here as well. */
  const readThere = async <A extends Access, T>(grant: Grant<A>, work: Work<A, T>): Promise<T> => {
    const { access, storeId, requestId, priority } = grant
    const settled = await readHere(grant, async (tx) => ({
      principal: tx.principal,
      standing: await standingOf(tx),
    }))
    const found = await replica?.read(settled.standing, priority, async (send) => {
      const principal = Promise.resolve(settled.principal)
      const tx = new Tx<Implied<A>>(send, { access, principal, storeId, requestId })
      await tx.settled()
      return work(tx)
    })
    return found === undefined ? readHere(grant, work) : found.answer
  }

  return (grant, work) => (replica?.takes(grant.priority) ? readThere(grant, work) : readHere(grant, work))
}

function replicaOf(
  { replicaUrl, onReplica, ...options }: DatabaseOptions,
  primary: Runner,
  faults: Faults,
): Replica | undefined {
  if (replicaUrl === undefined) return undefined
  const places = Math.max(2, Math.ceil(options.poolSize / 2))
  const there = runner(options, { url: replicaUrl, places, name: 'mostrador-reports' })
  const isWritten = (lsn: string, priority: Priority) =>
    again(faults, 'read', { provesWriting: false }, () => hasWritten(primary, lsn, priority))
  return createReplica(there, isWritten, onReplica)
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
  work: Work<A, T>,
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
    if (isUse && tx.principal.isStale && countsAsUse(grant, tx.principal))
      keepAwake(runner, credential.tokenHash)
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
