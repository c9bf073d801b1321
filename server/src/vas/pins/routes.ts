import { ok, type Route, route } from '../../http/route.ts'
import { GiftCardPage, GiftCardQuery, Reprint, ReprintRequest } from './schema.ts'
import type { PinsService } from './service.ts'

export function pinsRoutes(pins: PinsService): Route[] {
  return [
    route({
      method: 'POST',
      path: '/vas/pin/reprint',
      name: 'reprintPin',
      summary: 'Reprint the PIN of a completed sale',
      description: 'At most three times per PIN. The caller and the reason are audited.',
      tag: 'vas',
      access: 'store:supervisor',
      till: true,
      limit: 'reprint',
      store: 'row',
      secret: true,
      body: ReprintRequest,
      responses: { 200: Reprint },
      problems: ['pin_not_available', 'reprint_limit', 'velocity_exceeded'],
      handle: async ({ grant, body }) => ok(await pins.reprint(grant, body)),
    }),
    route({
      method: 'GET',
      path: '/platform/gift-cards',
      name: 'listGiftCards',
      summary: 'List the gift cards sold by all merchants, newest first',
      description:
        'Codes are masked, and each read is audited. Returns 404 while the setting `giftcards_admin_list_web` is off, which is the default.',
      tag: 'vas',
      access: 'platform:operator',
      query: GiftCardQuery,
      responses: { 200: GiftCardPage },
      problems: ['forbidden', 'mfa_required', 'invalid_cursor'],
      handle: async ({ grant, query }) => ok(await pins.giftCards(grant, query)),
    }),
  ]
}
