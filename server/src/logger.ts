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
 * line carries the ids of the current trace.
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
  }
  return destination === undefined ? pino(options) : pino(options, destination)
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
