import type { Grant } from '../../authorization/grant.ts'
import { byId, pageOf, viewed } from '../../collections/page.ts'
import type { Database } from '../../database/database.ts'
import { Problem } from '../../problem/problem.ts'
import { isOn } from '../../settings/values/service.ts'
import * as queries from './gift-card-queries.ts'
import type { GiftCard, GiftCardQuery } from './schema.ts'

/**
 * Gift cards of all merchants, for platform staff: what was sold where, and whether its code was shown; never
 * a code. Available while the platform has switched it on.
 */
export function giftCards({ database }: { database: Database }) {
  /** Newest first. Audits the read. @throws Problem `not_found` · `invalid_cursor` */
  const page = (grant: Grant<'platform:operator'>, query: GiftCardQuery) =>
    database.write(grant, async (tx) => {
      if (!(await isOn(tx, 'giftcards_admin_list_web'))) throw new Problem('not_found')
      const { limit, cursor, merchantId, status } = query
      if (merchantId !== undefined) await queries.assertMerchant(tx, merchantId)
      const asked = { list: 'gift cards', narrowedBy: [merchantId, status], limit, cursor }
      const page = await pageOf(tx, asked, byId, (range) =>
        queries.giftCards(tx, { merchantId, status, ...range }),
      )
      return viewed(page, view)
    })

  return { giftCards: page }
}

function view({ lastFour, ...card }: queries.Stored): GiftCard {
  return { ...card, maskedPin: lastFour === null ? null : `****${lastFour}` }
}
