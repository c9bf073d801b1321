import { created, noContent, ok, type Route, route } from '../../http/route.ts'
import * as shapes from './schema.ts'
import type { WebhooksService } from './service.ts'

const common = { tag: 'events', access: 'rows' } as const

export function webhooksRoutes(webhooks: WebhooksService): Route[] {
  return [
    route({
      ...common,
      method: 'GET',
      path: '/pos/webhooks',
      name: 'listWebhooks',
      summary: 'List webhooks, newest first',
      query: shapes.WebhookQuery,
      responses: { 200: shapes.WebhookPage },
      problems: ['invalid_cursor'],
      handle: async ({ grant, query }) => ok(await webhooks.webhooks(grant, query)),
    }),
    route({
      ...common,
      method: 'POST',
      path: '/pos/webhooks',
      name: 'createWebhook',
      summary: 'Create a webhook for the events of a store, or of the whole merchant',
      description:
        'For a store by its managers, for the merchant by its owner. Messages are signed (Standard Webhooks) with the ' +
        'secret, which is shown only in this answer.',
      confirmed: true,
      limit: 'lookup',
      secret: true,
      body: shapes.NewWebhook,
      responses: { 201: shapes.AddedWebhook },
      problems: ['forbidden', 'merchant_suspended', 'webhook_target_refused', 'too_many_webhooks'],
      handle: async ({ grant, body }) => {
        const added = await webhooks.add(grant, body)
        return created(added, `/pos/webhooks/${added.id}`)
      },
    }),
    route({
      ...common,
      method: 'GET',
      path: '/pos/webhooks/{id}',
      name: 'getWebhook',
      summary: 'Retrieve a webhook',
      params: shapes.ById,
      responses: { 200: shapes.Webhook },
      handle: async ({ grant, params }) => ok(await webhooks.webhook(grant, params.id)),
    }),
    route({
      ...common,
      method: 'PATCH',
      path: '/pos/webhooks/{id}',
      name: 'updateWebhook',
      summary: 'Update, pause or resume a webhook',
      description:
        'Events that happen while it is not ACTIVE are not sent later. The person who changes its url or switches it on becomes responsible for it: it ' +
        'is paused (pausedReason) when that person is no longer allowed to create it.',
      confirmed: true,
      limit: 'lookup',
      params: shapes.ById,
      body: shapes.WebhookChange,
      responses: { 200: shapes.Webhook },
      problems: ['forbidden', 'webhook_target_refused'],
      handle: async ({ grant, params, body }) => ok(await webhooks.change(grant, params.id, body)),
    }),
    route({
      ...common,
      method: 'DELETE',
      path: '/pos/webhooks/{id}',
      name: 'deleteWebhook',
      summary: 'Delete a webhook with its delivery log',
      confirmed: true,
      params: shapes.ById,
      responses: { 204: null },
      problems: ['forbidden'],
      handle: async ({ grant, params }) => {
        await webhooks.remove(grant, params.id)
        return noContent()
      },
    }),
    route({
      ...common,
      method: 'POST',
      path: '/pos/webhooks/{id}/rotate-secret',
      name: 'rotateWebhookSecret',
      summary: 'Rotate a webhook’s secret',
      description:
        'The secret is shown only in this answer. For a day messages are also signed with the previous one, and with the one ' +
        'before if it was rotated twice: if the answer is lost, repeat the request.',
      confirmed: true,
      secret: true,
      params: shapes.ById,
      responses: { 200: shapes.RotatedSecret },
      problems: ['forbidden'],
      handle: async ({ grant, params }) => ok(await webhooks.rotate(grant, params.id)),
    }),
    route({
      ...common,
      method: 'GET',
      path: '/pos/webhooks/{id}/deliveries',
      name: 'listWebhookDeliveries',
      summary: 'List the deliveries of a webhook, newest first',
      params: shapes.ById,
      query: shapes.DeliveryQuery,
      responses: { 200: shapes.DeliveryPage },
      problems: ['invalid_cursor'],
      handle: async ({ grant, params, query }) => ok(await webhooks.deliveries(grant, params.id, query)),
    }),
    route({
      ...common,
      method: 'POST',
      path: '/pos/webhooks/{id}/deliveries/{deliveryId}/resend',
      name: 'resendWebhookDelivery',
      summary: 'Send a delivery again',
      description: 'The message keeps its id, so that receivers can recognize it.',
      params: shapes.ByDelivery,
      responses: { 200: shapes.Delivery },
      problems: ['forbidden', 'invalid_transition'],
      handle: async ({ grant, params }) => ok(await webhooks.resend(grant, params.id, params.deliveryId)),
    }),
  ]
}
