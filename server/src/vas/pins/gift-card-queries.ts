import type { PageRange } from '../../collections/page.ts'
import { sql } from '../../database/sql.ts'
import type { Tx } from '../../database/tx.ts'
import type { GiftCard } from './schema.ts'

interface Find extends PageRange {
  readonly merchantId: string | undefined
  readonly status: string | undefined
}

/** A row as stored; the service builds the mask. */
export type Stored = Omit<GiftCard, 'maskedPin'> & { readonly lastFour: string | null }

/** Returns one page and audits the read. */
export function giftCards(tx: Tx<'platform:operator'>, find: Find): Promise<Stored[]> {
  return tx.rows(sql<Stored>`
    select g.id, jsonb_build_object('id', g.merchant_id, 'name', g.merchant_name) as merchant,
           g.store_name as "storeName", g.folio, g.product, g.provider, g.amount_centavos as "amountCentavos", g.status,
           g.last_four as "lastFour", g.is_revealed as "isRevealed", g.reprints, g.sold_at as "soldAt"
      from vas.gift_cards(${find.merchantId ?? null}, ${find.status ?? null}, ${find.after?.id ?? null}, ${find.limit}) g`)
}

/** @throws Problem `not_found` */
export function assertMerchant(tx: Tx<'platform:operator'>, id: string): Promise<unknown> {
  return tx.one(sql`select from platform.merchants m where m.id = ${id} and app.oversees(m.id)`)
}
