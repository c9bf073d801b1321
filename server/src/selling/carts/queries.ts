import type { StoreActor } from '../../authorization/principal.ts'
import type { Scope } from '../../collections/scope.ts'
import { sql } from '../../database/sql.ts'
import type { Tx } from '../../database/tx.ts'
import { Problem } from '../../problem/problem.ts'
import type { Cart, CartChange, LineChange, NewCart, NewDiscount, NewLine } from './schema.ts'

/** An amount takes the place of the quantity, which has a default. */
const asked = ({ quantity, ...line }: NewLine) =>
  line.amountCentavos === undefined ? { ...line, quantity } : line

interface Opened {
  readonly isNew: boolean
  readonly cart: Cart
}

type CartPlace = Pick<StoreActor, 'merchantId' | 'storeId'>

/** A cart, as a command names it. */
export interface Named {
  readonly merchantId: string
  readonly id: string
}

/** Where a cart is that the caller can see. @throws Problem `not_found` */
export function place(tx: Tx<'rows'>, { merchantIds }: Scope, id: string): Promise<CartPlace> {
  return tx.one(sql<CartPlace>`
    select merchant_id as "merchantId", store_id as "storeId" from selling.carts
     where merchant_id = any (${merchantIds}::uuid[]) and id = ${id}`)
}

/** @throws Problem `not_found` */
export async function cart(tx: Tx<'rows'>, { merchantId, id }: Named): Promise<Cart> {
  const { view } = await tx.one(sql<{ view: Cart | null }>`
    select selling.cart_view(${merchantId}, ${id}) as view`)
  if (view === null) throw new Problem('not_found')
  return view
}

/** @throws Problem `invalid_request` · `product_unavailable` · `terminal_disabled` · `duplicate_value` */
export async function open(tx: Tx<'store:cashier'>, actor: StoreActor, cart: NewCart): Promise<Opened> {
  const { opened } = await tx.one(sql<{ opened: Opened }>`
    select selling.open_cart(${actor.merchantId}, ${actor.storeId}, ${cart.id ?? null}::uuid,
      ${cart.terminalId ?? null}::uuid, ${cart.customerId ?? null}::uuid, ${cart.label ?? null},
      ${JSON.stringify((cart.lines ?? []).map(asked))}::jsonb) as opened`)
  return opened
}

/** @throws Problem `not_found` · `cart_closed` · `invalid_request` · `product_unavailable` */
export function addLine(tx: Tx<'store:cashier'>, { merchantId, id }: Named, line: NewLine): Promise<Cart> {
  return changed(tx, sql`selling.add_cart_line(${merchantId}, ${id}, ${JSON.stringify(asked(line))}::jsonb)`)
}

/** @throws Problem `not_found` · `cart_closed` · `invalid_request` · `product_unavailable` */
export function changeLine(
  tx: Tx<'store:cashier'>,
  { merchantId, id }: Named,
  lineId: string,
  change: LineChange,
): Promise<Cart> {
  return changed(
    tx,
    sql`selling.change_cart_line(${merchantId}, ${id}, ${lineId}, ${JSON.stringify(change)}::jsonb)`,
  )
}

/** @throws Problem `not_found` · `cart_closed` */
export function removeLine(
  tx: Tx<'store:cashier'>,
  { merchantId, id }: Named,
  lineId: string,
): Promise<Cart> {
  return changed(tx, sql`selling.remove_cart_line(${merchantId}, ${id}, ${lineId})`)
}

/** @throws Problem `not_found` · `cart_closed` · `invalid_request` · `terminal_disabled` */
export function change(tx: Tx<'store:cashier'>, { merchantId, id }: Named, to: CartChange): Promise<Cart> {
  return changed(tx, sql`selling.change_cart(${merchantId}, ${id}, ${JSON.stringify(to)}::jsonb)`)
}

/** @throws Problem `not_found` · `invalid_transition` · `invalid_request` · `terminal_disabled` */
export function move(
  tx: Tx<'store:cashier'>,
  { merchantId, id }: Named,
  status: 'OPEN' | 'PARKED' | 'CANCELED',
  change: object,
): Promise<Cart> {
  return changed(
    tx,
    sql`selling.move_cart(${merchantId}, ${id}, ${status}, ${JSON.stringify(change)}::jsonb)`,
  )
}

/**
 * @throws Problem `not_found` · `cart_closed` · `invalid_request` · `duplicate_value` · `approval_mismatch` ·
 *   `approval_used` · `approval_rejected` · `approval_expired`
 */
export function addDiscount(
  tx: Tx<'store:cashier'>,
  { merchantId, id }: Named,
  discount: NewDiscount,
): Promise<Cart> {
  return changed(
    tx,
    sql`selling.add_discount(${merchantId}, ${id}, ${discount.lineItemId ?? null}::uuid, ${discount.amountCentavos ?? null}::bigint,
      ${discount.percentageBps ?? null}::int, ${discount.reason}, ${discount.approvalId ?? null}::uuid)`,
  )
}

/** @throws Problem `not_found` · `cart_closed` */
export function removeDiscount(
  tx: Tx<'store:cashier'>,
  { merchantId, id }: Named,
  discountId: string,
): Promise<Cart> {
  return changed(tx, sql`selling.remove_discount(${merchantId}, ${id}, ${discountId})`)
}

async function changed(tx: Tx<'store:cashier'>, command: ReturnType<typeof sql>): Promise<Cart> {
  const { view } = await tx.one(sql<{ view: Cart }>`select ${command} as view`)
  return view
}
