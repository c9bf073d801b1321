import { sql } from 'kysely'
import type { Centavos } from '../../amounts/centavos.ts'
import { db } from '../../database/sql.ts'
import type { Tx } from '../../database/tx.ts'
import type { WalletEntry } from './schema.ts'

export function wallet(tx: Tx<'store:manager'>, merchantId: string) {
  return tx.one(
    db
      .selectFrom('money.wallets')
      .where('merchant_id', '=', merchantId)
      .select(['available_centavos as availableCentavos', 'held_centavos as heldCentavos']),
  )
}

/** The statement, newest first. */
export function entries(
  tx: Tx<'store:manager'>,
  merchantId: string,
  limit: number,
  before: bigint | undefined,
): Promise<WalletEntry[]> {
  return tx.rows(
    db
      .selectFrom('money.entries as e')
      .innerJoin('money.postings as p', (join) =>
        join.onRef('p.merchant_id', '=', 'e.merchant_id').onRef('p.id', '=', 'e.posting_id'),
      )
      .leftJoin('vas.sales as s', (join) =>
        join.onRef('s.merchant_id', '=', 'p.merchant_id').onRef('s.id', '=', 'p.reference'),
      )
      .where('e.merchant_id', '=', merchantId)
      .where('e.account', '=', 'wallet')
      .$if(before !== undefined, (query) => query.where('e.entry_no', '<', before as bigint))
      .select(['p.reference', 'p.memo', 's.folio', 'e.amount_centavos as amountCentavos'])
      .select([
        sql<bigint>`e.entry_no`.as('entryNo'),
        sql<Date>`e.posted_at`.as('postedAt'),
        sql<WalletEntry['kind']>`p.kind`.as('kind'),
        sql<Centavos>`e.balance_after_centavos`.as('balanceAfterCentavos'),
      ])
      .orderBy('e.entry_no', 'desc')
      .limit(limit),
  )
}
