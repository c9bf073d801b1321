import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino'
import { traceIds } from './tracing/trace.ts'

/** Names under which a secret could reach a log line. */
const secretNames = [
  'password',
  'newPassword',
  'currentPassword',
  'token',
  'totp',
  'pin',
  'secret',
  'authorization',
  'cookie',
]

/**
 * Writes JSON lines, by default to standard output. Secrets are redacted wherever they occur. While traces are on, a
 * line carries the ids of the current trace. Work without a request that fails again and again for one reason has a
 * line a minute.
 */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options: LoggerOptions = {
    level,
    redact: {
      paths: secretNames.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
      censor: '[redacted]',
    },
    serializers: { err: (error: unknown) => logged(error) },
    formatters: { bindings: ({ pid }) => ({ pid }) },
    mixin: traceIds,
    hooks: { logMethod: withoutRepeats() },
  }
  return destination === undefined ? pino(options) : pino(options, destination)
}

/** While the database is away, every loop of a server fails once a second or more. */
const repeatMs = 60_000
const mostReasons = 1_000

/** Passes a warning or an error on, unless the same was logged less than a minute ago. The next one counts what was left out. */
function withoutRepeats(): NonNullable<NonNullable<LoggerOptions['hooks']>['logMethod']> {
  // Of the monotonic clock: after a wall clock is set back, lines would be left out until it has caught up.
  const logged = new Map<string, { readonly atMs: number; left: number }>()
  return function pass(args, method, level) {
    const said: unknown[] = args
    const [fields, message] = said
    const reason = level < 40 || this.bindings()['reqId'] !== undefined ? undefined : reasonOf(fields)
    if (reason === undefined) return void method.apply(this, args)
    const key = `${message}: ${reason}`
    const before = logged.get(key)
    if (before !== undefined && performance.now() - before.atMs < repeatMs) {
      before.left += 1
      return
    }
    if (logged.size >= mostReasons) logged.clear()
    logged.set(key, { atMs: performance.now(), left: 0 })
    if (before !== undefined && before.left > 0) said[0] = { ...(fields as object), leftOut: before.left }
    method.apply(this, args)
  }
}

/** What a line says beside its message, when that is only the reason of a failure. */
function reasonOf(fields: unknown): string | undefined {
  if (typeof fields !== 'object' || fields === null) return undefined
  const [name, ...others] = Object.keys(fields)
  const { err, engine } = fields as { readonly err?: unknown; readonly engine?: unknown }
  if (others.length > 0 || (name !== 'err' && name !== 'engine')) return undefined
  return name === 'engine' ? String(engine) : err instanceof Error ? err.message : undefined
}

/** An error may be among its own causes. */
const mostCauses = 5

interface LoggedError {
  readonly type: string
  readonly message: string
  readonly code?: string
  readonly stack?: string
  readonly errors?: readonly LoggedError[]
  readonly cause?: LoggedError
}

/**
 * Only these fields: PostgreSQL's `detail` quotes the refused row with its values, and its driver attaches the
 * whole client to the error of a lost connection.
 */
function logged(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) }
  const { code, stack, cause } = error as Error & { readonly code?: unknown }
  return {
    type: error.constructor.name,
    message: error.message,
    ...(code !== undefined && { code: String(code) }),
    ...(stack !== undefined && { stack }),
    ...(error instanceof AggregateError && { errors: error.errors.map((each) => logged(each, depth + 1)) }),
    ...(cause !== undefined && depth < mostCauses && { cause: logged(cause, depth + 1) }),
  }
}
