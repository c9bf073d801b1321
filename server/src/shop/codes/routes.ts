import { created, noContent, type Route, route } from '../../http/route.ts'
import { ById, MintedPin, MintPin } from './schema.ts'
import type { CodesService } from './service.ts'

const tag = 'shop'

export function codesRoutes(codes: CodesService): Route[] {
  return [
    route({
      method: 'POST',
      path: '/pos/employees/{id}/pin',
      domain: 'staff',
      name: 'createEmployeePin',
      summary: 'Give an employee a PIN, and a code where there is none; answers both, the PIN this once',
      description:
        'It opens no session: at a terminal it is traded for one that its holder chooses (`POST /auth/terminal-pins`), once and ' +
        'within three days. Supervisors for cashiers, managers for everybody but the owner, who does it alone. Sessions that the PIN before has opened end.',
      tag,
      access: 'store:supervisor',
      confirmed: true,
      store: 'row',
      secret: true,
      params: ById,
      body: MintPin,
      responses: { 201: MintedPin },
      problems: ['forbidden', 'merchant_suspended', 'weak_pin', 'invalid_transition', 'duplicate_value'],
      handle: async ({ grant, params, body }) => created(await codes.mint(grant, params.id, body)),
    }),
    route({
      method: 'POST',
      path: '/pos/employees/{id}/unlock',
      domain: 'staff',
      name: 'unlockEmployee',
      summary: 'Forget the wrong tries at an employee’s code, at every terminal of the store',
      tag,
      access: 'store:supervisor',
      store: 'row',
      params: ById,
      responses: { 204: null },
      problems: ['forbidden', 'merchant_suspended', 'invalid_transition'],
      handle: async ({ grant, params }) => {
        await codes.unlock(grant, params.id)
        return noContent()
      },
    }),
  ]
}
