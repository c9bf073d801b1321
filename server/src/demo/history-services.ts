import type pg from 'pg'
import { v7 as uuid } from 'uuid'
import { type Centavos, centavos } from '../amounts/centavos.ts'
import { type Priced, price, type SalePrice } from '../vas/sales/pricing.ts'
import type { Place } from './history-goods.ts'
import type { PastService } from './history-plan.ts'

interface Offer extends Priced {
  readonly id: string
  readonly kind: 'airtime' | 'service'
}

export interface BookedService {
  readonly id: string
  readonly accountId: string
  readonly soldAt: Date
  readonly price: SalePrice
}

/** The provider's response time. */
const answersWithinMs = 3_000

/**
 * Inserts past service sales, all completed. Their mode is `off`: no provider account was involved, so
 * nightly jobs ask none about them.
 */
export async function writeServices(
  client: pg.Client,
  at: Place,
  services: readonly PastService[],
): Promise<BookedService[]> {
  const offers = await offersOf(client, at.merchantId)
  const sold = services.map((service) => {
    const few = offers.filter(({ kind }) => kind === (service.choice < 0.78 ? 'airtime' : 'service'))
    const offer = few[Math.floor(service.steps * few.length)] as Offer
    const prices = price(offer, requested(offer, service.choice))
    return { service, offer, prices }
  })
  const rows = sold.map(({ service, offer, prices }) => ({
    id: service.id,
    shiftId: service.shift.id,
    productId: offer.id,
    reference: offer.kind === 'airtime' ? `5${service.digits}` : `4100${service.digits.slice(0, 8)}`,
    amount: Number(prices.amountCentavos),
    fee: Number(prices.feeCentavos),
    commission: Number(prices.commissionCentavos),
    cost: Number(prices.costCentavos),
    wholesale: Number(prices.wholesaleCentavos),
    code: service.digits.slice(0, 8),
    soldAt: service.soldAt,
    completedAt: new Date(service.soldAt.getTime() + answersWithinMs),
  }))
  await client.query(
    `insert into vas.sales (merchant_id, id, store_id, permission_set, folio, membership_id, account_id, cashier_name, terminal_id,
       shift_id, product_id, kind, product_name, provider_name, provider_slug, provider_product_ref, is_ranged, reference,
       amount_centavos, fee_centavos, commission_centavos, cost_centavos, wholesale_centavos, mode, status, phase,
       provider_transaction_ref, authorization_code, posting_period, next_check_at, expected_by, created_at, updated_at, completed_at)
     select $1, s.id, $2, authz.set_of($1, $2, 'sales'),
            'V-' || lpad((row_number() over (order by s."soldAt", s.id))::text, 6, '0'), h.membership_id, h.account_id,
            h.cashier_name, h.terminal_id, h.id, p.id, p.kind, p.name, v.name, v.slug, p.provider_product_ref,
            p.amount_centavos is null, s.reference, s.amount, s.fee, s.commission, s.cost, s.wholesale, 'off', 'COMPLETED',
            'COMPLETED', s.code, s.code, p.posting_period, s."completedAt", s."completedAt", s."soldAt", s."completedAt", s."completedAt"
       from jsonb_to_recordset($3) s (id uuid, "shiftId" uuid, "productId" uuid, reference text, amount bigint, fee bigint,
              commission bigint, cost bigint, wholesale bigint, code text, "soldAt" timestamptz, "completedAt" timestamptz)
       join shop.shifts h on h.merchant_id = $1 and h.id = s."shiftId"
       join vas.products p on p.id = s."productId" join vas.providers v on v.id = p.provider_id`,
    [at.merchantId, at.storeId, JSON.stringify(rows)],
  )
  await client.query(
    `insert into vas.folios (merchant_id, store_id, last_no)
     select $1, $2, count(*) from vas.sales where merchant_id = $1 and store_id = $2`,
    [at.merchantId, at.storeId],
  )
  return sold.map(({ service, prices }) => ({
    id: service.id,
    accountId: service.shift.accountId,
    soldAt: service.soldAt,
    price: prices,
  }))
}

/** Popular top-ups, and bills with any amount. */
async function offersOf(client: pg.Client, merchantId: string): Promise<Offer[]> {
  const { rows } = await client.query<Offer>(
    `select p.id, p.kind, p.amount_centavos as "amountCentavos", p.min_centavos as "minCentavos",
            p.max_centavos as "maxCentavos", p.increment_centavos as "incrementCentavos",
            p.wholesale_centavos as "wholesaleCentavos", p.wholesale_bps as "wholesaleBps", t.fee_centavos as "feeCentavos",
            vas.commission_bps(p.amount_centavos::bigint, p.wholesale_centavos::bigint, p.wholesale_bps, t.share_bps)
              as "commissionBps"
       from vas.products p join vas.terms_of($1) t on t.kind = p.kind and t.provider_id = p.provider_id and t.is_offered
      where p.is_active and (p.subkind = 'topup' and p.amount_centavos between 2000 and 20000
                             or p.subkind = 'bill' and p.min_centavos <= 20000 and p.max_centavos >= 60000
                                and p.reference_rule in ('cfe', 'account', 'water'))
      order by p.kind, p.provider_product_ref`,
    [merchantId],
  )
  return rows
}

/** A bill between two and six hundred pesos, in whole pesos. */
function requested({ amountCentavos }: Offer, share: number): Centavos | undefined {
  return amountCentavos === null ? centavos(20_000 + Math.floor(share * 400) * 100) : undefined
}

const weekMs = 7 * 86_400_000

/**
 * Posts those sales to the merchant's wallet: each was reserved and captured, and every week started with a
 * deposit of its total, so that the wallet's balance stays as it is now. `firstAt` is the time of the opening
 * deposit.
 */
export async function writeBooks(
  client: pg.Client,
  merchantId: string,
  sales: readonly BookedService[],
  firstAt: Date,
): Promise<void> {
  const { rows } = await client.query<{ available: bigint; held: bigint; lastEntryNo: bigint }>(
    `select available_centavos as available, held_centavos as held, last_entry_no as "lastEntryNo"
       from money.wallets where merchant_id = $1`,
    [merchantId],
  )
  const wallet = rows[0]
  if (wallet === undefined || wallet.held !== 0n) throw new Error('the wallet of a past holds nothing')
  const postings = postingsOf(sales, firstAt)
  let [balance, entryNo] = [wallet.available, wallet.lastEntryNo]
  const entries = postings.flatMap((posting) =>
    posting.entries.map(({ account, amount }, index) => {
      const isWallet = account === 'wallet'
      if (isWallet) [balance, entryNo] = [balance + amount, entryNo + 1n]
      return {
        postingId: posting.id,
        at: posting.at,
        line: index + 1,
        account,
        amount: Number(amount),
        balance: isWallet ? Number(balance) : null,
        entryNo: isWallet ? Number(entryNo) : null,
      }
    }),
  )
  for (const table of ['money.postings', 'money.entries'])
    await client.query(`update ${table} set posted_at = $2 where merchant_id = $1`, [merchantId, firstAt])
  await client.query(
    `insert into money.postings (merchant_id, id, permission_set, kind, reference, memo, account_id, posted_at)
     select $1, p.id, w.permission_set, p.kind, p.reference, p.memo, p."accountId", p.at
       from jsonb_to_recordset($2) p (id uuid, kind text, reference uuid, memo text, "accountId" uuid, at timestamptz)
       join money.wallets w on w.merchant_id = $1`,
    [merchantId, JSON.stringify(postings.map(({ entries: _entries, ...posting }) => posting))],
  )
  await client.query(
    `insert into money.entries (merchant_id, posting_id, line, permission_set, account, amount_centavos,
                                 balance_after_centavos, entry_no, posted_at)
     select $1, e."postingId", e.line, w.permission_set, e.account, e.amount, e.balance, e."entryNo", e.at
       from jsonb_to_recordset($2) e ("postingId" uuid, line smallint, account text, amount bigint, balance bigint,
                                      "entryNo" bigint, at timestamptz)
       join money.wallets w on w.merchant_id = $1`,
    [merchantId, JSON.stringify(entries)],
  )
  await client.query(
    'update money.wallets set available_centavos = $2, last_entry_no = $3 where merchant_id = $1',
    [merchantId, balance, entryNo],
  )
}

interface Posting {
  readonly id: string
  readonly at: Date
  readonly kind: 'deposit' | 'reserve' | 'capture'
  readonly reference: string
  readonly memo: string | null
  readonly accountId: string | null
  readonly entries: readonly { readonly account: string; readonly amount: bigint }[]
}

/** In chronological order; see docs/ledger.md for each posting. */
function postingsOf(sales: readonly BookedService[], firstAt: Date): Posting[] {
  const ofSales = sales.flatMap(({ id, accountId, soldAt, price }): Posting[] => {
    const { costCentavos: cost, wholesaleCentavos: wholesale } = price
    const ofSale = { reference: id, memo: null, accountId }
    const answeredAt = new Date(soldAt.getTime() + answersWithinMs)
    const reserved = [
      { account: 'wallet', amount: -cost },
      { account: 'wallet_held', amount: cost },
    ]
    const captured = [
      { account: 'wallet_held', amount: -cost },
      { account: 'aggregator_payable', amount: wholesale },
      { account: 'commission_income', amount: cost - wholesale },
    ]
    return [
      { ...ofSale, id: idAt(soldAt), at: soldAt, kind: 'reserve', entries: reserved },
      {
        ...ofSale,
        id: idAt(answeredAt),
        at: answeredAt,
        kind: 'capture',
        entries: captured.filter(({ amount }) => amount !== 0n),
      },
    ]
  })
  const weeks = new Map<number, bigint>()
  for (const { soldAt, price } of sales) {
    const week = Math.floor((soldAt.getTime() - firstAt.getTime()) / weekMs)
    weeks.set(week, (weeks.get(week) ?? 0n) + price.costCentavos)
  }
  const deposits = [...weeks].map(([week, amount]): Posting => {
    const at = new Date(firstAt.getTime() + week * weekMs)
    const entries = [
      { account: 'deposits_clearing', amount: -amount },
      { account: 'wallet', amount },
    ]
    return {
      ...{ id: idAt(at), at, kind: 'deposit', reference: idAt(at), memo: 'Recarga de la semana' },
      ...{ accountId: null, entries },
    }
  })
  return [...deposits, ...ofSales].sort((a, b) => a.at.getTime() - b.at.getTime())
}

const idAt = (at: Date) => uuid({ msecs: at.getTime() })
