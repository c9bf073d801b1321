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
      description: 'Keys in force come first, then the newest; two hundred at most.',
      query: shapes.ApiKeyQuery,
      responses: { 200: shapes.ApiKeyList },
      problems: ['forbidden'],
      handle: async ({ grant, query }) => ok({ items: await keys.apiKeys(grant, query.merchantId) }),
    }),
    route({
      ...common,
      method: 'POST',
      path: '/pos/api_keys',
      name: 'createApiKey',
      summary: 'Create an API key',
      description:
        'A program sends it as `Authorization: Bearer mostrador_sk_…`. It is shown only in this answer. It acts like a manager in ' +
        'its stores, as far as its scopes reach, and can do nothing that needs a person.',
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
      summary: 'Read one API key, without its secret',
      params: shapes.ById,
      responses: { 200: shapes.ApiKey },
      problems: ['forbidden'],
      handle: async ({ grant, params }) => ok(await keys.apiKey(grant, params.id)),
    }),
    route({
      ...common,
      method: 'POST',
      path: '/pos/api_keys/{id}/revoke',
      name: 'revokeApiKey',
      summary: 'Revoke an API key',
      description:
        'At once and for good: no request of the key succeeds after this has answered. Needs no fresh confirmation, so that a key ' +
        'that has leaked is revoked without delay.',
      params: shapes.ById,
      responses: { 200: shapes.ApiKey },
      problems: ['forbidden'],
      handle: async ({ grant, params }) => ok(await keys.revoke(grant, params.id)),
    }),
  ]
}
