import { ok, type Route, route } from '../../http/route.ts'
import { Reprint, ReprintRequest } from './schema.ts'
import type { PinsService } from './service.ts'

export function pinsRoutes(pins: PinsService): Route[] {
  return [
    route({
      method: 'POST',
      path: '/vas/pin/reprint',
      name: 'reprintPin',
      summary: 'Show the PIN of a completed sale once more',
      description: 'At most three times for each PIN. Who asked, and why, goes into the audit trail.',
      tag: 'vas',
      access: 'store:supervisor',
      till: true,
      limit: 'reprint',
      store: 'row',
      secret: true,
      body: ReprintRequest,
      responses: { 200: Reprint },
      problems: [
        'forbidden',
        'merchant_suspended',
        'pin_not_available',
        'reprint_limit',
        'velocity_exceeded',
      ],
      handle: async ({ grant, body }) => ok(await pins.reprint(grant, body)),
    }),
  ]
}
