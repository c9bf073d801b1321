import { Webhook, WebhookVerificationError } from 'standardwebhooks'
import type { WebhookEventType } from './schema.generated.ts'

export { WebhookVerificationError }

/** An event as webhooks receive it; docs/events.md describes each type's data. */
export interface WebhookEvent {
  /** The same for every attempt: answer 2xx to an id that you have already handled. */
  readonly id: string
  readonly type: WebhookEventType
  readonly at: string
  readonly merchantId: string | null
  readonly storeId: string | null
  readonly payload: Readonly<Record<string, unknown>>
}

type AnyHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>

/**
 * Verifies a webhook request and returns its event.
 *
 * @param secret  `whsec_…`, as shown when the webhook was created
 * @param headers the request's, as `fetch` or Node.js has them
 * @param body    the raw body: parsed and serialized again, it no longer matches its signature
 * @throws WebhookVerificationError when it was signed with another secret, was changed, or is older than five
 * minutes
 */
export function verifyWebhook(secret: string, headers: AnyHeaders, body: string | Uint8Array): WebhookEvent {
  const signed = Object.fromEntries(
    ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => [name, headerOf(headers, name)]),
  )
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body)
  return new Webhook(secret).verify(text, signed) as WebhookEvent
}

function headerOf(headers: AnyHeaders, name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : headers[name]
  return [value ?? ''].flat().join()
}
