import type { StoreActor } from '../../authorization/principal.ts'
import type { Scope } from '../../collections/scope.ts'
import { sql } from '../../database/sql.ts'
import type { Tx } from '../../database/tx.ts'
import type { CountLine, OpenCount, RecordCount, StockCount } from './schema.ts'

type Write = Tx<'store:supervisor'>

/** @throws Problem `invalid_request` · `count_open` */
export function open(tx: Write, actor: StoreActor, id: string, order: OpenCount): Promise<unknown> {
  const { categoryId = null, variantIds = null, note = null } = order
  return tx.rows(sql`
    select stock.open_count(${actor.merchantId}, ${actor.storeId}, ${id}, ${categoryId}, ${variantIds}::uuid[], ${note})`)
}

/** A sheet that the caller may read. @throws Problem `not_found` */
export function count(tx: Write, { merchantIds }: Scope, id: string): Promise<StockCount> {
  return tx.one(sql<StockCount>`
    select c.id, c.store_id as "storeId", c.category_id as "categoryId", c.note, c.status, c.line_count as "lineCount",
           l.counted as "countedLineCount", l.different as "differenceCount", c.opened_at as "openedAt",
           c.ended_at as "endedAt"
      from stock.stock_counts c
     cross join lateral (
       select count(l.counted)::int as counted, count(*) filter (where l.difference <> 0)::int as different
         from stock.stock_count_lines l where l.merchant_id = c.merchant_id and l.count_id = c.id) l
     where c.merchant_id = any (${merchantIds}::uuid[]) and c.id = ${id}`)
}

/** @throws Problem `invalid_request` · `invalid_transition` · `version_mismatch` (with the lines as they are now) */
export function record(tx: Write, actor: StoreActor, id: string, { lines }: RecordCount): Promise<unknown> {
  const seen = lines.filter(({ countedBefore }) => countedBefore !== undefined)
  return tx.rows(sql`
    select stock.record_count(${actor.merchantId}, ${id}, ${lines.map(({ variantId }) => variantId)}::uuid[],
                            ${lines.map(({ counted }) => counted)}::numeric[],
                            ${seen.map(({ variantId }) => variantId)}::uuid[],
                            ${seen.map(({ countedBefore }) => countedBefore ?? null)}::numeric[])`)
}

export function lines(
  tx: Write,
  { merchantId }: StoreActor,
  id: string,
  variantIds: readonly string[],
): Promise<CountLine[]> {
  return tx.rows(sql<CountLine>`
    select variant_id as "variantId", expected, counted, difference, counted_at as "countedAt"
      from stock.stock_count_lines
     where merchant_id = ${merchantId} and count_id = ${id} and variant_id = any (${variantIds}::uuid[])
     order by array_position(${variantIds}::uuid[], variant_id)`)
}

/** @throws Problem `invalid_transition` · `insufficient_stock` */
export function close(tx: Write, actor: StoreActor, id: string): Promise<unknown> {
  return tx.rows(sql`select stock.close_count(${actor.merchantId}, ${id}, ${actor.membershipId})`)
}

/** @throws Problem `invalid_transition` */
export function cancel(tx: Write, actor: StoreActor, id: string): Promise<unknown> {
  return tx.rows(sql`select stock.cancel_count(${actor.merchantId}, ${id})`)
}
