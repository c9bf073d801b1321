import { Webhook, WebhookVerificationError } from 'standardwebhooks'
import type { WebhookEventType } from './schema.generated.ts'

export { WebhookVerificationError }

/** What a webhook is told; docs/events.md says what each type carries. */
export interface WebhookEvent {
  /** The same for every attempt: answer 2xx to what you know already. */
  readonly id: string
  readonly type: WebhookEventType
  readonly at: string
  readonly merchantId: string | null
  readonly storeId: string | null
  readonly payload: Readonly<Record<string, unknown>>
}

type AnyHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>

/**
 * The event of a webhook request, once its signature has shown that Mostrador sent it just now.
 *
 * @param secret  `whsec_…`, as it was shown when the webhook was made
 * @param headers of the request, as `fetch` or Node.js has them
 * @param body    as it came, byte for byte: parsed and written anew it no longer fits its signature
 * @throws WebhookVerificationError when it was signed with another secret, changed on the way, or is older than five minutes
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
