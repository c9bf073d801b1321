import { randomBytes } from 'node:crypto'
import { Webhook } from 'standardwebhooks'

const secretBytes = 32

/** A new secret in the receiver's format: `whsec_` and 32 bytes in base64. */
export function newSecret(): string {
  return `whsec_${randomBytes(secretBytes).toString('base64')}`
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
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(' '),
  }
}
