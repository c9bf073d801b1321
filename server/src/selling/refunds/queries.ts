import type { StoreActor } from '../../authorization/principal.ts'
import type { Scope } from '../../collections/scope.ts'
import { sql } from '../../database/sql.ts'
import type { Tx } from '../../database/tx.ts'
import type { Refundable, RefundRequest, RefundView } from './schema.ts'

/** The store of an order that the caller can see. @throws Problem `not_found` */
export async function storeOf(tx: Tx<'store:cashier'>, scope: Scope, orderId: string): Promise<string> {
  const { storeId } = await tx.one(sql<{ storeId: string }>`
    select store_id as "storeId" from selling.sales_orders
     where merchant_id = any (${scope.merchantIds}::uuid[]) and id = ${orderId}`)
  return storeId
}

/** @throws Problem as the service */
export async function refund(
  tx: Tx<'store:cashier'>,
  { merchantId }: StoreActor,
  orderId: string,
  request: RefundRequest,
): Promise<RefundView> {
  const { refund: made } = await tx.one(sql<{ refund: RefundView }>`
    select selling.refund_order(${merchantId}, ${orderId}, ${JSON.stringify(request)}::jsonb) as refund`)
  return made
}

export async function refundable(
  tx: Tx<'store:cashier'>,
  { merchantId }: StoreActor,
  orderId: string,
): Promise<Refundable> {
  const { left } = await tx.one(sql<{ left: Refundable }>`
    select selling.refundable(${merchantId}, ${orderId}) as left`)
  return left
}
