/**
 * Carts: opened, filled, discounted, parked and recalled, or cancelled. Invariants: a line keeps the price at
 * which it was added; the cart is the sum of its lines to the centavo; a discount counts only while its
 * approval is valid and the goods have not changed; a closed cart never changes. Tables: selling.carts,
 * selling.line_items, selling.discounts.
 */
import type { Grant } from '../../authorization/grant.ts'
import { merchantOf, scopeOf } from '../../collections/scope.ts'
import type { Database } from '../../database/database.ts'
import type { Tx } from '../../database/tx.ts'
import { type Once, once } from '../../idempotency/once.ts'
import { type FieldFault, Problem } from '../../problem/problem.ts'
import * as queries from './queries.ts'
import type { Cart, CartChange, LineChange, NewCart, NewDiscount, NewLine } from './schema.ts'

export type CartsService = ReturnType<typeof cartsService>

type Seller = Grant<'store:cashier'>

export function cartsService({ database }: { database: Database }) {
  /** @throws Problem `not_found` */
  const cart = (grant: Grant<'rows'>, id: string): Promise<Cart> =>
    database.read(grant, async (tx) => queries.cart(tx, await named(tx, id)))

  /**
   * Opens a cart with its first lines, or returns the one that the caller has opened with this id.
   *
   * @throws Problem `forbidden` · `store_required` · `merchant_suspended` · `invalid_request` ·
   * `product_unavailable` · `open_price_above_limit` · `terminal_disabled` · `duplicate_value`
   */
  const open = (grant: Seller, order: NewCart): Promise<{ isNew: boolean; cart: Cart }> =>
    database.write(grant, (tx) => {
      const actor = tx.storeActor()
      refuse((order.lines ?? []).flatMap((line, no) => lineFaults(line, `/lines/${no}`)))
      return queries.open(tx, actor, order)
    })

  /** @throws Problem `not_found` · `cart_closed` · `forbidden` · `invalid_request` · `product_unavailable` · `open_price_above_limit` ·
   * `idempotency_key_reused` */
  const addLine = (grant: Seller, id: string, line: NewLine, key: string | undefined): Promise<Once<Cart>> =>
    database.write(grant, (tx) => {
      refuse(lineFaults(line, ''))
      const asked = {
        route: 'POST /pos/carts/{id}/lines',
        key,
        request: { id, ...line },
        actor: actorIn(tx, id),
      }
      return once(tx, asked, async () => queries.addLine(tx, await named(tx, id), line))
    })

  /** @throws Problem `not_found` · `cart_closed` · `invalid_request` · `product_unavailable` · `idempotency_key_reused` */
  const changeLine = (
    grant: Seller,
    id: string,
    lineId: string,
    change: LineChange,
    key: string | undefined,
  ): Promise<Once<Cart>> =>
    database.write(grant, (tx) => {
      const asked = {
        route: 'PATCH /pos/carts/{id}/lines/{lineId}',
        key,
        request: { id, lineId, ...change },
        actor: actorIn(tx, id),
      }
      return once(tx, asked, async () => queries.changeLine(tx, await named(tx, id), lineId, change))
    })

  /** @throws Problem `not_found` · `cart_closed` */
  const removeLine = (grant: Seller, id: string, lineId: string): Promise<Cart> =>
    database.write(grant, async (tx) => queries.removeLine(tx, await named(tx, id), lineId))

  /** @throws Problem `not_found` · `cart_closed` · `invalid_request` · `terminal_disabled` */
  const change = (grant: Seller, id: string, to: CartChange): Promise<Cart> =>
    database.write(grant, async (tx) => queries.change(tx, await named(tx, id), to))

  /** @throws Problem `not_found` · `invalid_transition` */
  const park = (grant: Seller, id: string, change: { readonly label?: string }): Promise<Cart> =>
    database.write(grant, async (tx) => queries.move(tx, await named(tx, id), 'PARKED', change))

  /**
   * Recalls a parked cart to the caller's till. @throws Problem `not_found` · `invalid_transition` ·
   * `invalid_request`
   */
  const recall = (grant: Seller, id: string, change: { readonly terminalId?: string }): Promise<Cart> =>
    database.write(grant, async (tx) => queries.move(tx, await named(tx, id), 'OPEN', change))

  /** @throws Problem `not_found` · `invalid_transition` */
  const cancel = (grant: Seller, id: string): Promise<Cart> =>
    database.write(grant, async (tx) => queries.move(tx, await named(tx, id), 'CANCELED', {}))

  /**
   * Grants a discount if the caller may, otherwise requests it.
   *
   * @throws Problem `not_found` · `cart_closed` · `invalid_request` · `duplicate_value` · `approval_…`
   */
  const addDiscount = (grant: Seller, id: string, discount: NewDiscount): Promise<Cart> =>
    database.write(grant, async (tx) => {
      refuse(discountFaults(discount))
      return queries.addDiscount(tx, await named(tx, id), discount)
    })

  /** @throws Problem `not_found` · `cart_closed` */
  const removeDiscount = (grant: Seller, id: string, discountId: string): Promise<Cart> =>
    database.write(grant, async (tx) => queries.removeDiscount(tx, await named(tx, id), discountId))

  return {
    cart,
    open,
    addLine,
    changeLine,
    removeLine,
    change,
    park,
    recall,
    cancel,
    addDiscount,
    removeDiscount,
  }
}

/** The member who sells in the store of a cart. @throws Problem `not_found` · `forbidden` */
const actorIn = (tx: Tx<'store:cashier' | 'rows'>, id: string) => async () =>
  tx.storeActorIn((await queries.place(tx, scopeOf(tx), id)).storeId)

const named = async (tx: Tx<'rows'>, id: string): Promise<queries.Named> => ({
  merchantId: await merchantOf(tx.principal, () => queries.place(tx, scopeOf(tx), id)),
  id,
})

function lineFaults(line: NewLine, path: string): FieldFault[] {
  const { variantId, barcode } = line
  if (variantId !== undefined && barcode !== undefined)
    return [{ path: `${path}/barcode`, message: 'cannot be combined with variantId' }]
  if (variantId === undefined && barcode === undefined)
    return [{ path: `${path}/variantId`, message: 'is required, unless barcode is given' }]
  if (line.productName !== undefined && line.unitPriceCentavos === undefined)
    return [{ path: `${path}/productName`, message: 'is only for goods with an open price' }]
  return []
}

function discountFaults({ scope, lineItemId, amountCentavos, percentageBps }: NewDiscount): FieldFault[] {
  const faults: FieldFault[] = []
  if (scope === 'LINE' && lineItemId === undefined)
    faults.push({ path: '/lineItemId', message: 'is required for a discount on a line' })
  if (scope === 'CART' && lineItemId !== undefined)
    faults.push({ path: '/lineItemId', message: 'is not allowed for a discount on the whole cart' })
  if ((amountCentavos === undefined) === (percentageBps === undefined))
    faults.push({ path: '/amountCentavos', message: 'is required, unless percentageBps is given' })
  return faults
}

/** @throws Problem `invalid_request` */
function refuse(errors: readonly FieldFault[]): void {
  if (errors.length > 0) throw new Problem('invalid_request', { errors })
}
