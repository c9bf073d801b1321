import { ok, type Route, route } from '../../http/route.ts'
import { Type } from '../../json-schema.ts'
import { StreamQuery } from './schema.ts'
import type { EventsService } from './service.ts'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

export function eventsRoutes(events: EventsService): Route[] {
  return [
    route({
      method: 'GET',
      path: '/events',
      name: 'streamEvents',
      summary: 'Stream events as they happen',
      description:
        'Server-sent events that the caller may read. `Last-Event-ID` continues after that event; the first ' +
        'message, `ready`, says whether that was possible. See docs/events.md.',
      tag: 'events',
      access: 'rows',
      till: true,
      store: 'query',
      query: StreamQuery,
      headers: ['last-event-id'],
      responses: { 200: Type.String({ description: 'text/event-stream' }) },
      problems: ['forbidden', 'merchant_suspended'],
      // A stream asks its client to reconnect long before this.
      timeoutMs: 30 * 60_000,
      handle: async ({ grant, query, headers }) => {
        const sent = headers['last-event-id']
        const last = typeof sent === 'string' && uuid.test(sent) ? sent : undefined
        const stream = await events.open(grant, { ...query, lastEventId: last ?? query.lastEventId })
        return ok(stream, {
          'content-type': 'text/event-stream; charset=utf-8',
          'cache-control': 'no-store, no-transform',
          'x-accel-buffering': 'no',
          // The connection is not reused afterwards, and a stopping server would wait for it.
          connection: 'close',
        })
      },
    }),
  ]
}
