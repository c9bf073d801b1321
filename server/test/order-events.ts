import type pg from 'pg'

/** Assigns positions to committed events until readers may see all of them, and returns the last one. */
export async function orderEvents(admin: Pick<pg.Pool, 'query'>): Promise<bigint> {
  for (;;) {
    const { rows } = await admin.query<{ head: string; given: string }>(
      'select head, given from events.order_events()',
    )
    const [order] = rows
    if (order !== undefined && order.head === order.given) return BigInt(order.head)
  }
}
