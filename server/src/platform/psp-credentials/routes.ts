import { created, ok, type Route, route } from '../../http/route.ts'
import * as shapes from './schema.ts'
import type { PspCredentialsService } from './service.ts'

const tag = 'platform'

export function pspCredentialsRoutes(credentials: PspCredentialsService): Route[] {
  return [
    route({
      method: 'GET',
      path: '/admin/psp-credentials',
      name: 'listPspCredentials',
      summary: 'List credentials of payment providers, newest first, without secrets',
      tag,
      access: 'platform:admin',
      query: shapes.PspCredentialsQuery,
      responses: { 200: shapes.PspCredentialsPage },
      problems: ['forbidden', 'mfa_required', 'invalid_cursor'],
      handle: async ({ grant, query }) => ok(await credentials.list(grant, query)),
    }),
    route({
      method: 'POST',
      path: '/admin/psp-credentials',
      name: 'addPspCredentials',
      summary: 'Add credentials of a payment provider, for one merchant or for the platform',
      description: 'Secrets are stored sealed and never returned.',
      tag,
      access: 'platform:admin',
      confirmed: true,
      body: shapes.NewPspCredentials,
      responses: { 201: shapes.PspCredentials },
      problems: ['forbidden', 'mfa_required', 'merchant_closed', 'duplicate_value'],
      handle: async ({ grant, body }) => created(await credentials.add(grant, body)),
    }),
    route({
      method: 'PATCH',
      path: '/admin/psp-credentials/{id}',
      name: 'updatePspCredentials',
      summary: 'Replace secrets, or deactivate credentials; an omitted secret stays',
      tag,
      access: 'platform:admin',
      confirmed: true,
      params: shapes.ById,
      body: shapes.PspCredentialsChange,
      responses: { 200: shapes.PspCredentials },
      problems: ['forbidden', 'mfa_required'],
      handle: async ({ grant, params, body }) => ok(await credentials.change(grant, params.id, body)),
    }),
  ]
}
