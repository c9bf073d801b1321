import { createHmac, randomBytes } from 'node:crypto'

const secretBytes = 32
const prefix = 'whsec_'

/** A new secret in the receiver's format: `whsec_` and 32 bytes in base64. */
export function newSecret(): string {
  return prefix + randomBytes(secretBytes).toString('base64')
}

/**
 * The headers that prove origin and freshness of a message (Standard Webhooks 1.0).
 *
 * @param id the same for every attempt of one message
 * @param secrets each one signs; a receiver with any of them can verify
 */
export function signedHeaders(
  id: string,
  at: Date,
  body: string,
  secrets: readonly string[],
): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  }
}
