import type { Centavos } from '../../amounts/centavos.ts'
import type { PageRange } from '../../collections/page.ts'
import { sql } from '../../database/sql.ts'
import { setStatementTimeout } from '../../database/statement-timeout.ts'
import type { Tx } from '../../database/tx.ts'
import type { WalletEntry } from './schema.ts'

export function wallet(tx: Tx<'store:manager'>, merchantId: string) {
  return tx.one(sql<{ availableCentavos: Centavos; heldCentavos: Centavos }>`
    select available_centavos as "availableCentavos", held_centavos as "heldCentavos"
      from money.wallets where merchant_id = ${merchantId}`)
}

/** Days in the time zone of a store. */
interface Days {
  readonly storeId: string
  readonly from?: string
  readonly to?: string
}

/** The statement, newest first. */
export function entries(
  tx: Tx<'store:manager'>,
  merchantId: string,
  { limit, after }: PageRange<'entryNo'>,
  days?: Days,
): Promise<WalletEntry[]> {
  return tx.rows(sql<WalletEntry>`
    select e.entry_no as "entryNo", e.posted_at as "postedAt", p.kind, p.reference, p.memo, s.folio,
           e.amount_centavos as "amountCentavos", e.balance_after_centavos as "balanceAfterCentavos"
      from money.entries e
      join money.postings p on p.merchant_id = e.merchant_id and p.id = e.posting_id
      left join vas.sales s on s.merchant_id = p.merchant_id and s.id = p.reference
     where e.merchant_id = ${merchantId} and e.account = 'wallet'
       and e.entry_no is not null and e.balance_after_centavos is not null
       and p.kind not in ('connection_capture', 'connection_reverse') -- a wallet is not touched by these
       ${days?.from === undefined ? sql`` : sql`and e.posted_at >= ${beginOf(merchantId, days.storeId, days.from)}`}
       ${days?.to === undefined ? sql`` : sql`and e.posted_at < ${beginOf(merchantId, days.storeId, days.to, 1)}`}
       ${after === undefined ? sql`` : sql`and e.entry_no < ${BigInt(after.entryNo)}`}
     order by e.entry_no desc limit ${limit}`)
}

/** The moment at which a day of the store begins, or one some days later. */
const beginOf = (merchantId: string, storeId: string, day: string, later = 0) => sql`(
  select (${day}::date + ${later}::int)::timestamp at time zone s.time_zone
    from shop.stores s where s.merchant_id = ${merchantId} and s.id = ${storeId})`

/** An inconsistency in a merchant's books; no centavos: they were not checked. */
export interface LedgerImbalance {
  readonly merchantId: string
  readonly fault: string
  readonly expectedCentavos: number | null
  readonly foundCentavos: number | null
}

/** What is wrong with the books of the last eight days, and with the wallet. It reads all entries of these days. */
export async function recentImbalances(tx: Tx<'worker'>, merchantId: string): Promise<LedgerImbalance[]> {
  await setStatementTimeout(tx, 120_000)
  return tx.rows(sql<LedgerImbalance>`
    select merchant_id as "merchantId", fault, expected::float8 as "expectedCentavos", found::float8 as "foundCentavos"
      from money.recent_imbalances(${merchantId}) order by fault`)
}
