/**
 * Turns carts into sales, and reads past sales. Invariants: goods, chips, money, folio and receipt are one
 * transaction; a cart is sold once, however often it is requested; the payments equal the total to the
 * centavo; a store's folios are consecutive; history never changes. Tables: selling.sales_orders,
 * selling.order_payments, selling.transactions, selling.receipts.
 */
import { v7 as uuidV7 } from 'uuid'
import type { Grant } from '../../authorization/grant.ts'
import { merchantOf, scopeOf } from '../../collections/scope.ts'
import type { Database } from '../../database/database.ts'
import type { Tx } from '../../database/tx.ts'
import { once } from '../../idempotency/once.ts'
import { type FieldFault, Problem } from '../../problem/problem.ts'
import * as queries from './queries.ts'
import { receiptText } from './receipt-text.ts'
import type { Finalizing, NewPayment, Order, Receipt, Sale } from './schema.ts'

export type SalesService = ReturnType<typeof salesService>

interface Finalized {
  readonly sale: Sale
  /** False when the cart was finalized before, with another key or none. */
  readonly isNew: boolean
  readonly isReplay: boolean
}

export function salesService({ database }: { database: Database }) {
  /**
   * Sells the contents of a cart, once.
   *
   * @throws Problem `not_found` · `invalid_request` · `tender_too_small` · `payment_mismatch` · `cart_closed`
   * · `cart_changed` · `cart_empty` · `product_unavailable` (a part of what is sold by the piece now) · `shift_closed` ·
   * `approval_…` · `insufficient_stock` · `idempotency_key_reused`
   */
  const finalize = (
    grant: Grant<'store:cashier'>,
    id: string,
    order: Finalizing,
    key: string | undefined,
  ): Promise<Finalized> =>
    database.write(grant, async (tx) => {
      assertPayments(order.payments)
      const actor = async () => tx.storeActorIn(await queries.storeOfCart(tx, scopeOf(tx), id))
      const asked = { route: 'POST /pos/carts/{id}/finalize', key, request: { id, ...order }, actor }
      const { answer, isReplay } = await once(tx, asked, async () =>
        queries.finalize(tx, await merchantOf(tx.principal, actor), id, order),
      )
      return { ...answer, isReplay }
    })

  /** @throws Problem `not_found` */
  const order = (grant: Grant<'rows'>, id: string): Promise<Order> =>
    database.read(grant, async (tx) => {
      const merchantId = await merchantOf(tx.principal, () => queries.place(tx, scopeOf(tx), id))
      return queries.order(tx, merchantId, id)
    })

  /** @throws Problem `not_found` */
  const receipt = (grant: Grant<'rows'>, id: string): Promise<Receipt> =>
    database.read(grant, (tx) => queries.receipt(tx, scopeOf(tx), id))

  /** @throws Problem `not_found` */
  const reprint = (grant: Grant<'store:cashier'>, id: string): Promise<Receipt> =>
    database.write(grant, async (tx) => queries.reprint(tx, await merchantOfReceipt(tx, id), id))

  /** Mails a receipt to its customer. @throws Problem `not_found` · `too_many_attempts` */
  const mail = (grant: Grant<'store:cashier'>, id: string, address: string): Promise<void> =>
    database.write(grant, async (tx) => {
      const text = receiptText(await queries.receipt(tx, scopeOf(tx), id))
      await queries.mailReceipt(tx, await merchantOfReceipt(tx, id), id, { id: uuidV7(), address, text })
    })

  return { finalize, order, receipt, reprint, mail }
}

const merchantOfReceipt = (tx: Tx<'store:cashier' | 'rows'>, id: string): Promise<string> =>
  merchantOf(tx.principal, async () => tx.storeActorIn((await queries.receipt(tx, scopeOf(tx), id)).storeId))

/** Checks payments by themselves, without their sale or refund. @throws Problem */
function assertPayments(payments: readonly NewPayment[]): void {
  const errors = payments.flatMap((payment, no): FieldFault[] => {
    const { method, amountCentavos, tenderedCentavos } = payment
    if (method === 'CASH') return []
    if (tenderedCentavos !== undefined)
      return [{ path: `/payments/${no}/tenderedCentavos`, message: 'is only allowed for cash' }]
    return amountCentavos === 0
      ? [{ path: `/payments/${no}/amountCentavos`, message: 'must be more than zero' }]
      : []
  })
  if (errors.length > 0) throw new Problem('invalid_request', { errors })
  const short = payments.findIndex(
    ({ amountCentavos, tenderedCentavos = amountCentavos }) => tenderedCentavos < amountCentavos,
  )
  if (short === -1) return
  throw new Problem('tender_too_small', {
    errors: [{ path: `/payments/${short}/tenderedCentavos`, message: 'is less than amountCentavos' }],
  })
}
