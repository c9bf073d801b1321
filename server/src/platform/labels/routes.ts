import { created, noContent, ok, type Route, route } from '../../http/route.ts'
import { closed, Id, named } from '../../http/shapes.ts'
import { languageOf } from '../../identity/mails/service.ts'
import { Type } from '../../json-schema.ts'
import * as shapes from './schema.ts'
import type { RolesService } from './service.ts'

const tag = 'platform'

const Nothing = named('Empty', Type.Object({}, closed))

export function rolesRoutes(roles: RolesService): Route[] {
  return [
    route({
      method: 'GET',
      path: '/platform/roles',
      name: 'listPlatformRoles',
      summary: 'List the holders of platform labels',
      tag,
      access: 'platform:admin',
      query: shapes.LabelHolderQuery,
      responses: { 200: shapes.LabelHolderPage },
      problems: ['forbidden', 'mfa_required', 'invalid_cursor'],
      handle: async ({ grant, query }) => ok(await roles.holders(grant, query)),
    }),
    route({
      method: 'POST',
      path: '/platform/roles',
      name: 'grantPlatformRole',
      summary: 'Give an account a platform label',
      tag,
      access: 'platform:admin',
      confirmed: true,
      body: shapes.GrantLabel,
      responses: { 201: shapes.LabelHolder },
      problems: ['forbidden', 'mfa_required', 'email_unproved', 'label_held', 'store_staff'],
      handle: async ({ grant, body }) => created(await roles.grantLabel(grant, body)),
    }),
    route({
      method: 'DELETE',
      path: '/platform/roles/{accountId}/{label}',
      name: 'revokePlatformRole',
      summary: 'Remove a platform label; once this has returned, nothing that relied on it commits',
      tag,
      access: 'platform:admin',
      confirmed: true,
      params: shapes.HeldLabel,
      responses: { 204: null },
      problems: ['forbidden', 'mfa_required', 'label_not_held', 'last_admin'],
      handle: async ({ grant, params }) => {
        await roles.revokeLabel(grant, params)
        return noContent()
      },
    }),
    route({
      method: 'POST',
      path: '/platform/impersonations',
      name: 'impersonateAccount',
      summary: 'Reserved for impersonation',
      description: 'Returns 501 to administrators and does nothing.',
      tag,
      access: 'platform:admin',
      confirmed: true,
      responses: { 200: Nothing },
      problems: ['forbidden', 'mfa_required', 'not_active'],
      handle: async ({ grant }) => roles.impersonate(grant),
    }),
    route({
      method: 'PATCH',
      path: '/platform/accounts/{id}/status',
      name: 'setAccountStatus',
      summary: 'Block an account, which ends its sessions, or unblock it',
      tag,
      access: 'platform:admin',
      confirmed: true,
      params: Type.Object({ id: Id }, closed),
      body: shapes.AccountStatus,
      responses: { 200: shapes.AccountWithStatus },
      problems: ['forbidden', 'mfa_required', 'last_admin'],
      handle: async ({ grant, params, body, headers }) =>
        ok(await roles.setAccountStatus(grant, params.id, body, languageOf(headers))),
    }),
  ]
}
