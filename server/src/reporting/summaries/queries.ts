import type { PageRange } from '../../collections/page.ts'
import { sql } from '../../database/sql.ts'
import type { Tx } from '../../database/tx.ts'
import type { MerchantSummary, SalesSummary, VasSummary } from './schema.ts'
import type { Span } from './span.ts'

const merchantJson = sql`jsonb_build_object('id', m.id, 'name', coalesce(m.trade_name, m.name), 'status', m.status)`

/** Today's date in the platform's time zone, `YYYY-MM-DD`. */
export async function today(tx: Tx<'platform:operator'> | Tx<'worker'>): Promise<string> {
  const { day } = await tx.one(
    sql<{ day: string }>`select (now() at time zone 'America/Mexico_City')::date as day`,
  )
  return day
}

/** @throws Problem `not_found` */
export function merchant(tx: Tx<'platform:operator'>, id: string): Promise<{ id: string }> {
  return tx.one(sql<{ id: string }>`select id from platform.merchants where id = ${id} and app.oversees(id)`)
}

/** Queues the rollup with the audit row of who requested it. */
export function requestRollup(
  tx: Tx<'platform:operator'>,
  workflowId: string,
  of: Span & { readonly merchantId: string | undefined },
): Promise<unknown> {
  const { from, to, merchantId } = of
  return tx.rows(
    sql`select reporting.request_rollup(${workflowId}, ${from}::date, ${to}::date, ${merchantId ?? null}::uuid)`,
  )
}

/** Whether the account may still roll up this merchant. */
export async function mayStillRollUp(
  tx: Tx<'worker'>,
  accountId: string,
  merchantId: string,
): Promise<boolean> {
  const { may } = await tx.one(
    sql<{ may: boolean }>`select reporting.may_still_roll_up(${accountId}, ${merchantId}) as may`,
  )
  return may
}

/** @throws Problem `forbidden` for staff confined to some merchants */
export async function assertOverseesAll(tx: Tx<'platform:operator'>): Promise<void> {
  await tx.rows(sql`select app.assert_oversees_all()`)
}

/** The number of rows written. */
export async function rollUp(tx: Tx<'worker'>, merchantId: string, { from, to }: Span): Promise<number> {
  const { made } = await tx.one(
    sql<{ made: number }>`select reporting.roll_up(${merchantId}, ${from}, ${to}) as made`,
  )
  return made
}

type Asked = Span & { readonly merchantId: string | undefined }

/** Read in one statement, so that totals, days and merchants are consistent. */
export function vas(
  tx: Tx<'platform:operator'>,
  { from, to, merchantId }: Asked,
): Promise<Pick<VasSummary, 'totals' | 'items' | 'topMerchants'>> {
  const figures = sql`'count', sum(f.count), 'amountCentavos', sum(f.amount_centavos), 'feeCentavos', sum(f.fee_centavos),
    'commissionCentavos', sum(f.commission_centavos), 'costCentavos', sum(f.cost_centavos)`
  return tx.one(sql<Pick<VasSummary, 'totals' | 'items' | 'topMerchants'>>`
    with f as materialized (select * from reporting.vas_summary(${from}, ${to}, ${merchantId ?? null}))
    select coalesce((select jsonb_agg(t order by t->>'status') from (
             select jsonb_build_object('status', f.status, ${figures}) as t from f group by f.status) t), '[]') as totals,
           coalesce((select jsonb_agg(i order by i->>'day', i->>'kind', i->>'status') from (
             select jsonb_build_object('day', f.day, 'kind', f.kind, 'status', f.status, ${figures}) as i
               from f group by f.day, f.kind, f.status) i), '[]') as items,
           coalesce((select jsonb_agg(t order by (t->>'amountCentavos')::bigint desc, t->'merchant'->>'id') from (
             select jsonb_build_object('merchant', ${merchantJson}, 'count', sum(f.count),
                      'amountCentavos', sum(f.amount_centavos)) as t
               from f join platform.merchants m on m.id = f.merchant_id where f.status = 'COMPLETED'
              group by m.id order by sum(f.amount_centavos) desc, m.id limit 10) t), '[]') as "topMerchants"`)
}

export function sales(
  tx: Tx<'platform:operator'>,
  { from, to, merchantId }: Asked,
): Promise<Pick<SalesSummary, 'totals' | 'items' | 'topMerchants'>> {
  const figures = sql`'orders', coalesce(sum(f.orders), 0), 'totalCentavos', coalesce(sum(f.total_centavos), 0),
    'discountCentavos', coalesce(sum(f.discount_centavos), 0), 'taxCentavos', coalesce(sum(f.tax_centavos), 0),
    'refunds', coalesce(sum(f.refunds), 0), 'refundedCentavos', coalesce(sum(f.refunded_centavos), 0)`
  return tx.one(sql<Pick<SalesSummary, 'totals' | 'items' | 'topMerchants'>>`
    with f as materialized (select * from reporting.sales_summary(${from}, ${to}, ${merchantId ?? null}))
    select (select jsonb_build_object(${figures}) from f) as totals,
           coalesce((select jsonb_agg(i order by i->>'day') from (
             select jsonb_build_object('day', f.day, ${figures}) as i from f group by f.day) i), '[]') as items,
           coalesce((select jsonb_agg(t order by (t->>'amountCentavos')::bigint desc, t->'merchant'->>'id') from (
             select jsonb_build_object('merchant', ${merchantJson}, 'count', sum(f.orders),
                      'amountCentavos', sum(f.total_centavos)) as t
               from f join platform.merchants m on m.id = f.merchant_id where f.orders > 0
              group by m.id order by sum(f.total_centavos) desc, m.id limit 10) t), '[]') as "topMerchants"`)
}

/** By sales, largest first. */
export function merchants(
  tx: Tx<'platform:operator'>,
  { from, to }: Span,
  { limit, after }: PageRange<'key' | 'id'>,
): Promise<MerchantSummary[]> {
  return tx.rows(sql<MerchantSummary>`
    select ${merchantJson} as merchant, s.days, s.last_day as "lastDay",
           jsonb_build_object('count', s.vas_count, 'amountCentavos', s.vas_centavos) as vas,
           s.commission_centavos as "commissionCentavos", s.deposited_centavos as "depositedCentavos",
           s.settled_centavos as "settledCentavos", s.wallet_change_centavos as "walletChangeCentavos",
           s.closing_centavos as "closingCentavos"
      from reporting.merchants_summary(${from}, ${to}, ${limit}, ${after === undefined ? null : BigInt(after.key)}::bigint,
                                      ${after?.id ?? null}::uuid) s
      join platform.merchants m on m.id = s.merchant_id
     order by s.vas_centavos desc, s.merchant_id desc`)
}
