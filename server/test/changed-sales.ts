import type pg from 'pg'

/** Changes sales as the product does: with their places in the queue. `s` is the sale in both parts. */
export function changeSales(
  admin: pg.Pool,
  changes: string,
  condition: string,
  values: readonly unknown[] = [],
): Promise<pg.QueryResult> {
  return admin.query(
    `with changed as (update vas.sales s set ${changes} where ${condition} returning s)
     select vas.requeue(c.s) from changed c`,
    [...values],
  )
}

/** Makes every sale due that is in progress, as if its owner had died. */
export function makeSalesDue(admin: pg.Pool): Promise<pg.QueryResult> {
  return changeSales(
    admin,
    `next_check_at = now() - interval '1 second', leased_until = null`,
    `s.status = 'PENDING' or s.sweep_until is not null`,
  )
}
