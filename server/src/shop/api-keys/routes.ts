import { created, ok, type Route, route } from '../../http/route.ts'
import * as shapes from './schema.ts'
import type { ApiKeysService } from './service.ts'

const common = { tag: 'shop', access: 'owner' } as const

export function apiKeysRoutes(keys: ApiKeysService): Route[] {
  return [
    route({
      ...common,
      method: 'GET',
      path: '/pos/api_keys',
      name: 'listApiKeys',
      summary: 'List the API keys of a merchant',
      description: 'Valid keys come first, then the newest.',
      query: shapes.ApiKeyQuery,
      responses: { 200: shapes.ApiKeyPage },
      problems: ['forbidden', 'invalid_cursor'],
      handle: async ({ grant, query }) => ok(await keys.apiKeys(grant, query)),
    }),
    route({
      ...common,
      method: 'POST',
      path: '/pos/api_keys',
      name: 'createApiKey',
      summary: 'Create an API key',
      description:
        'A program sends it as `Authorization: Bearer mostrador_sk_…`. It is shown only in this answer. It acts like a manager in ' +
        'its stores, within its scopes, and cannot do what requires a person.',
      confirmed: true,
      secret: true,
      body: shapes.NewApiKey,
      responses: { 201: shapes.CreatedApiKey },
      problems: ['forbidden', 'merchant_suspended', 'merchant_closed', 'too_many_api_keys'],
      handle: async ({ grant, body }) => {
        const made = await keys.create(grant, body)
        return created(made, `/pos/api_keys/${made.id}`)
      },
    }),
    route({
      ...common,
      method: 'GET',
      path: '/pos/api_keys/{id}',
      name: 'getApiKey',
      summary: 'Retrieve an API key, without its secret',
      params: shapes.ById,
      responses: { 200: shapes.ApiKey },
      problems: ['forbidden'],
      handle: async ({ grant, params }) => ok(await keys.apiKey(grant, params.id)),
    }),
    route({
      ...common,
      method: 'PATCH',
      path: '/pos/api_keys/{id}',
      name: 'updateApiKey',
      summary: 'Rename an API key',
      params: shapes.ById,
      body: shapes.ApiKeyChange,
      responses: { 200: shapes.ApiKey },
      problems: ['forbidden', 'merchant_suspended', 'merchant_closed'],
      handle: async ({ grant, params, body }) => ok(await keys.change(grant, params.id, body)),
    }),
    route({
      ...common,
      method: 'POST',
      path: '/pos/api_keys/{id}/revoke',
      name: 'revokeApiKey',
      summary: 'Revoke an API key',
      description:
        'Takes effect immediately and cannot be undone: once this has returned, no request with the key succeeds. Needs no confirmation, so that a leaked key ' +
        'can be revoked without delay.',
      params: shapes.ById,
      responses: { 200: shapes.ApiKey },
      problems: ['forbidden'],
      handle: async ({ grant, params }) => ok(await keys.revoke(grant, params.id)),
    }),
  ]
}
