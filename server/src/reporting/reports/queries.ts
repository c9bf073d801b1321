import type { StoreActor } from '../../authorization/principal.ts'
import { narrow } from '../../collections/narrow.ts'
import type { Scope } from '../../collections/scope.ts'
import { sql } from '../../database/sql.ts'
import type { Tx } from '../../database/tx.ts'
import type { Dashboard, Grouping, ReportRow, Rollup, SalesReport } from './schema.ts'

export type Place = Scope['places'][number]

/** A shift with the business days that it may span, in the store's time zone. */
export interface ShiftSpan extends Place {
  readonly shiftId: string
  /** The caller counts its drawer, and may not know its totals. */
  readonly isCountedBlind: boolean
  readonly from: string
  readonly to: string
}

export interface Asked {
  readonly places: readonly Place[]
  readonly from: string | undefined
  readonly to: string | undefined
  readonly shiftId?: string
}

const merchantsOf = (places: readonly Place[]) => places.map(({ merchantId }) => merchantId)
const storesOf = (places: readonly Place[]) => places.map(({ storeId }) => storeId)

type Found = Omit<ShiftSpan, 'isCountedBlind'>

async function judged(tx: Tx<'rows'>, found: Found): Promise<ShiftSpan> {
  const { isCountedBlind } = await tx.one(sql<{ isCountedBlind: boolean }>`
    select shop.is_counted_blind(${found.merchantId}, ${found.shiftId}) as "isCountedBlind"`)
  return { ...found, isCountedBlind }
}

const span = sql`
  select s.merchant_id as "merchantId", s.store_id as "storeId", s.id as "shiftId",
         (s.opened_at at time zone p.time_zone)::date as "from",
         (coalesce(s.closed_at, now()) at time zone p.time_zone)::date as "to"
    from shop.shifts s join shop.stores p on p.merchant_id = s.merchant_id and p.id = s.store_id`

/** A shift that the caller can see. @throws Problem `not_found` */
export async function shift(tx: Tx<'rows'>, { places }: Scope, id: string): Promise<ShiftSpan> {
  const found = await tx.one(sql<Found>`
    ${span} where s.merchant_id = any (${merchantsOf(places)}::uuid[]) and s.store_id = any (${storesOf(places)}::uuid[])
              and s.id = ${id}`)
  return judged(tx, found)
}

/** The caller's open shift, or their last one. */
export async function lastShift(
  tx: Tx<'rows'>,
  membershipIds: readonly string[],
): Promise<ShiftSpan | undefined> {
  const found = await tx.first(sql<Found>`
    ${span} where s.merchant_id = any (app.merchant_ids()) and s.membership_id = any (${membershipIds}::uuid[])
            order by s.status = 'OPEN' desc, s.opened_at desc limit 1`)
  return found && judged(tx, found)
}

type Reported = Pick<SalesReport, 'rows' | 'rowCount' | 'totals'>

export async function salesReport(
  tx: Tx<'rows'>,
  { places, from, to, shiftId }: Asked,
  by: Grouping,
  limit: number,
): Promise<Reported> {
  const [, { report }] = await Promise.all([
    narrow(tx, ['sales', 'catalog', 'stores', 'reporting']),
    tx.one(sql<{ report: Reported }>`
      select reporting.sales_report(${merchantsOf(places)}, ${storesOf(places)}, ${from ?? null}, ${to ?? null},
        ${shiftId ?? null}, ${by}, ${limit}) as report`),
  ])
  return report
}

export async function dashboard(tx: Tx<'rows'>, places: readonly Place[], limit: number): Promise<Dashboard> {
  const [, { dashboard }] = await Promise.all([
    narrow(tx, ['sales', 'catalog', 'stores', 'reporting', 'shifts', 'inventory', 'approvals']),
    tx.one(sql<{ dashboard: Dashboard }>`
      select reporting.dashboard(${merchantsOf(places)}, ${storesOf(places)}, ${limit}) as dashboard`),
  ])
  return dashboard
}

/** Rolls up a day, if it differs from its last version. @throws Problem `invalid_request` */
export function rollUp(tx: Tx<'store:supervisor'>, { merchantId, storeId }: StoreActor, businessOn: string) {
  return tx.one(sql<Rollup>`
    select id, store_id as "storeId", business_on as "businessOn", version, is_final as "isFinal",
           order_count as "orderCount", item_quantity as "itemQuantity", gross_centavos as "grossCentavos",
           discount_centavos as "discountCentavos", total_centavos as "totalCentavos", tax_centavos as "taxCentavos",
           net_centavos as "netCentavos", rounding_centavos as "roundingCentavos", cost_centavos as "costCentavos",
           refund_count as "refundCount", refund_centavos as "refundCentavos",
           refund_tax_centavos as "refundTaxCentavos", refund_rounding_centavos as "refundRoundingCentavos",
           refund_cost_centavos as "refundCostCentavos",
           vas_count as "vasCount", vas_amount_centavos as "vasAmountCentavos", vas_fee_centavos as "vasFeeCentavos",
           vas_commission_centavos as "vasCommissionCentavos", vas_pending_count as "vasPendingCount",
           vas_pending_centavos as "vasPendingCentavos", breakdowns, created_at as "createdAt"
      from reporting.roll_up_day(${merchantId}, ${storeId}, ${businessOn})`)
}

export function storesAfter(tx: Tx<'worker'>, storeId: string | undefined, limit: number): Promise<Place[]> {
  return tx.rows(sql<Place>`
    select merchant_id as "merchantId", store_id as "storeId" from reporting.stores_after(${storeId ?? null}, ${limit})`)
}

/**
 * Rolls up the next days of a store, at most `limit` of them.
 *
 * @returns the number of day versions written, and the last of these days; null: none was left
 */
export function rollUpStore(
  tx: Tx<'worker'>,
  { merchantId, storeId }: Place,
  after: string | null,
  limit: number,
): Promise<{ written: number; lastDay: string | null }> {
  return tx.one(sql<{ written: number; lastDay: string | null }>`
    select written, last_day as "lastDay" from reporting.roll_up_store(${merchantId}, ${storeId}, ${after}, ${limit})`)
}

/** Removes what a cashier may not see of a line: costs and commissions. */
export function withoutMargins<R extends Partial<ReportRow>>(row: R): R {
  return { ...row, costCentavos: null, refundCostCentavos: null, vasCommissionCentavos: null }
}
