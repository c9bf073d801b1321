import type { StoreActor } from '../../authorization/principal.ts'
import type { Scope } from '../../collections/scope.ts'
import { sql } from '../../database/sql.ts'
import type { Tx } from '../../database/tx.ts'
import type { Approval, AskApproval } from './schema.ts'

/** The store of the cart or the order that a request is about. @throws Problem `not_found` */
export async function storeOf(
  tx: Tx<'store:cashier'>,
  { merchantIds }: Scope,
  { cartId, orderId }: Pick<AskApproval, 'cartId' | 'orderId'>,
): Promise<string> {
  const { storeId } = await tx.one(sql<{ storeId: string }>`
    select store_id as "storeId" from selling.carts where merchant_id = any (${merchantIds}::uuid[]) and id = ${cartId ?? null}
    union all
    select store_id from selling.sales_orders where merchant_id = any (${merchantIds}::uuid[]) and id = ${orderId ?? null}`)
  return storeId
}

/** @throws Problem `not_found` (cart or order) · `cart_closed` · `refund_exceeds` · `invalid_request` */
export async function ask(
  tx: Tx<'store:cashier'>,
  merchantId: string,
  request: AskApproval,
): Promise<string> {
  const { id } = await tx.one(
    sql<{ id: string }>`select selling.ask_approval(${merchantId}, ${JSON.stringify(request)}::jsonb) as id`,
  )
  return id
}

/**
 * @param as the supervisor or manager who decides at another employee's till, with the PIN that was checked
 * @throws Problem `forbidden` · `self_approval` · `invalid_transition` · `approval_expired` · `invalid_employee_code`
 */
export async function decide(
  tx: Tx<'store:cashier'>,
  { merchantId }: StoreActor,
  id: string,
  verdict: 'APPROVED' | 'REJECTED',
  reason: string | undefined,
  as?: { readonly membershipId: string; readonly pinHash: string },
): Promise<void> {
  if (as !== undefined) await tx.rows(sql`select selling.lock_decider(${merchantId}, ${as.membershipId})`)
  await tx.rows(sql`
    select selling.decide_approval(${merchantId}, ${id}, ${verdict}, ${reason ?? null}, ${as?.membershipId ?? null},
                                   ${as?.pinHash ?? null})`)
}

/** @throws Problem `forbidden` · `invalid_transition` · `approval_expired` */
export function cancel(tx: Tx<'store:cashier'>, { merchantId }: StoreActor, id: string): Promise<unknown> {
  return tx.rows(sql`select selling.cancel_approval(${merchantId}, ${id})`)
}

/** An approval that the caller can see. @throws Problem `not_found` */
export function approval(tx: Tx<'store:cashier'>, scope: Scope, id: string): Promise<Approval> {
  return tx.one(sql<Approval>`
    select id, store_id as "storeId", type, scope, cart_id as "cartId", order_id as "orderId",
           line_item_id as "lineItemId", amount_centavos as "amountCentavos", percentage_bps as "percentageBps",
           refund_method as "refundMethod", goods, value_centavos as "valueCentavos", reason, status, is_direct as "isDirect", requested_by as "requestedBy",
           requester_name as "requesterName", decided_by as "decidedBy", decider_name as "deciderName",
           decision_reason as "decisionReason", decided_at as "decidedAt", used_at as "usedAt",
           expires_at as "expiresAt", created_at as "createdAt", updated_at as "updatedAt"
      from selling.approvals where merchant_id = any (${scope.merchantIds}::uuid[]) and id = ${id}`)
}
