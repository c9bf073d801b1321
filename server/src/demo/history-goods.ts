import type pg from 'pg'
import { v7 as uuid } from 'uuid'
import type { Past, PastShift } from './history-plan.ts'

export interface Place {
  readonly merchantId: string
  readonly storeId: string
}

const floatCentavos = 100_000

/**
 * Inserts past sales as finalizing would have left them. Prices, receipts and expected cash are computed by
 * the functions of the product; only what those cannot do because of their clock is inserted here: the rows
 * themselves, with past times.
 */
export async function writeSales(client: pg.Client, at: Place, { shifts, sales }: Past): Promise<void> {
  const place = [at.merchantId, at.storeId]
  const lines = sales.flatMap((sale) =>
    sale.lines.map((line, index) => ({
      ...line,
      cartId: sale.cartId,
      position: index + 1,
      soldAt: sale.soldAt,
    })),
  )
  await client.query(
    `insert into shop.shifts (merchant_id, id, store_id, permission_set, membership_id, account_id, cashier_name, terminal_id,
                             opening_float_centavos, status, opened_at, closed_at, closed_by, closed_by_name, updated_at)
     select $1, h.id, $2, authz.set_of($1, $2, 'shifts', h."membershipId"), h."membershipId", h."accountId", h.name,
            h."terminalId", ${floatCentavos}, 'CLOSED', h."openedAt", h."closedAt", h."accountId", h.name, h."closedAt"
       from jsonb_to_recordset($3) h (id uuid, "membershipId" uuid, "accountId" uuid, name text, "terminalId" uuid,
                                      "openedAt" timestamptz, "closedAt" timestamptz)`,
    [...place, JSON.stringify(shifts)],
  )
  await client.query(
    `insert into selling.carts (merchant_id, id, store_id, permission_set, membership_id, account_id, terminal_id, status,
                            version, created_at, updated_at)
     select $1, s."cartId", $2, authz.set_of($1, $2, 'sales'), h.membership_id, h.account_id, h.terminal_id, 'FINALIZED', 2,
            s."soldAt" - interval '1 minute', s."soldAt"
       from jsonb_to_recordset($3) s ("cartId" uuid, "shiftId" uuid, "soldAt" timestamptz)
       join shop.shifts h on h.merchant_id = $1 and h.id = s."shiftId"`,
    [...place, JSON.stringify(sales)],
  )
  await client.query(
    `insert into selling.line_items (merchant_id, id, store_id, permission_set, cart_id, position, product_id, variant_id,
       product_name, variant_name, sku, kind, unit, tracks_stock, quantity, unit_price_centavos, unit_cost_centavos,
       tax_rate_bps, is_tax_exempt, is_tax_included, gross_centavos, tax_centavos, total_centavos, created_at, updated_at)
     select $1, l.id, $2, authz.set_of($1, $2, 'sales'), l."cartId", l.position, p.id, v.id, p.name, v.name,
            coalesce(v.sku, p.sku), p.kind, p.unit, p.tracks_stock, l.quantity, coalesce(v.price_centavos, p.price_centavos),
            coalesce(v.cost_centavos, p.cost_centavos), t.rate_bps, t.is_exempt, p.is_tax_included, 0, 0, 0, l."soldAt", l."soldAt"
       from jsonb_to_recordset($3) l (id uuid, "cartId" uuid, "variantId" uuid, quantity numeric, position int, "soldAt" timestamptz)
       join catalog.variants v on v.merchant_id = $1 and v.id = l."variantId"
       join catalog.products p on p.merchant_id = $1 and p.id = v.product_id
       join catalog.tax_rates t on t.merchant_id = $1 and t.store_id = $2
        and case when p.tax_rate_id is null then t.is_default else t.id = p.tax_rate_id end`,
    [...place, JSON.stringify(lines)],
  )
  // As selling.reprice_cart does, but at the time of the change.
  await client.query(
    `update selling.line_items l
        set gross_centavos = p.gross, discount_centavos = p.discount, tax_centavos = p.tax, total_centavos = p.total
       from selling.carts c cross join lateral selling.priced_lines(c.merchant_id, c.id) p
      where c.merchant_id = $1 and c.store_id = $2 and c.status = 'FINALIZED' and l.merchant_id = $1 and l.id = p.line_id`,
    place,
  )
  await client.query(
    `update selling.carts c
        set gross_centavos = s.gross, discount_centavos = s.discount, tax_centavos = s.tax, total_centavos = s.total
       from (select l.cart_id, sum(l.gross_centavos)::bigint as gross, sum(l.discount_centavos)::bigint as discount,
                    sum(l.tax_centavos)::bigint as tax, sum(l.total_centavos)::bigint as total
               from selling.line_items l where l.merchant_id = $1 and l.store_id = $2 group by l.cart_id) s
      where c.merchant_id = $1 and c.id = s.cart_id`,
    place,
  )
  await writeOrders(client, place, JSON.stringify(sales))
}

async function writeOrders(client: pg.Client, place: readonly string[], sales: string): Promise<void> {
  await client.query(
    `insert into selling.sales_orders (merchant_id, id, store_id, permission_set, cart_id, folio, shift_id, terminal_id,
       membership_id, account_id, cashier_name, gross_centavos, discount_centavos, tax_centavos, total_centavos, sold_at, sold_on, created_at)
     select $1, s."orderId", $2, c.permission_set, c.id,
            'A-' || lpad((row_number() over (order by s."soldAt", s."orderId"))::text, 6, '0'), h.id, h.terminal_id,
            h.membership_id, h.account_id, h.cashier_name, c.gross_centavos, c.discount_centavos, c.tax_centavos,
            c.total_centavos, s."soldAt", (s."soldAt" at time zone p.time_zone)::date, s."soldAt"
       from jsonb_to_recordset($3) s ("orderId" uuid, "cartId" uuid, "shiftId" uuid, "soldAt" timestamptz)
       join selling.carts c on c.merchant_id = $1 and c.id = s."cartId"
       join shop.shifts h on h.merchant_id = $1 and h.id = s."shiftId"
       join shop.stores p on p.merchant_id = $1 and p.id = $2`,
    [...place, sales],
  )
  // Cash is paid in notes of fifty pesos.
  await client.query(
    `insert into selling.order_payments (merchant_id, id, store_id, permission_set, order_id, position, method,
                                     amount_centavos, tendered_centavos, created_at)
     select $1, s."paymentId", $2, o.permission_set, o.id, 1, s.method, o.total_centavos,
            case s.method when 'CASH' then ceil(o.total_centavos / 5000.0) * 5000 end, o.created_at
       from jsonb_to_recordset($3) s ("orderId" uuid, "paymentId" uuid, method text)
       join selling.sales_orders o on o.merchant_id = $1 and o.id = s."orderId"`,
    [...place, sales],
  )
  await client.query(
    `insert into selling.transactions (merchant_id, id, store_id, permission_set, kind, method, amount_centavos, order_id, shift_id, created_at)
     select $1, pg_temp.id_at(o.created_at), $2, o.permission_set, 'PAYMENT', s.method, o.total_centavos, o.id, o.shift_id, o.created_at
       from jsonb_to_recordset($3) s ("orderId" uuid, method text)
       join selling.sales_orders o on o.merchant_id = $1 and o.id = s."orderId"`,
    [...place, sales],
  )
  await client.query(
    `insert into selling.receipts (merchant_id, id, store_id, permission_set, kind, folio, order_id, membership_id, content, created_at)
     select $1, s."receiptId", $2, authz.set_of($1, $2, 'receipts', o.membership_id), 'SALE', o.folio, o.id, o.membership_id,
            selling.sale_receipt(o, o.created_at), o.created_at
       from jsonb_to_recordset($3) s ("orderId" uuid, "receiptId" uuid)
       join selling.sales_orders o on o.merchant_id = $1 and o.id = s."orderId"`,
    [...place, sales],
  )
  await client.query(
    `insert into shop.folios (merchant_id, store_id, series, last_no)
     select $1, $2, 'A', count(*) from selling.sales_orders where merchant_id = $1 and store_id = $2`,
    [...place],
  )
}

/** Moves most of the cash to the safe before the end of each shift, and writes its Z report. */
export async function closeShifts(client: pg.Client, at: Place, shifts: readonly PastShift[]): Promise<void> {
  const place = [at.merchantId, at.storeId]
  const { rows } = await client.query<{ id: string; expected: string }>(
    `select h.id, shop.shift_totals(h.merchant_id, h.id) ->> 'expectedCentavos' as expected
       from shop.shifts h where h.merchant_id = $1 and h.store_id = $2 and h.status = 'CLOSED'`,
    place,
  )
  const expected = new Map(rows.map((row) => [row.id, Number(row.expected)]))
  const closed = shifts.map((shift) => {
    const held = expected.get(shift.id) ?? floatCentavos
    const drop = Math.floor(((held - floatCentavos) * 0.6) / 10_000) * 10_000
    return {
      ...shift,
      movementId: uuid({ msecs: shift.closedAt.getTime() - 1_800_000 }),
      reportId: uuid({ msecs: shift.closedAt.getTime() }),
      drop,
      denominations: denominationsOf(held - Math.max(drop, 0) + shift.differenceCentavos),
    }
  })
  await client.query(
    `insert into shop.cash_movements (merchant_id, id, store_id, permission_set, shift_id, kind, amount_centavos, reason,
                                     account_id, person_name, created_at)
     select $1, d."movementId", $2, h.permission_set, h.id, 'DROP', d.drop, 'Retiro a la caja fuerte', h.account_id,
            h.cashier_name, h.closed_at - interval '30 minutes'
       from jsonb_to_recordset($3) d (id uuid, "movementId" uuid, drop bigint)
       join shop.shifts h on h.merchant_id = $1 and h.id = d.id where d.drop > 0`,
    [...place, JSON.stringify(closed)],
  )
  await client.query(
    `insert into shop.shift_reports (merchant_id, id, store_id, permission_set, shift_id, folio, expected_centavos,
       counted_centavos, difference_centavos, difference_reason, denominations, totals, created_at)
     select $1, z."reportId", $2, authz.set_of($1, $2, 'reporting', h.membership_id), h.id,
            'Z-' || lpad((row_number() over (order by h.closed_at, h.id))::text, 6, '0'), e.centavos,
            e.centavos + z."differenceCentavos", z."differenceCentavos", z."differenceReason", z.denominations, t.totals, h.closed_at
       from jsonb_to_recordset($3) z (id uuid, "reportId" uuid, "differenceCentavos" bigint, "differenceReason" text, denominations jsonb)
       join shop.shifts h on h.merchant_id = $1 and h.id = z.id
      cross join lateral (select shop.shift_totals(h.merchant_id, h.id) as totals) t
      cross join lateral (select (t.totals ->> 'expectedCentavos')::bigint as centavos) e`,
    [...place, JSON.stringify(closed)],
  )
  await client.query(
    `insert into shop.folios (merchant_id, store_id, series, last_no)
     select $1, $2, 'Z', count(*) from shop.shift_reports where merchant_id = $1 and store_id = $2`,
    place,
  )
}

const pieces = [50_000, 20_000, 10_000, 5_000, 2_000, 1_000, 500, 200, 100, 50, 20, 10]

/** An amount in the fewest notes and coins; the demo's prices end in tens of centavos. */
function denominationsOf(amountCentavos: number): Record<string, number> {
  let left = amountCentavos
  const counted: Record<string, number> = {}
  for (const piece of pieces) {
    if (left >= piece) counted[piece] = Math.floor(left / piece)
    left %= piece
  }
  if (left !== 0) throw new Error(`no coins for ${amountCentavos} centavos`)
  return counted
}
