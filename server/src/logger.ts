import { type Logger, pino, type SerializedError, stdSerializers } from 'pino'

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

/** Structured lines on standard output; secrets are redacted wherever they occur. */
export function createLogger(level: string): Logger {
  return pino({
    level,
    redact: {
      paths: secretNames.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
      censor: '[redacted]',
    },
    serializers: { err: withoutRows },
    formatters: { bindings: ({ pid }) => ({ pid }) },
  })
}

/** PostgreSQL's detail quotes the refused row with its values. */
function withoutRows(error: Error): SerializedError {
  const { detail: _detail, where: _where, ...rest } = stdSerializers.err(error)
  return rest as SerializedError
}
