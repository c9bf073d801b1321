import type { NewWebhook, Webhook, WebhookDelivery } from '@mostrador/client'
import { answer, api } from '../../../api/client.ts'
import { pagesQuery } from '../../../api/lists.ts'

export type EventType = NonNullable<NewWebhook['types']>[number]
export type DeliveryStatus = WebhookDelivery['status']
/** Why an address had no answer, or is refused. */
export type DeliveryFault = NonNullable<WebhookDelivery['attempts'][number]['error']>

/** The merchant's webhooks, newest first, for single stores and for the whole merchant. */
export const webhooksQuery = (merchantId: string) =>
  pagesQuery(['webhooks', 'list', merchantId], (cursor, signal) =>
    answer(
      api.GET('/pos/webhooks', {
        params: { query: { merchantId, limit: 50, ...(cursor !== undefined && { cursor }) } },
        signal,
      }),
    ),
  )

export const deliveriesQuery = (webhook: Webhook, status: DeliveryStatus | undefined) => ({
  ...pagesQuery(['webhooks', 'deliveries', webhook.id, status], (cursor, signal) =>
    answer(
      api.GET('/pos/webhooks/{id}/deliveries', {
        params: {
          path: { id: webhook.id },
          query: {
            limit: 25,
            ...(status !== undefined && { status }),
            ...(cursor !== undefined && { cursor }),
          },
        },
        signal,
      }),
    ),
  ),
  // Pending deliveries change without any action on this screen.
  refetchInterval: 4_000,
})
