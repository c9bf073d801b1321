import type pg from 'pg'
import { v7 as uuid } from 'uuid'
import type { Place } from './history-goods.ts'

const hourMs = 3_600_000

/**
 * The stock movements of past sales. The first delivery moves to the day before the first sale; every other
 * morning, and the last evening, a delivery replaces what was sold since: the levels end as they began.
 */
export async function writeStock(client: pg.Client, at: Place, daysMs: readonly number[]): Promise<void> {
  const place = [at.merchantId, at.storeId]
  const firstAt = new Date((daysMs[0] as number) - 6 * hourMs)
  const mornings = daysMs.filter((_, day) => day > 0 && day % 2 === 0).map((dayMs) => dayMs + 7 * hourMs)
  const lastEvening = (daysMs.at(-1) as number) + 22 * hourMs
  const deliveries = [...mornings, lastEvening].map((ms) => ({
    id: uuid({ msecs: ms }),
    at: new Date(ms),
  }))
  await client.query(
    'update stock.stock_receipts set created_at = $3 where merchant_id = $1 and store_id = $2',
    [...place, firstAt],
  )
  await client.query(
    `update stock.stock_movements set created_at = $3, id = pg_temp.id_at($3) where merchant_id = $1 and store_id = $2`,
    [...place, firstAt],
  )
  await client.query(
    `create temp table moved on commit drop as
     with sold as (
       select o.created_at as at, 'SALE' as kind, o.id as document_id, o.membership_id, o.account_id, o.cashier_name, l.variant_id,
              -sum(l.quantity) as quantity, max(l.unit_cost_centavos)::bigint as cost
         from selling.sales_orders o join selling.line_items l on l.merchant_id = o.merchant_id and l.cart_id = o.cart_id
        where o.merchant_id = $1 and o.store_id = $2 and l.tracks_stock group by o.created_at, o.id, o.membership_id, o.account_id, o.cashier_name, l.variant_id
     ), deliveries as (
       select d.id, d.at, lag(d.at, 1, '-infinity') over (order by d.at) as since
         from jsonb_to_recordset($3) d (id uuid, at timestamptz)
     )
     select s.* from sold s
     union all
     select d.at, 'RECEIPT', d.id, null, null, null, s.variant_id, -sum(s.quantity), max(s.cost)
       from deliveries d join sold s on s.at > d.since and s.at <= d.at group by d.id, d.at, s.variant_id`,
    [...place, JSON.stringify(deliveries)],
  )
  await client.query(
    `insert into stock.stock_receipts (merchant_id, id, store_id, permission_set, supplier, note, line_count, cost_centavos, created_at)
     select $1, m.document_id, $2, authz.set_of($1, $2, 'inventory'), 'Abarrotera del Centro', 'Reparto', count(*),
            sum(round(m.quantity * m.cost))::bigint, m.at
       from moved m where m.kind = 'RECEIPT' group by m.document_id, m.at`,
    place,
  )
  // A level is never negative: the table itself refuses a history that sells more than there was.
  await client.query(
    `insert into stock.stock_movements (merchant_id, id, store_id, permission_set, variant_id, kind, quantity, on_hand_after,
                                      unit_cost_centavos, document_id, membership_id, account_id, person_name, created_at)
     select $1, pg_temp.id_at(m.at), $2, l.permission_set, m.variant_id, m.kind, m.quantity,
            l.on_hand + sum(m.quantity) over (partition by m.variant_id order by m.at, m.document_id), m.cost, m.document_id,
            m.membership_id, m.account_id, m.cashier_name, m.at
       from moved m join stock.stock_levels l on l.merchant_id = $1 and l.id = m.variant_id order by m.at, m.variant_id`,
    place,
  )
  await client.query('drop table pg_temp.moved')
}
