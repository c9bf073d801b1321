import type { StoreActor } from '../../authorization/principal.ts'
import { eachPlace, type StorePlace } from '../../collections/each-place.ts'
import { narrow } from '../../collections/narrow.ts'
import type { PageRange } from '../../collections/page.ts'
import type { Scope } from '../../collections/scope.ts'
import { sql } from '../../database/sql.ts'
import type { Tx } from '../../database/tx.ts'
import type { PaperPlace } from './report-text.ts'
import type {
  CashMovement,
  CashMovementOrder,
  CloseShift,
  Drawer,
  DrawersQuery,
  OpenShift,
  Shift,
  ShiftReport,
  Totals,
} from './schema.ts'

/** A shift with its merchant, which commands need and answers omit. */
export type PlacedShift = Shift & { readonly merchantId: string }

const columns = sql`s.id, s.store_id as "storeId", s.membership_id as "membershipId", s.account_id as "accountId",
  s.cashier_name as "cashierName", s.terminal_id as "terminalId",
  s.opening_float_centavos as "openingFloatCentavos", s.status, s.opened_at as "openedAt",
  s.closed_at as "closedAt", s.closed_by as "closedBy", s.closed_by_name as "closedByName", s.updated_at as "updatedAt"`

/** @throws Problem `shift_open` · `terminal_in_use` · `not_found` (the terminal) · `terminal_disabled` · `invalid_transition` */
export function open(tx: Tx<'store:cashier'>, actor: StoreActor, order: OpenShift): Promise<Shift> {
  return tx.one(sql<Shift>`
    select ${columns} from shop.open_shift(${actor.merchantId}, ${actor.storeId}, ${order.terminalId ?? null},
      ${order.openingFloatCentavos}) s`)
}

/** @throws Problem `not_found` */
export function shift(tx: Tx<'rows'>, scope: Scope, id: string): Promise<PlacedShift> {
  return tx.one(sql<PlacedShift>`
    select ${columns}, s.merchant_id as "merchantId" from shop.shifts s
     where s.merchant_id = any (${scope.merchantIds}::uuid[]) and s.id = ${id}`)
}

/** The member's open shift. */
export function current(tx: Tx<'store:cashier'>, actor: StoreActor): Promise<Shift | undefined> {
  return tx.first(sql<Shift>`
    select ${columns} from shop.shifts s
     where s.merchant_id = ${actor.merchantId} and s.membership_id = ${actor.membershipId} and s.status = 'OPEN'`)
}

/** @throws Problem `shift_closed` */
export function moveCash(
  tx: Tx<'store:cashier'>,
  of: PlacedShift,
  { kind, amountCentavos, reason, vasSaleId }: CashMovementOrder,
): Promise<CashMovement> {
  return tx.one(sql<CashMovement>`
    select m.id, m.store_id as "storeId", m.shift_id as "shiftId", m.kind, m.amount_centavos as "amountCentavos",
           m.reason, m.account_id as "accountId", m.person_name as "personName", m.vas_sale_id as "vasSaleId",
           m.created_at as "createdAt"
      from shop.add_cash_movement(${of.merchantId}, ${of.id}, ${kind}, ${amountCentavos}, ${reason}, ${vasSaleId ?? null}) m`)
}

/** Whether the caller may not know the totals of this open shift, because they count its drawer. */
export async function isCountedBlind(tx: Tx<'rows'>, of: PlacedShift): Promise<boolean> {
  const row = await tx.one(sql<{ isBlind: boolean }>`
    select shop.is_counted_blind(${of.merchantId}, ${of.id}) as "isBlind"`)
  return row.isBlind
}

export async function totals(tx: Tx<'rows'>, of: PlacedShift): Promise<Totals> {
  const row = await tx.one(sql<{ totals: Totals }>`
    select shop.shift_totals(${of.merchantId}, ${of.id}) as totals`)
  return row.totals
}

const reportColumns = sql`r.id, r.store_id as "storeId", r.shift_id as "shiftId", r.folio,
  r.expected_centavos as "expectedCentavos", r.counted_centavos as "countedCentavos",
  r.difference_centavos as "differenceCentavos", r.difference_reason as "differenceReason", r.denominations,
  r.totals, r.created_at as "createdAt"`

/** The Z report of a closed shift. */
export function report(tx: Tx<'rows'>, of: PlacedShift): Promise<ShiftReport | undefined> {
  return tx.first(sql<ShiftReport>`
    select ${reportColumns} from shop.shift_reports r where r.merchant_id = ${of.merchantId} and r.shift_id = ${of.id}`)
}

/** @throws Problem `shift_closed` · `difference_reason_required` */
export function close(
  tx: Tx<'store:cashier'>,
  of: PlacedShift,
  { denominations, countedCentavos, differenceReason }: CloseShift,
): Promise<ShiftReport> {
  return tx.one(sql<ShiftReport>`
    select ${reportColumns} from shop.close_shift(${of.merchantId}, ${of.id},
      ${denominations === undefined ? null : JSON.stringify(denominations)}::jsonb, ${countedCentavos ?? null},
      ${differenceReason ?? null}) r`)
}

/** The store of a shift, as its papers name it, and where it wants Z reports to be mailed. */
export function placeOf(
  tx: Tx<'rows'>,
  of: PlacedShift,
): Promise<PaperPlace & { readonly addresses: string[] }> {
  return tx.one(sql<PaperPlace & { addresses: string[] }>`
    select t.name, t.time_zone as "timeZone", t.shift_report_emails as addresses from shop.stores t
     where t.merchant_id = ${of.merchantId} and t.id = ${of.storeId}`)
}

/** Mails the Z report with this text to whom the store wants. */
export async function mailReport(
  tx: Tx<'store:cashier'>,
  { merchantId, storeId, cashierName }: PlacedShift,
  { id, folio }: ShiftReport,
  text: string,
): Promise<void> {
  const { addresses } = await tx.one(sql<{ addresses: string[] }>`
    select shop.mail_shift_report(${merchantId}, ${storeId}, ${folio}, ${cashierName}, ${text}) as addresses`)
  if (addresses.length === 0) return
  await tx.rows(sql`
    select audit.record_at(${merchantId}, ${storeId}, 'shift_report.mailed', 'shift_report', ${id}, null,
      ${JSON.stringify({ folio, addresses })}::jsonb)`)
}

/**
 * Shifts of several stores with their counts, newest first; each store is read along its index, then merged.
 */
export async function drawers(
  tx: Tx<'rows'>,
  scope: Scope,
  { status, membershipId, isDifferent }: Pick<DrawersQuery, 'status' | 'membershipId' | 'isDifferent'>,
  { limit, after }: PageRange<'key' | 'id'>,
): Promise<(Drawer & { key: string })[]> {
  const conditions = ({ merchantId, storeId }: StorePlace) => [
    sql`s.merchant_id = ${merchantId} and s.store_id = ${storeId}`,
    ...(status === undefined ? [] : [sql`s.status = ${status}`]),
    ...(membershipId === undefined ? [] : [sql`s.membership_id = ${membershipId}`]),
    ...(isDifferent === undefined ? [] : [sql`(r.difference_centavos <> 0) = ${isDifferent}`]),
    ...(after === undefined
      ? []
      : [sql`(s.opened_at, s.id) < (${after.key}::timestamptz, ${after.id}::uuid)`]),
  ]
  const [, rows] = await Promise.all([
    narrow(tx, ['shifts', 'reporting', 'stores']),
    tx.rows(sql<Drawer & { key: string }>`
      select found.*
        from (${eachPlace(
          scope,
          (place) => sql`
            select s.id, s.store_id as "storeId", p.name as "storeName", s.membership_id as "membershipId",
                   s.account_id as "accountId", s.cashier_name as "cashierName", t.name as "terminalName",
                   s.opening_float_centavos as "openingFloatCentavos", s.status, s.opened_at as "openedAt",
                   s.closed_at as "closedAt", s.closed_by as "closedBy", s.closed_by_name as "closedByName",
                   r.id as "reportId", r.folio, r.expected_centavos as "expectedCentavos",
                   r.counted_centavos as "countedCentavos", r.difference_centavos as "differenceCentavos",
                   r.difference_reason as "differenceReason",
                   to_char(s.opened_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as key
              from shop.shifts s
              join shop.stores p on p.merchant_id = s.merchant_id and p.id = s.store_id
              left join shop.shift_reports r on r.merchant_id = s.merchant_id and r.shift_id = s.id
              left join shop.terminals t on t.merchant_id = s.merchant_id and t.id = s.terminal_id
             where ${sql.join(conditions(place), sql` and `)}
             order by s.opened_at desc, s.id desc limit ${limit}`,
        )}) found
       order by found."openedAt" desc, found.id desc limit ${limit}`),
  ])
  return rows
}
