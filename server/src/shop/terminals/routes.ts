import { clientOf } from '../../http/client.ts'
import { deviceCookie, deviceTokenOf, sessionCookie } from '../../http/credentials.ts'
import { created, noContent, ok, type Reply, type Route, route } from '../../http/route.ts'
import type { ProblemCode } from '../../problem/problems.ts'
import { PinChoice, TypedCredentials } from '../staff/schema.ts'
import * as shapes from './schema.ts'
import type { TerminalsService } from './service.ts'

const tag = 'shop'
/** As long as a session at a terminal lives at most. */
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
      summary: 'Make a device the terminal; answers its token, this once',
      description:
        'The device before is none any more, and its sessions end. The device sends the token as `Authorization: Terminal <token>`, or has it in a cookie.',
      tag,
      access: 'store:manager',
      confirmed: true,
      store: 'row',
      secret: true,
      params: shapes.ById,
      body: shapes.EnableTerminal,
      responses: { 201: shapes.EnabledTerminal },
      problems: ['forbidden', 'merchant_suspended'],
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
      summary: 'A code by which a device becomes the terminal, once and within 15 minutes',
      description:
        'For a device that is elsewhere: its browser hands the code in (`POST /auth/terminal-devices`) and keeps its key in a cookie. Another code ends the one before; the present device stays until then.',
      tag,
      access: 'store:manager',
      confirmed: true,
      store: 'row',
      secret: true,
      params: shapes.ById,
      responses: { 201: shapes.EnablingCode },
      problems: ['forbidden', 'merchant_suspended'],
      handle: async ({ grant, params }) => created(await terminals.openEnabling(grant, params.id)),
    }),
    route({
      method: 'POST',
      path: '/auth/terminal-devices',
      name: 'adoptTerminal',
      summary: 'Make the browser that asks a terminal, by the code that a manager has made',
      description:
        'Its key is in an `HttpOnly` cookie and in no answer. The device before is the terminal no more, and its sessions end.',
      tag,
      access: 'public',
      limit: 'signIn',
      secret: true,
      body: shapes.TypedEnablingCode,
      responses: { 201: shapes.Device },
      problems: ['enabling_code_spent', 'merchant_suspended'],
      handle: async ({ grant, body, isHttps }) => {
        const { device, deviceToken } = await terminals.adopt(grant, body.code)
        return { ...created(device), headers: { 'set-cookie': deviceCookie(deviceToken, isHttps) } }
      },
    }),
    route({
      method: 'GET',
      path: '/auth/terminal-device',
      name: 'getTerminalDevice',
      summary: 'Which terminal the device that asks is; null: none',
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
      summary: 'End the work at a terminal until it is enabled again',
      description: 'Once this has answered, nothing that was under way there commits any more.',
      tag,
      access: 'store:manager',
      store: 'row',
      params: shapes.ById,
      responses: { 204: null },
      problems: ['forbidden', 'merchant_suspended'],
      handle: async ({ grant, params }) => {
        await terminals.disable(grant, params.id)
        return noContent()
      },
    }),
    route({
      method: 'POST',
      path: '/platform/terminals/{id}/enable',
      name: 'assistTerminal',
      summary: 'Lift the disabling of a terminal for a store that asked for it',
      description: 'The device stays the one it was: no token is made.',
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
        'The device says which terminal it is. The session acts in its store alone, which need not be named then; platform labels and other memberships of the account are out of its reach. Five wrong PINs lock the code at this terminal for a quarter of an hour.',
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
      summary: 'Choose the own PIN at a terminal, with the present one, and sign in',
      description:
        'The present one may be one that a supervisor or manager has minted, which opens nothing else. It dies, and the sessions ' +
        'that it has opened end. Wrong PINs are counted as at sign-in.',
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
