import type pg from 'pg'

/**
 * Totals of the day that stores are counting which differ from their sales: what is stored without sales, and what
 * sales demand and is not stored.
 */
export async function wrongDayTotals(admin: pg.Pool): Promise<unknown[]> {
  const { rows } = await admin.query(`
    with days as (
      select merchant_id, store_id, begins_at, ends_at from vas.day_totals where seller_id = store_id
    ), demanded as (
      select d.merchant_id, d.store_id, p.seller_id, count(*)::int as sales,
             sum(s.amount_centavos + s.fee_centavos)::bigint as centavos
        from days d
        join vas.sales s on s.merchant_id = d.merchant_id and s.store_id = d.store_id
         and s.created_at >= d.begins_at and s.created_at < d.ends_at and s.status in ('PENDING', 'COMPLETED')
       cross join lateral unnest(array[s.store_id, s.membership_id]) p (seller_id)
       group by 1, 2, 3
    ), stored as (
      select t.merchant_id, t.store_id, t.seller_id, t.sales, t.centavos::bigint
        from vas.day_totals t join days d on d.merchant_id = t.merchant_id and d.store_id = t.store_id
       where t.begins_at = d.begins_at and (t.sales, t.centavos) <> (0, 0))
    (select 'stored' as fault, * from stored except select 'stored', * from demanded) union all
    (select 'demanded', * from demanded except select 'demanded', * from stored)`)
  return rows
}
