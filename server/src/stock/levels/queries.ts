import type { StoreActor } from '../../authorization/principal.ts'
import type { StorePlace } from '../../collections/each-place.ts'
import { type Sql, sql } from '../../database/sql.ts'
import { setStatementTimeout } from '../../database/statement-timeout.ts'
import type { Tx } from '../../database/tx.ts'
import type {
  Adjustment,
  GoodsReceipt,
  MovedLine,
  ReorderPoints,
  StockFault,
  StockLevel,
  StockReceipt,
} from './schema.ts'

type Write = Tx<'store:supervisor'>

const each = <L, V>(lines: readonly L[], value: (line: L) => V): V[] => lines.map(value)

/** @throws Problem `invalid_request` */
export function receive(tx: Write, actor: StoreActor, id: string, order: GoodsReceipt): Promise<unknown> {
  const { lines, supplier = null, note = null } = order
  return tx.rows(sql`
    select stock.receive_goods(${actor.merchantId}, ${actor.storeId}, ${id}, ${supplier}, ${note},
      ${each(lines, (line) => line.variantId)}::uuid[], ${each(lines, (line) => line.quantity)}::numeric[],
      ${each(lines, (line) => line.unitCostCentavos ?? null)}::bigint[], ${actor.membershipId})`)
}

export function receipt(
  tx: Write,
  { merchantId }: StoreActor,
  id: string,
): Promise<Omit<StockReceipt, 'lines'>> {
  return tx.one(sql<Omit<StockReceipt, 'lines'>>`
    select id, store_id as "storeId", supplier, note, line_count as "lineCount", cost_centavos as "costCentavos",
           created_at as "createdAt"
      from stock.stock_receipts where merchant_id = ${merchantId} and id = ${id}`)
}

/** The movements of a document. */
export function movedBy(tx: Write, { merchantId }: StoreActor, documentId: string): Promise<MovedLine[]> {
  return tx.rows(sql<MovedLine>`
    select variant_id as "variantId", quantity, on_hand_after as "onHand", unit_cost_centavos as "unitCostCentavos"
      from stock.stock_movements where merchant_id = ${merchantId} and document_id = ${documentId} order by id`)
}

/** @throws Problem `invalid_request` · `insufficient_stock` */
export function adjust(tx: Write, actor: StoreActor, id: string, order: Adjustment): Promise<unknown> {
  const { kind, reason, lines } = order
  return tx.rows(sql`
    select stock.adjust_stock(${actor.merchantId}, ${actor.storeId}, ${id}, ${kind}, ${reason},
      ${each(lines, (line) => line.variantId)}::uuid[], ${each(lines, (line) => line.quantity)}::numeric[],
      ${actor.membershipId})`)
}

/** @throws Problem `invalid_request` */
export function setReorderPoints(
  tx: Write,
  actor: StoreActor,
  lines: ReorderPoints['lines'],
): Promise<unknown> {
  return tx.rows(sql`
    select stock.set_reorder_points(${actor.merchantId}, ${actor.storeId},
      ${each(lines, (line) => line.variantId)}::uuid[], ${each(lines, (line) => line.reorderPoint)}::numeric[])`)
}

export function levels(
  tx: Write,
  { merchantId, storeId }: StoreActor,
  variantIds: readonly string[],
): Promise<StockLevel[]> {
  return tx.rows(sql<StockLevel>`
    select id as "variantId", on_hand as "onHand", reorder_point as "reorderPoint", is_low as "isLow"
      from stock.stock_levels
     where merchant_id = ${merchantId} and store_id = ${storeId} and id = any (${variantIds}::uuid[]) order by id`)
}

/** Levels of goods whose name, SKU or barcode has the pattern; a level has the id of its variant. */
export function levelsOfGoods(pattern: Sql, place: StorePlace): Sql {
  return sql`
    select v.id from catalog.variants v
      join catalog.products p on p.merchant_id = v.merchant_id and p.store_id = v.store_id and p.id = v.product_id
     where v.merchant_id = ${place.merchantId} and v.store_id = ${place.storeId}
       and (p.search_text like ${pattern} or v.search_text like ${pattern})
    union all
    select b.variant_id from catalog.barcodes b
     where b.merchant_id = ${place.merchantId} and b.store_id = ${place.storeId} and b.code_key like ${pattern}`
}

/** Every level and every transfer of a merchant that differs from its movements. It reads all of them: 1 µs each. */
export async function faults(tx: Tx<'worker'>, merchantId: string): Promise<StockFault[]> {
  await setStatementTimeout(tx, 120_000)
  return tx.rows(sql<StockFault>`
    select merchant_id as "merchantId", id, fault, expected, found
      from stock.stock_faults(${merchantId}) order by id, fault`)
}
