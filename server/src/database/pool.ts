import pg from 'pg'

// bigint columns are money or counters: never a float.
pg.types.setTypeParser(pg.types.builtins.INT8, BigInt)
// numeric columns are quantities with three decimals, which a double represents precisely enough.
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number)
// A calendar day has no instant: kept as text.
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)

/** How long a request waits for a connection. */
export const usualConnectTimeoutMs = 5_000

/** How long a statement may run. */
export const usualStatementTimeoutMs = 10_000

/**
 * How long a process waits for the answer to a statement that may run for `timeoutMs`: PostgreSQL ends it before, unless its host
 * has vanished without closing the connection.
 */
export const answerTimeoutMs = (timeoutMs: number): number => timeoutMs + 5_000

/** Limits of every statement, because other programs use the same PostgreSQL. */
const limits: Readonly<Record<string, string>> = {
  statement_timeout: String(usualStatementTimeoutMs),
  lock_timeout: '5000',
  idle_in_transaction_session_timeout: '15000',
  jit: 'off',
}
const settings = Object.entries(limits)
/** For the start of a connection, … */
const startOptions = settings.map(([name, value]) => `-c ${name}=${value}`).join(' ')
/** … which a pooler does not pass on: there they are set with each BEGIN, in the same message. */
export const localLimits = settings.map(([name, value]) => `; set local ${name} = ${value}`).join('')

/** A pool whose lost connections end neither it nor the process. */
export function pool(
  url: string,
  max: number,
  applicationName: string,
  {
    onError,
    connectTimeoutMs,
    isPooled,
  }: { onError: (error: Error) => void; connectTimeoutMs: number; isPooled: boolean },
): pg.Pool {
  const made = new pg.Pool({
    connectionString: url,
    max,
    pipeline: true,
    application_name: applicationName,
    connectionTimeoutMillis: connectTimeoutMs,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    query_timeout: answerTimeoutMs(usualStatementTimeoutMs),
    ...(!isPooled && { options: startOptions }),
  })
  made.on('error', onError)
  // The pool only listens to idle connections. A connection lost in use rejects its query, and without this
  // listener the unhandled event would end the process.
  made.on('connect', (client) => {
    madeAtMs.set(client, performance.now())
    client.on('error', () => {})
  })
  return made
}

const madeAtMs = new WeakMap<pg.ClientBase, number>()
const silentAtMs = new WeakMap<pg.Pool, number>()

/** One connection got no answer: those that were made before it are not used again, since their host may have vanished. */
export function distrust(from: pg.Pool): void {
  silentAtMs.set(from, performance.now())
}

export function isTrusted(from: pg.Pool, client: pg.PoolClient): boolean {
  const silentMs = silentAtMs.get(from)
  return silentMs === undefined || (madeAtMs.get(client) ?? 0) > silentMs
}

export type EnginePool = pg.Pool

/** Connections for the job engine's own tables, as the worker's role; past a pooler, because it listens. */
export function enginePool(url: string, onError: (error: Error) => void): EnginePool {
  return pool(url, 4, 'mostrador-jobs', { onError, connectTimeoutMs: usualConnectTimeoutMs, isPooled: false })
}
