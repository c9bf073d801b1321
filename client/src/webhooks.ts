import { Webhook, WebhookVerificationError } from 'standardwebhooks'
import type { WebhookEventType } from './schema.generated.ts'

export { WebhookVerificationError }

/** An event, with the names that the live stream uses; docs/events.md describes each type's payload. */
export interface WebhookEvent {
  /** The same for every attempt: answer 2xx to an id that you have already handled. */
  readonly id: string
  readonly type: WebhookEventType
  /** When it happened, not when this attempt was made. */
  readonly at: string
  readonly merchantId: string
  /** Null if the event concerns the whole merchant. */
  readonly storeId: string | null
  readonly payload: Readonly<Record<string, unknown>>
}

/** The body of the request; Standard Webhooks gives the id in a header, and these names to the time and the payload. */
interface Message extends Omit<WebhookEvent, 'id' | 'at' | 'payload'> {
  readonly timestamp: string
  readonly data: WebhookEvent['payload']
}

type AnyHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>

/**
 * Verifies a webhook request and returns its event.
 *
 * @param secret  `whsec_…`, as shown when the webhook was created
 * @param headers the request's, as `fetch` or Node.js has them
 * @param body    the raw body: parsed and serialized again, it no longer matches its signature
 * @throws WebhookVerificationError when it was signed with another secret, was changed, is older than five
 * minutes, or has no event in its body
 */
export function verifyWebhook(secret: string, headers: AnyHeaders, body: string | Uint8Array): WebhookEvent {
  const signed = Object.fromEntries(
    ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => [name, headerOf(headers, name)]),
  )
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body)
  new Webhook(secret).verify(text, signed, { jsonParse: false })
  const { type, timestamp: at, merchantId, storeId, data: payload } = messageOf(text)
  return { id: headerOf(headers, 'webhook-id'), type, at, merchantId, storeId, payload }
}

function messageOf(text: string): Message {
  let message: Partial<Message> | null = null
  try {
    message = JSON.parse(text)
  } catch {
    // Refused below, like JSON that is no event.
  }
  if (!isMessage(message)) throw new WebhookVerificationError('The body has no event.')
  return message
}

function isMessage(sent: Partial<Message> | null): sent is Message {
  const { type, timestamp, merchantId, storeId, data } = sent ?? {}
  return (
    [type, timestamp, merchantId].every((each) => typeof each === 'string') &&
    (storeId === null || typeof storeId === 'string') &&
    typeof data === 'object' &&
    data !== null
  )
}

function headerOf(headers: AnyHeaders, name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : headers[name]
  return [value ?? ''].flat().join()
}
