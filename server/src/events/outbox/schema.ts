import { closed, enumeration, Id, Instant, named, nullable } from '../../http/shapes.ts'
import { type Static, Type } from '../../json-schema.ts'
import { eventTypeNames, eventTypes } from './event-types.ts'

/** An event as sent on a stream. Webhooks get the same under other names (`events/webhooks/dispatcher.ts`). */
export const EventMessage = named(
  'EventMessage',
  Type.Object(
    {
      id: Id,
      type: enumeration('EventType', eventTypeNames),
      at: Instant,
      merchantId: Id,
      storeId: nullable(Id),
      payload: Type.Record(Type.String(), Type.Unknown(), {
        description: 'Depends on the type; see docs/events.md',
      }),
    },
    closed,
  ),
)
export type EventMessage = Static<typeof EventMessage>

export const StreamQuery = Type.Object(
  {
    storeId: Type.Optional({ ...Id, description: 'Only events of this store and its merchant' }),
    lastEventId: Type.Optional({
      ...Id,
      description: 'For clients that cannot send the header `Last-Event-ID`',
    }),
  },
  closed,
)

/** The event types that a webhook of a whole merchant can receive. */
export const merchantEventTypes = eventTypeNames.filter((name) => eventTypes[name].seenBy !== 'platform')

/** Those that a store's webhook can receive. */
export const storeEventTypes = merchantEventTypes.filter((name) => eventTypes[name].concerns === 'store')
