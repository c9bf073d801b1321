import { clientOf } from '../../http/client.ts'
import { sessionCookie } from '../../http/credentials.ts'
import { created, noContent, ok, type Reply, type Route, route } from '../../http/route.ts'
import { factorResetRoutes } from './factor-reset-routes.ts'
import { resetRoutes } from './reset-routes.ts'
import * as shapes from './schema.ts'
import type { IdentityService } from './service.ts'

const tag = 'identity'
/** The longest that a session can live. */
const cookieSeconds = 30 * 24 * 3600

export function identityRoutes(identity: IdentityService): Route[] {
  return [
    ...comingIn(identity),
    ...ownSessions(identity),
    ...ownAccount(identity),
    ...resetRoutes(identity),
    ...factorResetRoutes(identity),
  ]
}

function comingIn(identity: IdentityService): Route[] {
  return [
    route({
      method: 'POST',
      path: '/auth/sessions',
      name: 'signIn',
      summary: 'Sign in; returns a bearer token, and sets it as a cookie for browsers',
      description:
        '401 `second_factor_required` means that the password is right and a code is missing: send both. After five failures each one lengthens the pause; 429 gives it in `Retry-After`.',
      tag,
      access: 'public',
      limit: 'signIn',
      secret: true,
      body: shapes.SignIn,
      responses: { 201: shapes.SessionOpened },
      problems: ['invalid_credentials', 'second_factor_required', 'weak_password', 'too_many_attempts'],
      handle: async ({ grant, body, isHttps, ...from }) =>
        withCookie(await identity.signIn(grant, clientOf(from), body), isHttps),
    }),
    route({
      method: 'GET',
      path: '/setup',
      name: 'getSetupStatus',
      summary: 'Check whether the installation needs its first administrator',
      tag,
      access: 'public',
      responses: { 200: shapes.SetupNeed },
      handle: async ({ grant }) => ok({ needed: await identity.setupNeeded(grant) }),
    }),
    route({
      method: 'POST',
      path: '/setup/first-admin',
      name: 'createFirstAdmin',
      summary: 'Create the first administrator with the link that the server printed',
      tag,
      access: 'public',
      limit: 'signIn',
      secret: true,
      body: shapes.FirstAdmin,
      responses: { 201: shapes.SessionOpened },
      problems: ['setup_link_spent', 'weak_password', 'email_taken'],
      handle: async ({ grant, body, isHttps, ...from }) =>
        withCookie(await identity.makeFirstAdmin(grant, clientOf(from), body), isHttps),
    }),
    route({
      method: 'POST',
      path: '/auth/invites/lookup',
      name: 'lookUpInvite',
      summary: 'Retrieve an invitation by its token',
      tag,
      access: 'public',
      secret: true,
      body: shapes.LinkToken,
      responses: { 200: shapes.InviteFace },
      problems: ['invite_spent'],
      handle: async ({ grant, body }) => ok(await identity.invite(grant, body.token)),
    }),
    route({
      method: 'POST',
      path: '/auth/invites/accept',
      name: 'acceptInvite',
      summary: 'Accept an invitation and sign in',
      description:
        'A person without an account sends `name` and `password` for a new one. A person with an account sends its `password`, and `totp` if it has a second factor. ' +
        'A member who adds an e-mail sends `password` for a first one, and the `pin` that they chose at the till; wrong ones count as there.',
      tag,
      access: 'public',
      limit: 'signIn',
      secret: true,
      body: shapes.AcceptInvite,
      responses: { 201: shapes.SessionOpened },
      problems: [
        'invite_spent',
        'weak_password',
        'already_member',
        'platform_staff',
        'merchant_suspended',
        'invalid_credentials',
        'second_factor_required',
        'too_many_attempts',
        'email_taken',
        'employee_locked',
        'invalid_employee_code',
        'pin_not_chosen',
        'pin_expired',
        'inviter_gave_pin',
      ],
      handle: async ({ grant, body, isHttps, ...from }) =>
        withCookie(await identity.acceptInvite(grant, clientOf(from), body), isHttps),
    }),
  ]
}

function ownSessions(identity: IdentityService): Route[] {
  return [
    route({
      method: 'GET',
      path: '/auth/me',
      name: 'getProfile',
      summary: 'Retrieve the signed-in account: labels, merchants, stores with roles and scopes, navigation',
      tag,
      access: 'authenticated',
      till: true,
      responses: { 200: shapes.Me },
      handle: async ({ grant }) => ok(await identity.me(grant), { 'cache-control': 'private, no-store' }),
    }),
    route({
      method: 'DELETE',
      path: '/auth/sessions/current',
      name: 'signOut',
      summary: 'Sign out',
      tag,
      access: 'authenticated',
      till: true,
      responses: { 204: null },
      handle: async ({ grant, isHttps }) => {
        await identity.signOut(grant)
        return noContent({ 'set-cookie': sessionCookie('', 0, isHttps) })
      },
    }),
    route({
      method: 'POST',
      path: '/auth/sessions/current/confirm',
      name: 'confirmSession',
      summary: 'Confirm the session with password and second factor',
      description:
        'Call it after 403 `confirmation_required`. A session opened a few minutes ago is confirmed already. Confirming with `totp` also completes the second factor of a session that was opened without it.',
      tag,
      access: 'authenticated',
      body: shapes.ConfirmSession,
      responses: { 200: shapes.SessionConfirmed },
      problems: ['reauthentication_required', 'invalid_code', 'too_many_attempts'],
      handle: async ({ grant, body }) => ok(await identity.confirmSession(grant, body)),
    }),
    route({
      method: 'DELETE',
      path: '/auth/sessions',
      name: 'signOutEverywhere',
      summary: 'End all sessions of your account',
      tag,
      access: 'authenticated',
      responses: { 204: null },
      handle: async ({ grant, isHttps }) => {
        await identity.signOutEverywhere(grant)
        return noContent({ 'set-cookie': sessionCookie('', 0, isHttps) })
      },
    }),
  ]
}

function ownAccount(identity: IdentityService): Route[] {
  return [
    route({
      method: 'POST',
      path: '/auth/password',
      name: 'changePassword',
      summary: 'Change your password; all other sessions end',
      tag,
      access: 'authenticated',
      body: shapes.ChangePassword,
      responses: { 204: null },
      problems: ['reauthentication_required', 'weak_password', 'too_many_attempts'],
      handle: async ({ grant, body }) => {
        await identity.changePassword(grant, body)
        return noContent()
      },
    }),
    route({
      method: 'POST',
      path: '/auth/totp',
      name: 'enrolSecondFactor',
      summary: 'Start the enrolment of a second factor (TOTP)',
      tag,
      access: 'authenticated',
      secret: true,
      body: shapes.Confirmation,
      responses: { 201: shapes.Enrolment },
      problems: ['reauthentication_required', 'second_factor_enabled', 'too_many_attempts'],
      handle: async ({ grant, body }) => ({
        status: 201,
        body: await identity.enrolTotp(grant, body.password),
      }),
    }),
    route({
      method: 'POST',
      path: '/auth/totp/confirm',
      name: 'confirmSecondFactor',
      summary: 'Complete the enrolment with the first code; returns the recovery codes once',
      tag,
      access: 'authenticated',
      secret: true,
      body: shapes.EnrolmentCode,
      responses: { 200: shapes.RecoveryCodes },
      problems: ['invalid_code', 'second_factor_enabled', 'second_factor_not_enrolled', 'too_many_attempts'],
      handle: async ({ grant, body }) => ok(await identity.confirmTotp(grant, body.code)),
    }),
    route({
      method: 'POST',
      path: '/auth/totp/recovery-codes',
      name: 'renewRecoveryCodes',
      summary: 'Replace your recovery codes; the new ones are shown once',
      tag,
      access: 'authenticated',
      confirmed: true,
      secret: true,
      responses: { 201: shapes.RecoveryCodes },
      problems: ['second_factor_not_enrolled'],
      handle: async ({ grant }) => created(await identity.renewRecoveryCodes(grant)),
    }),
    route({
      method: 'POST',
      path: '/auth/totp/disable',
      name: 'disableSecondFactor',
      summary: 'Remove the second factor, with the password and a code',
      tag,
      access: 'authenticated',
      body: shapes.DisableSecondFactor,
      responses: { 204: null },
      problems: [
        'reauthentication_required',
        'invalid_code',
        'second_factor_not_enrolled',
        'weak_password',
        'too_many_attempts',
      ],
      handle: async ({ grant, body }) => {
        await identity.disableTotp(grant, body)
        return noContent()
      },
    }),
  ]
}

function withCookie(session: shapes.SessionOpened, isHttps: boolean): Reply {
  return {
    status: 201,
    body: session,
    headers: { 'set-cookie': sessionCookie(session.token, cookieSeconds, isHttps) },
  }
}
