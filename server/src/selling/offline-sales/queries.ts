import type { StoreActor } from '../../authorization/principal.ts'
import type { Scope } from '../../collections/scope.ts'
import { sql } from '../../database/sql.ts'
import type { Tx } from '../../database/tx.ts'
import type { NewOfflineSale, OfflineSale } from './schema.ts'

interface Received {
  readonly isNew: boolean
  readonly sale: OfflineSale
}

/** @throws Problem `forbidden` · `invalid_request` · `payment_mismatch` · `duplicate_value` · `idempotency_key_reused` */
export async function receive(
  tx: Tx<'store:cashier'>,
  actor: StoreActor,
  { id, terminalId, shiftId, soldAt, lines, payments }: NewOfflineSale,
  deviceHash: Buffer | null,
): Promise<Received> {
  // Stored, compared when sent again and answered in one shape: what is absent in the request is null.
  const paid = payments.map(({ tenderedCentavos = null, reference = null, ...payment }) => ({
    ...payment,
    tenderedCentavos,
    reference,
  }))
  const { received } = await tx.one(sql<{ received: Received }>`
    select selling.receive_offline_sale(${actor.merchantId}, ${actor.storeId}, ${id}, ${terminalId ?? null}::uuid,
      ${shiftId}, ${soldAt}::timestamptz, ${JSON.stringify(lines)}::jsonb, ${JSON.stringify(paid)}::jsonb,
      ${deviceHash}) as received`)
  return received
}

/** The store of a sale that the caller can see. @throws Problem `not_found` */
export async function storeOf(tx: Tx<'store:supervisor'>, scope: Scope, id: string): Promise<string> {
  const { storeId } = await tx.one(sql<{ storeId: string }>`
    select store_id as "storeId" from selling.offline_sales
     where merchant_id = any (${scope.merchantIds}::uuid[]) and id = ${id}`)
  return storeId
}

/**
 * @throws Problem `not_found` · `self_approval` · `invalid_transition` · `shift_closed` · `surplus_exceeded` ·
 *   `product_unavailable`
 */
export async function accept(
  tx: Tx<'store:supervisor'>,
  { merchantId }: StoreActor,
  id: string,
  isCashInDrawer: boolean,
): Promise<OfflineSale> {
  const { sale } = await tx.one(sql<{ sale: OfflineSale }>`
    select selling.accept_offline_sale(${merchantId}, ${id}, ${isCashInDrawer}) as sale`)
  return sale
}

/** @throws Problem `not_found` · `self_approval` · `invalid_transition` */
export async function discard(
  tx: Tx<'store:supervisor'>,
  { merchantId }: StoreActor,
  id: string,
  reason: string,
): Promise<OfflineSale> {
  const { sale } = await tx.one(sql<{ sale: OfflineSale }>`
    select selling.discard_offline_sale(${merchantId}, ${id}, ${reason}) as sale`)
  return sale
}
