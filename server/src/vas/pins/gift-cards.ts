import type { Grant } from '../../authorization/grant.ts'
import { decodeCursor, encodeCursor, listName } from '../../collections/cursor.ts'
import type { Database } from '../../database/database.ts'
import { Problem } from '../../problem/problem.ts'
import { isOn } from '../../settings/values/service.ts'
import * as queries from './gift-card-queries.ts'
import type { GiftCard, GiftCardQuery } from './schema.ts'

/**
 * Gift cards of all merchants, for the platform's staff: what was sold where, and whether its code was shown; never a
 * code. It exists while the platform has switched it on.
 */
export function giftCards({ database }: { database: Database }) {
  /** The newest first. Writes: the look itself is on record. @throws Problem `not_found` · `invalid_cursor` */
  const page = (grant: Grant<'platform:operator'>, query: GiftCardQuery) =>
    database.write(grant, async (tx) => {
      if (!(await isOn(tx, 'giftcards_admin_list_web'))) throw new Problem('not_found')
      const { limit, cursor, merchantId, status } = query
      const list = listName(['gift cards', merchantId, status])
      const before = cursor === undefined ? undefined : decodeCursor(list, 'text', cursor).id
      if (merchantId !== undefined) await queries.assertMerchant(tx, merchantId)
      const rows = await queries.giftCards(tx, { merchantId, status, before, limit: limit + 1 })
      const last = rows.length > limit ? rows[limit - 1] : undefined
      return {
        items: rows.slice(0, limit).map(view),
        nextCursor: last === undefined ? null : encodeCursor(list, { key: '', id: last.id }),
      }
    })

  return { giftCards: page }
}

function view({ lastFour, ...card }: queries.Stored): GiftCard {
  return { ...card, maskedPin: lastFour === null ? null : `****${lastFour}` }
}
