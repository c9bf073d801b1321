import { created, noContent, ok, type Route, route } from '../../http/route.ts'
import * as shapes from './schema.ts'
import type { ConnectionsService } from './service.ts'

const tag = 'shop'

export function connectionsRoutes(connections: ConnectionsService): Route[] {
  return [
    route({
      method: 'GET',
      path: '/pos/connections',
      name: 'listConnections',
      summary: 'Own accounts with a provider that a sale can be funded from, newest first',
      tag,
      access: 'rows',
      store: 'query',
      query: shapes.ConnectionQuery,
      responses: { 200: shapes.ConnectionPage },
      problems: ['invalid_cursor'],
      handle: async ({ grant, query }) => ok(await connections.connections(grant, query)),
    }),
    route({
      method: 'POST',
      path: '/pos/connections',
      name: 'createConnection',
      summary: 'Connect a store to an own account with a provider',
      description: 'Key and secret are kept sealed, and no answer ever holds them.',
      tag,
      access: 'store:manager',
      confirmed: true,
      store: 'body',
      body: shapes.NewConnection,
      responses: { 201: shapes.Connection },
      problems: ['duplicate_value', 'aggregator_unavailable'],
      handle: async ({ grant, body }) => {
        const added = await connections.add(grant, body)
        return created(added, `/pos/connections/${added.id}`)
      },
    }),
    route({
      method: 'GET',
      path: '/pos/connections/{id}',
      domain: 'stores',
      name: 'getConnection',
      summary: 'One connection',
      tag,
      access: 'rows',
      params: shapes.ById,
      responses: { 200: shapes.Connection },
      handle: async ({ grant, params }) => ok(await connections.connection(grant, params.id)),
    }),
    route({
      method: 'DELETE',
      path: '/pos/connections/{id}',
      domain: 'stores',
      name: 'deleteConnection',
      summary: 'Sell by this connection no more',
      description: 'Sales that it paid for are still settled with it.',
      tag,
      access: 'store:manager',
      confirmed: true,
      store: 'row',
      params: shapes.ById,
      responses: { 204: null },
      problems: ['forbidden', 'merchant_suspended'],
      handle: async ({ grant, params }) => {
        await connections.remove(grant, params.id)
        return noContent()
      },
    }),
    route({
      method: 'POST',
      path: '/pos/connections/{id}/resume',
      domain: 'stores',
      name: 'resumeConnection',
      summary: 'Sell by a paused connection again',
      description:
        'A connection pauses when whoever answers for it (answerableName) leaves, gets a lower role or is blocked. Whoever ' +
        'resumes it answers for it from then on.',
      tag,
      access: 'store:manager',
      confirmed: true,
      store: 'row',
      params: shapes.ById,
      responses: { 200: shapes.Connection },
      problems: ['forbidden', 'merchant_suspended', 'invalid_transition'],
      handle: async ({ grant, params }) => ok(await connections.resume(grant, params.id)),
    }),
    route({
      method: 'POST',
      path: '/pos/connections/{id}/check',
      domain: 'stores',
      name: 'checkConnection',
      summary: 'Ask the provider what the account holds',
      tag,
      access: 'store:manager',
      limit: 'lookup',
      store: 'row',
      params: shapes.ById,
      responses: { 200: shapes.Connection },
      problems: [
        'forbidden',
        'merchant_suspended',
        'connection_disabled',
        'connection_refused',
        'aggregator_unavailable',
      ],
      handle: async ({ grant, params }) => ok(await connections.check(grant, params.id)),
    }),
  ]
}
