import { ok, type Route, route } from '../../http/route.ts'
import { GiftCardPage, GiftCardQuery } from './schema.ts'
import type { GiftCardsService } from './service.ts'

export function giftCardsRoutes(giftCards: GiftCardsService): Route[] {
  return [
    route({
      method: 'GET',
      path: '/platform/gift-cards',
      name: 'listGiftCards',
      summary: 'Gift cards that all merchants sold, the newest first',
      description:
        'Codes are masked, and each look is on record. It is not there while `giftcards_admin_list_web` is off, as it is until switched on.',
      tag: 'vas',
      access: 'platform:operator',
      query: GiftCardQuery,
      responses: { 200: GiftCardPage },
      problems: ['forbidden', 'mfa_required', 'invalid_cursor'],
      handle: async ({ grant, query }) => ok(await giftCards.giftCards(grant, query)),
    }),
  ]
}
