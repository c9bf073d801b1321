import { validate as isUuid } from 'uuid'
import { sql } from '../../database/sql.ts'
import { setStatementTimeout } from '../../database/statement-timeout.ts'
import type { Tx } from '../../database/tx.ts'
import type { SaleStatus } from './sale-state.ts'

/** An account at the provider. No connection: our own account. */
export interface ProviderAccount {
  readonly merchantId: string | null
  readonly connectionId: string | null
}

/** The position up to which an account's list was read. */
export interface ProviderList extends ProviderAccount {
  readonly listedUntil: Date | null
  /** The first sale of the last thirty days. */
  readonly firstSaleAt: Date
  readonly now: Date
}

export function listsToRead(tx: Tx<'worker'>, mode: string): Promise<ProviderList[]> {
  return tx.rows(sql<ProviderList>`
    select merchant_id as "merchantId", connection_id as "connectionId", listed_until as "listedUntil",
           first_sale_at as "firstSaleAt", now from vas.lists_to_read(${mode})`)
}

/** The first and the last sale of an account that failed, of the last thirty days. */
interface FailedSales extends ProviderAccount {
  readonly firstSaleAt: Date
  readonly lastSaleAt: Date
}

/** It reads all sales of thirty days, so it is slow. */
export async function listsOfFailed(tx: Tx<'worker'>, mode: string): Promise<FailedSales[]> {
  await setStatementTimeout(tx, 600_000)
  return tx.rows(sql<FailedSales>`
    select merchant_id as "merchantId", connection_id as "connectionId", first_sale_at as "firstSaleAt",
           last_sale_at as "lastSaleAt" from vas.lists_of_failed(${mode})`)
}

/** Marks the sales whose outcome differs from ours to be checked again; returns how many. */
export async function recheckListed(
  tx: Tx<'worker'>,
  mode: string,
  records: readonly { readonly externalId: string; readonly outcome: string }[],
): Promise<number> {
  const outcomes = JSON.stringify(records.map(({ externalId, outcome }) => ({ id: externalId, outcome })))
  const { rechecked } = await tx.one(
    sql<{ rechecked: number }>`select vas.recheck_listed(${mode}, ${outcomes}::jsonb) as rechecked`,
  )
  return rechecked
}

export function noteListRead(
  tx: Tx<'worker'>,
  mode: string,
  connectionId: string | null,
  until: Date,
): Promise<unknown> {
  return tx.rows(sql`select vas.note_list_read(${mode}, ${connectionId}, ${until})`)
}

/** Start and end of a day in Mexico City; yesterday by default. */
export function dayOf(
  tx: Tx<'worker'>,
  day: string | undefined,
): Promise<{ day: string; from: Date; to: Date }> {
  return tx.one(sql<{ day: string; from: Date; to: Date }>`
    select d as day, d::timestamp at time zone 'America/Mexico_City' as "from",
           (d + 1)::timestamp at time zone 'America/Mexico_City' as "to"
      from (select coalesce(${day ?? null}::date, (now() at time zone 'America/Mexico_City')::date - 1)) x (d)`)
}

/** A sale as reconciliation reads it; `demanded` and `booked` are centavos by account. */
export interface ReconciledSale {
  readonly id: string
  readonly merchantId: string
  readonly folio: string
  readonly status: SaleStatus
  readonly phase: string
  readonly amountCentavos: bigint
  readonly connectionId: string | null
  /** What we have booked as owed to the provider, or as spent from the merchant's own account. */
  readonly wholesaleCentavos: bigint
  readonly isRanged: boolean
  readonly demanded: Readonly<Record<string, number>>
  readonly booked: Readonly<Record<string, number>>
}

export function dayOfSales(tx: Tx<'worker'>, day: string, mode: string): Promise<ReconciledSale[]> {
  return tx.rows(sql<ReconciledSale>`
    select id, merchant_id as "merchantId", folio, status, phase, amount_centavos as "amountCentavos",
           connection_id as "connectionId", wholesale_centavos as "wholesaleCentavos", is_ranged as "isRanged",
           demanded, booked
      from vas.day_of_sales(${day}::date, ${mode})`)
}

/**
 * The sales of a day in other modes than these, by mode. Not those of the sandbox, which sells nothing and whose provider may be
 * gone.
 */
export function salesOfOtherModes(
  tx: Tx<'worker'>,
  { from, to }: { readonly from: Date; readonly to: Date },
  modes: readonly string[],
): Promise<{ mode: string; count: number }[]> {
  return tx.rows(sql<{ mode: string; count: number }>`
    select mode, count(*)::int as count from vas.sales
     where created_at >= ${from} and created_at < ${to} and mode <> all (${['sandbox', ...modes]}::text[])
     group by mode order by mode`)
}

/** Which of these ids are sales, of any day. */
export async function knownSales(tx: Tx<'worker'>, ids: readonly string[]): Promise<Set<string>> {
  const rows = await tx.rows(
    sql<{ id: string }>`select id from vas.sales where id = any (${ids.filter((id) => isUuid(id))}::uuid[])`,
  )
  return new Set(rows.map(({ id }) => id))
}

/** The days of the last thirty that have ended and were not compared, oldest first. */
export async function daysToReconcile(tx: Tx<'worker'>): Promise<string[]> {
  const rows = await tx.rows(sql<{ day: string }>`select d as day from vas.days_to_reconcile() d`)
  return rows.map(({ day }) => day)
}

/** Records the differences of a day that was compared; a day that has not ended is not recorded. */
export function noteReconciled(tx: Tx<'worker'>, day: string, differences: number): Promise<unknown> {
  return tx.rows(sql`select vas.note_reconciled(${day}::date, ${differences})`)
}
