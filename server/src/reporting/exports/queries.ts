import { eachPlace, type StorePlace } from '../../collections/each-place.ts'
import { narrow } from '../../collections/narrow.ts'
import { type Sql, sql } from '../../database/sql.ts'
import type { Tx } from '../../database/tx.ts'
import type { Totals } from '../../shop/shifts/schema.ts'
import type { MovementsQuery, OrdersQuery, ServicesQuery } from './schema.ts'

export interface Places {
  readonly places: readonly { readonly merchantId: string; readonly storeId: string }[]
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly shiftId?: string | undefined
}

/** Amounts are whole centavos; times are in the store's time zone: `2026-03-01 17:45:00`. */
export interface Order {
  readonly storeName: string
  readonly folio: string
  readonly soldAt: string
  readonly cashierName: string
  readonly terminalName: string | null
  readonly customerName: string | null
  readonly grossCentavos: bigint
  readonly discountCentavos: bigint
  readonly totalCentavos: bigint
  readonly taxCentavos: bigint
  readonly roundingCentavos: bigint
  readonly cashCentavos: bigint
  readonly cardCentavos: bigint
  readonly transferCentavos: bigint
  readonly refundCentavos: bigint
}

/** Newest first. */
export async function orders(
  tx: Tx<'rows'>,
  asked: Places,
  { membershipId, customerId, terminalId }: Pick<OrdersQuery, 'membershipId' | 'customerId' | 'terminalId'>,
  limit: number,
): Promise<Order[]> {
  const paid = (method: string, name: string) =>
    sql`coalesce(sum(y.amount_centavos) filter (where y.method = ${method}), 0)::bigint as ${sql.ref(name)}`
  const conditions = [
    // A shift may have taken a sale of an earlier day, made without a network.
    asked.shiftId === undefined
      ? sql`o.sold_on between ${firstDay(asked)} and ${lastDay(asked)}`
      : sql`o.shift_id = ${asked.shiftId}`,
    ...equals('o.membership_id', membershipId),
    ...equals('o.customer_id', customerId),
    ...equals('o.terminal_id', terminalId),
  ]
  const [, rows] = await Promise.all([
    narrow(tx, ['sales', 'stores']),
    tx.rows(sql<Order>`
      select "storeName", folio, "soldAt", "cashierName", "terminalName", "customerName", "grossCentavos",
             "discountCentavos", "totalCentavos", "taxCentavos", "roundingCentavos", "cashCentavos",
             "cardCentavos", "transferCentavos", "refundCentavos"
        from (${eachPlace(
          asked,
          (place) => sql`
            select o.sold_at, o.id, s.name as "storeName", o.folio, ${local('o.sold_at')} as "soldAt",
                   o.cashier_name as "cashierName", t.name as "terminalName", c.name as "customerName",
                   o.gross_centavos as "grossCentavos", o.discount_centavos as "discountCentavos",
                   o.total_centavos as "totalCentavos", o.tax_centavos as "taxCentavos",
                   o.rounding_centavos as "roundingCentavos", paid."cashCentavos", paid."cardCentavos",
                   paid."transferCentavos", back.amount as "refundCentavos"
              from selling.sales_orders o
              join shop.stores s on s.merchant_id = o.merchant_id and s.id = o.store_id
              left join shop.terminals t on t.merchant_id = o.merchant_id and t.id = o.terminal_id
              left join selling.customers c on c.merchant_id = o.merchant_id and c.id = o.customer_id
             cross join lateral (
               select ${paid('CASH', 'cashCentavos')}, ${paid('CARD', 'cardCentavos')},
                      ${paid('TRANSFER', 'transferCentavos')}
                 from selling.order_payments y where y.merchant_id = ${place.merchantId} and y.order_id = o.id) paid
             cross join lateral (
               select coalesce(sum(r.amount_centavos), 0)::bigint as amount from selling.refunds r
                where r.merchant_id = ${place.merchantId} and r.order_id = o.id) back
             where ${sql.join([inStore('o', place), ...conditions], sql` and `)}
             order by o.sold_at desc, o.id desc limit ${limit}`,
        )}) found
       order by found.sold_at desc, found.id desc limit ${limit}`),
  ])
  return rows
}

export interface ServiceSale {
  readonly storeName: string
  readonly folio: string
  readonly soldAt: string
  readonly cashierName: string
  readonly kind: string
  readonly providerName: string
  readonly productName: string
  readonly reference: string | null
  readonly amountCentavos: bigint
  readonly feeCentavos: bigint
  readonly commissionCentavos: bigint
  readonly method: string
  readonly status: string
  readonly authorization: string | null
  readonly funding: 'WALLET' | 'PLATFORM_BALANCE'
}

/** Newest first. */
export async function serviceSales(
  tx: Tx<'rows'>,
  asked: Places,
  { kind, status }: Pick<ServicesQuery, 'kind' | 'status'>,
  limit: number,
): Promise<ServiceSale[]> {
  const conditions = [
    ...during('v.created_at', asked),
    ...equals('v.shift_id', asked.shiftId),
    ...equals('v.kind', kind),
    ...equals('v.status', status),
  ]
  const [, rows] = await Promise.all([
    narrow(tx, ['sales', 'stores']),
    tx.rows(sql<ServiceSale>`
      select "storeName", folio, "soldAt", "cashierName", kind, "providerName", "productName", reference,
             "amountCentavos", "feeCentavos", "commissionCentavos", method, status, "authorization", funding
        from (${eachPlace(
          asked,
          (place) => sql`
            select v.created_at, v.id, s.name as "storeName", v.folio, ${local('v.created_at')} as "soldAt",
                   v.cashier_name as "cashierName", v.kind, v.provider_name as "providerName",
                   v.product_name as "productName", v.reference, v.amount_centavos as "amountCentavos",
                   v.fee_centavos as "feeCentavos", v.commission_centavos as "commissionCentavos",
                   v.payment_method as method, v.status, v.authorization_code as "authorization",
                   case when v.connection_id is null then 'WALLET' else 'PLATFORM_BALANCE' end as funding
              from vas.sales v
              join shop.stores s on s.merchant_id = v.merchant_id and s.id = v.store_id
             where ${sql.join([inStore('v', place), ...conditions], sql` and `)}
             order by v.created_at desc, v.id desc limit ${limit}`,
        )}) found
       order by found.created_at desc, found.id desc limit ${limit}`),
  ])
  return rows
}

export interface Movement {
  readonly storeName: string
  readonly movedAt: string
  readonly kind: string
  readonly productName: string
  readonly variantName: string | null
  readonly sku: string | null
  readonly unit: string
  readonly quantity: number
  readonly onHandAfter: number
  /** Null for a cashier, and where it is unknown. */
  readonly unitCostCentavos: bigint | null
  readonly reason: string | null
  readonly personName: string | null
  readonly documentFolio: string | null
}

/** Newest first. Days do not apply when a document is given. */
export async function movements(
  tx: Tx<'rows'>,
  asked: Places & { readonly costsSeen: ReadonlySet<string> },
  { variantId, kind, documentId }: Pick<MovementsQuery, 'variantId' | 'kind' | 'documentId'>,
  limit: number,
): Promise<Movement[]> {
  const conditions = [
    ...(documentId === undefined ? during('m.created_at', asked) : []),
    ...equals('m.variant_id', variantId),
    ...equals('m.kind', kind),
    ...equals('m.document_id', documentId),
  ]
  const [, rows] = await Promise.all([
    narrow(tx, ['inventory', 'catalog', 'stores', 'sales', 'reporting']),
    tx.rows(sql<Movement>`
      select "storeName", "movedAt", kind, "productName", "variantName", sku, unit, quantity, "onHandAfter",
             "unitCostCentavos", reason, "personName", "documentFolio"
        from (${eachPlace(
          asked,
          (place) => sql`
            select m.created_at, m.id, m.person_name as "personName", s.name as "storeName",
                   ${local('m.created_at')} as "movedAt", m.kind, p.name as "productName", v.name as "variantName",
                   coalesce(v.sku, p.sku) as sku, p.unit, m.quantity, m.on_hand_after as "onHandAfter", m.reason,
                   coalesce(o.folio, r.folio) as "documentFolio",
                   case when ${place.storeId} = any (${[...asked.costsSeen]}::uuid[]) then m.unit_cost_centavos end as "unitCostCentavos"
              from stock.stock_movements m
              join shop.stores s on s.merchant_id = m.merchant_id and s.id = m.store_id
              join catalog.variants v on v.merchant_id = m.merchant_id and v.id = m.variant_id
              join catalog.products p on p.merchant_id = v.merchant_id and p.id = v.product_id
              left join selling.sales_orders o
                     on m.kind = 'SALE' and o.merchant_id = m.merchant_id and o.id = m.document_id
              left join selling.refunds r
                     on m.kind = 'RETURN' and r.merchant_id = m.merchant_id and r.id = m.document_id
             where ${sql.join([inStore('m', place), ...conditions], sql` and `)}
             order by m.created_at desc, m.id desc limit ${limit}`,
        )}) found
       order by found.created_at desc, found.id desc limit ${limit}`),
  ])
  return rows
}

export interface ClosedShift {
  readonly storeName: string
  readonly folio: string
  readonly cashierName: string
  readonly terminalName: string | null
  readonly openedAt: string
  readonly closedAt: string
  readonly closedByName: string | null
  readonly expectedCentavos: bigint
  readonly countedCentavos: bigint
  readonly differenceCentavos: bigint
  readonly differenceReason: string | null
  readonly totals: Totals
}

/** By day of the close, newest first. */
export async function shiftReports(tx: Tx<'rows'>, asked: Places, limit: number): Promise<ClosedShift[]> {
  const conditions = during('z.created_at', asked)
  const [, rows] = await Promise.all([
    narrow(tx, ['reporting', 'shifts', 'stores']),
    tx.rows(sql<ClosedShift>`
      select "storeName", folio, "cashierName", "terminalName", "openedAt", "closedAt", "closedByName",
             "expectedCentavos", "countedCentavos", "differenceCentavos", "differenceReason", totals
        from (${eachPlace(
          asked,
          (place) => sql`
            select z.created_at, z.id, s.name as "storeName", z.folio, h.cashier_name as "cashierName",
                   t.name as "terminalName", ${local('h.opened_at')} as "openedAt",
                   ${local('z.created_at')} as "closedAt",
                   h.closed_by_name as "closedByName", z.expected_centavos as "expectedCentavos",
                   z.counted_centavos as "countedCentavos", z.difference_centavos as "differenceCentavos",
                   z.difference_reason as "differenceReason", z.totals
              from shop.shift_reports z
              join shop.stores s on s.merchant_id = z.merchant_id and s.id = z.store_id
              join shop.shifts h on h.merchant_id = z.merchant_id and h.id = z.shift_id
              left join shop.terminals t on t.merchant_id = h.merchant_id and t.id = h.terminal_id
             where ${sql.join([inStore('z', place), ...conditions], sql` and `)}
             order by z.created_at desc, z.id desc limit ${limit}`,
        )}) found
       order by found.created_at desc, found.id desc limit ${limit}`),
  ])
  return rows
}

const inStore = (alias: string, { merchantId, storeId }: StorePlace) =>
  sql`${sql.ref(`${alias}.merchant_id`)} = ${merchantId} and ${sql.ref(`${alias}.store_id`)} = ${storeId}`

/** Days are in the store's time zone; default: the last one, and that is today. */
const firstDay = ({ from, to }: Places) =>
  sql`coalesce(${from ?? to ?? null}::date, (now() at time zone s.time_zone)::date)`
const lastDay = ({ to }: Places) => sql`coalesce(${to ?? null}::date, (now() at time zone s.time_zone)::date)`

function during(column: string, asked: Places): Sql[] {
  return [
    sql`${sql.ref(column)} >= ${firstDay(asked)}::timestamp at time zone s.time_zone`,
    sql`${sql.ref(column)} < (${lastDay(asked)} + 1)::timestamp at time zone s.time_zone`,
  ]
}

const equals = (column: string, value: string | undefined): Sql[] =>
  value === undefined ? [] : [sql`${sql.ref(column)} = ${value}`]

const local = (column: string) =>
  sql`to_char(${sql.ref(column)} at time zone s.time_zone, 'YYYY-MM-DD HH24:MI:SS')`
