import { pauseReasons } from '../../authorization/standing.ts'
import {
  closed,
  enumeration,
  Id,
  Instant,
  type JsonIn,
  named,
  nullable,
  page,
  pageQuery,
  text,
} from '../../http/shapes.ts'
import { type Static, Type } from '../../json-schema.ts'
import { merchantEventTypes } from '../outbox/schema.ts'
import { deliveryFaults } from './transport.ts'

export const PausedReason = enumeration('PausedReason', pauseReasons)

export const AnswerableName = nullable({
  ...Type.String(),
  description:
    'The person responsible: who created it, changed its target, or resumed it last. Null: not visible to the caller',
})

const webhookStatuses = ['ACTIVE', 'PAUSED', 'DISABLED'] as const
/** Why a webhook was disabled. */
const disabledReasons = ['receiver_gone', 'unreachable'] as const
const deliveryStatuses = ['PENDING', 'DELIVERED', 'FAILED'] as const

export const ById = Type.Object({ id: Id }, closed)
export const ByDelivery = Type.Object({ id: Id, deliveryId: Id }, closed)

const Url = Type.String({
  format: 'uri',
  maxLength: 2_000,
  description: 'https, without a user name, at a public address',
})
const Types = Type.Array(enumeration('WebhookEventType', merchantEventTypes), {
  maxItems: merchantEventTypes.length,
  uniqueItems: true,
  description:
    'The event types to receive; empty: all. A store’s webhook takes only types that concern a store (docs/events.md)',
})

export const NewWebhook = named(
  'NewWebhook',
  Type.Object(
    {
      storeId: Type.Optional({ ...Id, description: 'Receives the events that concern this store' }),
      merchantId: Type.Optional({
        ...Id,
        description: 'Receives the events of this merchant and of all its stores; only for its owner',
      }),
      url: Url,
      description: Type.Optional(text(200)),
      types: Type.Optional(Types),
    },
    closed,
  ),
)
export type NewWebhook = Static<typeof NewWebhook>

export const WebhookChange = named(
  'WebhookChange',
  Type.Object(
    {
      url: Type.Optional(Url),
      description: Type.Optional(nullable(text(200))),
      types: Type.Optional(Types),
      status: Type.Optional(enumeration('SwitchStatus', ['ACTIVE', 'PAUSED'])),
    },
    { ...closed, minProperties: 1 },
  ),
)
export type WebhookChange = Static<typeof WebhookChange>

const fields = {
  id: Id,
  merchantId: Id,
  storeId: nullable(Id),
  url: Type.String(),
  description: nullable(Type.String()),
  types: Type.Array(Type.String()),
  status: enumeration('WebhookStatus', webhookStatuses),
  disabledReason: nullable({
    ...enumeration('WebhookDisabledReason', disabledReasons),
    description:
      '`receiver_gone`: the receiver answered 410; `unreachable`: every delivery failed for too long',
  }),
  pausedReason: nullable({ ...PausedReason, description: 'Null: paused by a person, or not paused' }),
  answerableName: AnswerableName,
  failingSince: nullable(Instant),
  createdAt: Instant,
  updatedAt: Instant,
}
export const Webhook = named('Webhook', Type.Object(fields, closed))
export type Webhook = Static<typeof Webhook>
export const WebhookPage = page(Webhook)

const Secret = Type.String({ description: '`whsec_…`; shown once' })
export const AddedWebhook = named('CreatedWebhook', Type.Object({ ...fields, secret: Secret }, closed))
export type AddedWebhook = Static<typeof AddedWebhook>
export const RotatedSecret = named(
  'RotatedWebhookSecret',
  Type.Object({ secret: Secret, previousValidUntil: Instant }, closed),
)
export type RotatedSecret = Static<typeof RotatedSecret>

export const WebhookQuery = Type.Object({
  storeId: Type.Optional(Id),
  merchantId: Type.Optional({ ...Id, description: 'Only webhooks of this merchant and its stores' }),
  ...pageQuery,
})
export type WebhookQuery = Static<typeof WebhookQuery>

const Attempt = named(
  'WebhookAttempt',
  Type.Object(
    {
      at: Instant,
      status: nullable(Type.Integer()),
      error: nullable({
        ...enumeration('WebhookDeliveryFault', deliveryFaults),
        description: 'Why there was no answer',
      }),
      durationMs: Type.Integer(),
    },
    closed,
  ),
)
export const Delivery = named(
  'WebhookDelivery',
  Type.Object(
    {
      id: Id,
      eventId: Id,
      type: nullable({ ...Type.String(), description: 'Null: the caller may not read the event' }),
      status: enumeration('WebhookDeliveryStatus', deliveryStatuses),
      attempts: Type.Array(Attempt, { description: 'The last twenty attempts, in order' }),
      nextAttemptAt: nullable(Instant),
      createdAt: Instant,
      finishedAt: nullable(Instant),
    },
    closed,
  ),
)
export type Delivery = JsonIn<Static<typeof Delivery>, 'attempts'>
export const DeliveryPage = page(Delivery)

export const DeliveryQuery = Type.Object({
  status: Type.Optional(enumeration('WebhookDeliveryStatus', deliveryStatuses)),
  ...pageQuery,
})
export type DeliveryQuery = Static<typeof DeliveryQuery>
