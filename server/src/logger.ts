import { type Logger, pino } from 'pino'

/** Names under which a secret could ever reach a log line. */
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

/** Structured lines on standard output; secrets are cut out wherever they stand. */
export function createLogger(level: string): Logger {
  return pino({
    level,
    redact: {
      paths: secretNames.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
      censor: '[redacted]',
    },
    formatters: { bindings: ({ pid }) => ({ pid }) },
  })
}
