import type { StorePlace } from '../../collections/each-place.ts'
import type { Scope } from '../../collections/scope.ts'
import { type Sql, sql } from '../../database/sql.ts'
import type { Tx } from '../../database/tx.ts'
import { Problem } from '../../problem/problem.ts'
import type { Finalizing, Order, Receipt, Sale } from './schema.ts'

interface Finalized {
  /** False when it was finalized before. */
  readonly isNew: boolean
  readonly sale: Sale
}

/**
 * @throws Problem `not_found` · `cart_closed` · `cart_changed` · `cart_empty` · `product_unavailable` ·
 *   `payment_mismatch` · `shift_closed` · `approval_…` · `insufficient_stock`
 */
export async function finalize(
  tx: Tx<'store:cashier'>,
  merchantId: string,
  id: string,
  order: Finalizing,
): Promise<Finalized> {
  const { finalized } = await tx.one(sql<{ finalized: Finalized }>`
    select selling.finalize_cart(${merchantId}, ${id}, ${order.version},
      ${JSON.stringify(order.payments)}::jsonb) as finalized`)
  return finalized
}

/** The store of a cart that the caller can see, finalized or not. @throws Problem `not_found` */
export async function storeOfCart(
  tx: Tx<'store:cashier'>,
  { merchantIds }: Scope,
  id: string,
): Promise<string> {
  const { storeId } = await tx.one(sql<{ storeId: string }>`
    select store_id as "storeId" from selling.carts where merchant_id = any (${merchantIds}::uuid[]) and id = ${id}`)
  return storeId
}

/** Orders with this folio, or of customers whose name, phone, e-mail or tax id has the pattern. */
export function ordersOfTicket(pattern: Sql, place: StorePlace): Sql {
  return sql`
    select o.id from selling.sales_orders o
     where o.merchant_id = ${place.merchantId} and o.store_id = ${place.storeId} and o.folio = upper(btrim(${pattern}, '%'))
    union all
    select o.id from selling.customers c
      join selling.sales_orders o on o.merchant_id = c.merchant_id and o.store_id = c.store_id and o.customer_id = c.id
     where c.merchant_id = ${place.merchantId} and c.store_id = ${place.storeId} and c.search_text like ${pattern}`
}

/** Where an order is that the caller can see. @throws Problem `not_found` */
export function place(
  tx: Tx<'rows'>,
  { merchantIds }: Scope,
  id: string,
): Promise<{ readonly merchantId: string }> {
  return tx.one(sql<{ merchantId: string }>`
    select merchant_id as "merchantId" from selling.sales_orders
     where merchant_id = any (${merchantIds}::uuid[]) and id = ${id}`)
}

/** @throws Problem `not_found` */
export async function order(tx: Tx<'rows'>, merchantId: string, id: string): Promise<Order> {
  const { view } = await tx.one(sql<{ view: Order | null }>`
    select selling.order_view(${merchantId}, ${id}) as view`)
  if (view === null) throw new Problem('not_found')
  return view
}

/** @throws Problem `not_found` */
export async function receipt(tx: Tx<'rows'>, { merchantIds }: Scope, id: string): Promise<Receipt> {
  return tx.one(sql<Receipt>`
    select r.id, r.store_id as "storeId", r.kind, r.folio, r.order_id as "orderId", r.refund_id as "refundId",
           r.membership_id as "membershipId", app.instant(r.created_at) as "createdAt", r.content
      from selling.receipts r where r.merchant_id = any (${merchantIds}::uuid[]) and r.id = ${id}`)
}

/** Mails a receipt with this text. @throws Problem `not_found` · `too_many_attempts` */
export async function mailReceipt(
  tx: Tx<'store:cashier'>,
  merchantId: string,
  id: string,
  mail: { readonly id: string; readonly address: string; readonly text: string },
): Promise<void> {
  await tx.rows(
    sql`select selling.mail_receipt(${merchantId}, ${id}, ${mail.id}, ${mail.address}, ${mail.text})`,
  )
}

/** Audits a reprint. @throws Problem `not_found` */
export async function reprint(tx: Tx<'store:cashier'>, merchantId: string, id: string): Promise<Receipt> {
  const { view } = await tx.one(
    sql<{ view: Receipt }>`select selling.reprint_receipt(${merchantId}, ${id}) as view`,
  )
  return view
}
