import type { StoreActor } from '../../authorization/principal.ts'
import type { Scope } from '../../collections/scope.ts'
import { sql } from '../../database/sql.ts'
import type { Tx } from '../../database/tx.ts'
import type { Destination, ReceivedLine, SendTransfer, StockTransfer } from './schema.ts'

/** Returns the id of the sender's document. @throws Problem `invalid_request` · `insufficient_stock` */
export async function send(
  tx: Tx<'store:supervisor'>,
  actor: StoreActor,
  order: SendTransfer,
): Promise<string> {
  const { lines, toStoreId, note = null } = order
  const { id } = await tx.one(sql<{ id: string }>`
    select stock.send_transfer(${actor.merchantId}, ${actor.storeId}, ${toStoreId}, ${note},
      ${lines.map(({ variantId }) => variantId)}::uuid[],
      ${lines.map(({ toVariantId }) => toVariantId ?? null)}::uuid[],
      ${lines.map(({ quantity }) => quantity)}::numeric[], ${actor.membershipId}) as id`)
  return id
}

/** @throws Problem `invalid_transition` · `invalid_request` */
export function end(
  tx: Tx<'store:supervisor'>,
  actor: StoreActor,
  id: string,
  status: 'RECEIVED' | 'CANCELED',
  lines: readonly ReceivedLine[],
): Promise<unknown> {
  return tx.rows(sql`
    select stock.end_transfer(${actor.merchantId}, ${id}, ${status},
      ${lines.map(({ variantId }) => variantId)}::uuid[], ${lines.map(({ quantity }) => quantity)}::numeric[],
      ${actor.membershipId})`)
}

/** A document that the caller may read. @throws Problem `not_found` */
export function transfer(
  tx: Tx<'store:supervisor'>,
  { merchantIds }: Scope,
  id: string,
): Promise<StockTransfer> {
  return tx.one(sql<StockTransfer>`
    select t.id, t.store_id as "storeId", t.transfer_id as "transferId", t.direction,
           t.other_store_id as "otherStoreId", t.status, t.note, t.sent_at as "sentAt", t.ended_at as "endedAt",
           (select coalesce(jsonb_agg(jsonb_build_object('variantId', l.variant_id, 'quantity', l.quantity,
                                                'receivedQuantity', l.received_quantity,
                                                'unitCostCentavos', l.unit_cost_centavos) order by l.id), '[]')
              from stock.stock_transfer_lines l where l.merchant_id = t.merchant_id and l.document_id = t.id) as lines
      from stock.stock_transfers t where t.merchant_id = any (${merchantIds}::uuid[]) and t.id = ${id}`)
}

/** The other stores of the merchant, by name. */
export function destinations(
  tx: Tx<'store:cashier'>,
  { merchantId, storeId }: StoreActor,
): Promise<Destination[]> {
  return tx.rows(sql<Destination>`
    select store_id as "storeId", name, code, is_open as "isOpen"
      from stock.sister_stores(${merchantId}, ${storeId})`)
}
