import { clientOf } from '../../http/client.ts'
import { created, noContent, type Route, route } from '../../http/route.ts'
import { languageOf } from '../mails/service.ts'
import * as shapes from './schema.ts'
import type { IdentityService } from './service.ts'

const tag = 'identity'

/** New passwords by one-time link. */
export function resetRoutes(identity: IdentityService): Route[] {
  return [
    route({
      method: 'POST',
      path: '/auth/password-resets',
      name: 'requestPasswordReset',
      summary: 'Mail a link for a new password; the same answer for unknown addresses',
      tag,
      access: 'public',
      limit: 'signIn',
      body: shapes.AskReset,
      responses: { 202: shapes.ResetAsked },
      problems: ['too_many_attempts'],
      handle: async ({ grant, body, ...from }) => ({
        status: 202,
        body: await identity.askReset(grant, clientOf(from), { ...body, language: languageOf(from.headers) }),
      }),
    }),
    route({
      method: 'POST',
      path: '/auth/password-resets/redeem',
      name: 'chooseNewPassword',
      summary: 'Set a new password with a link; all sessions end',
      tag,
      access: 'public',
      limit: 'signIn',
      secret: true,
      body: shapes.RedeemReset,
      responses: { 204: null },
      problems: ['reset_link_spent', 'weak_password'],
      handle: async ({ grant, body }) => {
        await identity.redeemReset(grant, body)
        return noContent()
      },
    }),
    route({
      method: 'POST',
      path: '/pos/accounts/{id}/password-resets',
      name: 'createStaffPasswordReset',
      summary: 'Issue a link for a new password to a person of your stores',
      tag,
      access: 'owner',
      confirmed: true,
      secret: true,
      params: shapes.ById,
      responses: { 201: shapes.ResetLink },
      problems: ['forbidden', 'merchant_suspended'],
      handle: async ({ grant, params }) => created(await identity.issueResetAsOwner(grant, params.id)),
    }),
    route({
      method: 'POST',
      path: '/platform/accounts/{id}/password-resets',
      name: 'createPasswordReset',
      summary: 'Issue a link for a new password',
      tag,
      access: 'platform:admin',
      confirmed: true,
      secret: true,
      params: shapes.ById,
      responses: { 201: shapes.ResetLink },
      problems: ['forbidden', 'mfa_required'],
      handle: async ({ grant, params }) => created(await identity.issueResetAsAdmin(grant, params.id)),
    }),
  ]
}
