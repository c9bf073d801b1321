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
      summary: 'List a merchant’s own provider accounts that can fund sales, newest first',
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
      summary: 'Connect a store to the merchant’s own provider account',
      description: 'Key and secret are stored sealed and never returned.',
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
      summary: 'Retrieve a connection',
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
      summary: 'Delete a connection',
      description: 'It funds no new sales. Sales that it has funded are still settled with it.',
      tag,
      access: 'store:manager',
      confirmed: true,
      store: 'row',
      params: shapes.ById,
      responses: { 204: null },
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
      summary: 'Resume a paused connection',
      description:
        'A connection pauses when the person responsible for it (answerableName) leaves, gets a lower role or is blocked. The person who ' +
        'resumes it becomes responsible for it.',
      tag,
      access: 'store:manager',
      confirmed: true,
      store: 'row',
      params: shapes.ById,
      responses: { 200: shapes.Connection },
      problems: ['invalid_transition'],
      handle: async ({ grant, params }) => ok(await connections.resume(grant, params.id)),
    }),
    route({
      method: 'POST',
      path: '/pos/connections/{id}/check',
      domain: 'stores',
      name: 'checkConnection',
      summary: 'Check a connection and its balance at the provider',
      tag,
      access: 'store:manager',
      limit: 'lookup',
      store: 'row',
      params: shapes.ById,
      responses: { 200: shapes.Connection },
      problems: ['connection_disabled', 'connection_refused', 'aggregator_unavailable'],
      handle: async ({ grant, params }) => ok(await connections.check(grant, params.id)),
    }),
  ]
}
