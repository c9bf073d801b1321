import { clientOf } from '../../http/client.ts'
import { deviceCookie, deviceTokenOf, sessionCookie } from '../../http/credentials.ts'
import { created, noContent, ok, type Reply, type Route, route } from '../../http/route.ts'
import type { ProblemCode } from '../../problem/problems.ts'
import { PinChoice, TypedCredentials } from '../staff/schema.ts'
import * as shapes from './schema.ts'
import type { TerminalsService } from './service.ts'

const tag = 'shop'
/** The longest that a terminal session can live. */
const sessionSeconds = 16 * 3600

const atEntrance: readonly ProblemCode[] = [
  'terminal_not_enabled',
  'merchant_suspended',
  'employee_locked',
  'invalid_employee_code',
  'pin_expired',
]

export function terminalsRoutes(terminals: TerminalsService): Route[] {
  return [
    route({
      method: 'POST',
      path: '/pos/terminals/{id}/enable',
      domain: 'stores',
      name: 'enableTerminal',
      summary: 'Enable a device as the terminal; its token is shown once',
      description:
        'The previous device stops being the terminal, and its sessions end. The device sends the token as `Authorization: Terminal <token>` or in a cookie.',
      tag,
      access: 'store:manager',
      confirmed: true,
      store: 'row',
      secret: true,
      params: shapes.ById,
      body: shapes.EnableTerminal,
      responses: { 201: shapes.EnabledTerminal },
      handle: async ({ grant, params, body, isHttps }) => {
        const enabled = await terminals.enable(grant, params.id)
        const answer = created(enabled)
        if (body.isThisDevice !== true) return answer
        return { ...answer, headers: { 'set-cookie': deviceCookie(enabled.deviceToken, isHttps) } }
      },
    }),
    route({
      method: 'POST',
      path: '/pos/terminals/{id}/enabling-codes',
      domain: 'stores',
      name: 'createEnablingCode',
      summary: 'Create a code that enables a device as the terminal, once and within 15 minutes',
      description:
        'For a device elsewhere: its browser sends the code (`POST /auth/terminal-devices`) and gets its token in a cookie. A new code replaces the previous one; the current device stays enabled until the code is used.',
      tag,
      access: 'store:manager',
      confirmed: true,
      store: 'row',
      secret: true,
      params: shapes.ById,
      responses: { 201: shapes.EnablingCode },
      handle: async ({ grant, params }) => created(await terminals.openEnabling(grant, params.id)),
    }),
    route({
      method: 'POST',
      path: '/auth/terminal-devices',
      name: 'adoptTerminal',
      summary: 'Enable this browser as a terminal with a manager’s code',
      description:
        'Its token is set as an `HttpOnly` cookie and not returned. The previous device stops being the terminal, and its sessions end.',
      tag,
      access: 'public',
      limit: 'signIn',
      secret: true,
      body: shapes.TypedEnablingCode,
      responses: { 201: shapes.Device },
      problems: ['enabling_code_spent', 'merchant_suspended'],
      handle: async ({ grant, body, isHttps }) => {
        const { device, deviceToken } = await terminals.enableByCode(grant, body.code)
        return { ...created(device), headers: { 'set-cookie': deviceCookie(deviceToken, isHttps) } }
      },
    }),
    route({
      method: 'GET',
      path: '/auth/terminal-device',
      name: 'getTerminalDevice',
      summary: 'Retrieve the terminal of this device, or null',
      tag,
      access: 'public',
      secret: true,
      responses: { 200: shapes.Device },
      handle: async ({ grant, headers, isHttps }) =>
        ok(await terminals.device(grant, deviceTokenOf(headers, isHttps))),
    }),
    route({
      method: 'POST',
      path: '/pos/terminals/{id}/disable',
      domain: 'stores',
      name: 'disableTerminal',
      summary: 'Disable a terminal until it is enabled again',
      description: 'Once this has returned, no request in progress there commits.',
      tag,
      access: 'store:manager',
      store: 'row',
      params: shapes.ById,
      responses: { 204: null },
      handle: async ({ grant, params }) => {
        await terminals.disable(grant, params.id)
        return noContent()
      },
    }),
    route({
      method: 'POST',
      path: '/platform/terminals/{id}/enable',
      name: 'assistTerminal',
      summary: 'Enable a disabled terminal again for a store that asked for it',
      description: 'The device stays the same: no token is created.',
      tag,
      access: 'platform:operator',
      confirmed: true,
      params: shapes.ById,
      body: shapes.Assistance,
      responses: { 200: shapes.AssistedTerminal },
      problems: ['forbidden', 'mfa_required'],
      handle: async ({ grant, params, body }) => ok(await terminals.assist(grant, params.id, body.reason)),
    }),
    route({
      method: 'POST',
      path: '/auth/terminal-sessions',
      name: 'signInAtTerminal',
      summary: 'Sign in at a terminal with employee code and PIN',
      description:
        'The device’s token identifies the terminal. The session acts only in its store, so `storeId` is not needed; it cannot use platform labels or other memberships of the account. Five wrong PINs lock the code at this terminal for 15 minutes.',
      tag,
      access: 'public',
      secret: true,
      body: TypedCredentials,
      responses: { 201: shapes.TerminalSession },
      problems: [...atEntrance, 'pin_not_chosen'],
      handle: async ({ grant, body, isHttps, ...from }) => {
        const deviceToken = deviceTokenOf(from.headers, isHttps)
        return entered(await terminals.signIn(grant, deviceToken, clientOf(from), body), isHttps)
      },
    }),
    route({
      method: 'POST',
      path: '/auth/terminal-pins',
      name: 'choosePin',
      summary: 'Choose your own PIN at a terminal with the current one, and sign in',
      description:
        'The current one may be generated by a supervisor or manager, and then works for nothing else. It becomes invalid, and the sessions ' +
        'opened with it end. Wrong PINs count as at sign-in.',
      tag,
      access: 'public',
      secret: true,
      body: PinChoice,
      responses: { 201: shapes.TerminalSession },
      problems: [...atEntrance, 'weak_pin'],
      handle: async ({ grant, body, isHttps, ...from }) => {
        const deviceToken = deviceTokenOf(from.headers, isHttps)
        return entered(await terminals.choosePin(grant, deviceToken, clientOf(from), body), isHttps)
      },
    }),
  ]
}

function entered(session: shapes.TerminalSession, isHttps: boolean): Reply {
  return {
    ...created(session),
    headers: { 'set-cookie': sessionCookie(session.token, sessionSeconds, isHttps) },
  }
}
