/**
 * For: sales that a till made while it could not ask.
 * Keeps: each is one sale, however often and by whichever way it is sent; what was paid is never refused, and what nobody
 * may decide alone waits for a supervisor who neither made it nor handed it in; prices are those that the customer was
 * shown, with the difference written down.
 * Tables: selling.offline_sales.
 */
import type { Grant } from '../../authorization/grant.ts'
import { scopeOf } from '../../collections/scope.ts'
import type { Database } from '../../database/database.ts'
import { type FieldFault, Problem } from '../../problem/problem.ts'
import * as queries from './queries.ts'
import type { Acceptance, NewOfflineSale, OfflineSale } from './schema.ts'

export type OfflineSalesService = ReturnType<typeof offlineSalesService>

export function offlineSalesService({ database }: { database: Database }) {
  /**
   * Takes in what was sold, once for its id, and books it where nothing stands against it.
   *
   * @param deviceHash of the key of the device that hands it in, if it is a terminal
   * @throws Problem `forbidden` · `store_required` · `merchant_suspended` · `invalid_request` · `payment_mismatch` ·
   *   `tender_too_small` · `duplicate_value` (somebody else's id) · `idempotency_key_reused` (the id came with another sale)
   */
  const receive = (
    grant: Grant<'store:cashier'>,
    sale: NewOfflineSale,
    deviceHash: Buffer | null,
  ): Promise<{ isNew: boolean; sale: OfflineSale }> =>
    database.write(grant, (tx) => {
      assertPayments(sale)
      return queries.receive(tx, tx.storeActor(), sale, deviceHash)
    })

  /**
   * Books a sale of somebody else's, which somebody else handed in. Cash that was counted with a closed shift is what its
   * count had too much, unless it is put into the open drawer.
   *
   * @throws Problem `not_found` · `forbidden` · `self_approval` · `invalid_transition` · `shift_closed` ·
   *   `surplus_exceeded` · `product_unavailable` · `duplicate_value`
   */
  const accept = (
    grant: Grant<'store:supervisor'>,
    id: string,
    { isCashInDrawer = false }: Acceptance,
  ): Promise<OfflineSale> =>
    database.write(grant, async (tx) => {
      tx.storeActorIn(await queries.storeOf(tx, scopeOf(tx), id))
      return queries.accept(tx, id, isCashInDrawer)
    })

  /** @throws Problem `not_found` · `forbidden` · `self_approval` (while somebody else could decide) · `invalid_transition` */
  const discard = (grant: Grant<'store:supervisor'>, id: string, reason: string): Promise<OfflineSale> =>
    database.write(grant, async (tx) => {
      tx.storeActorIn(await queries.storeOf(tx, scopeOf(tx), id))
      return queries.discard(tx, id, reason)
    })

  return { receive, accept, discard }
}

/** What is wrong with payments by themselves. @throws Problem */
function assertPayments({ payments }: NewOfflineSale): void {
  const errors = payments.flatMap(({ method, tenderedCentavos, reference }, no): FieldFault[] => {
    if (method === 'CASH') return []
    return [
      ...(tenderedCentavos === undefined
        ? []
        : [{ path: `/payments/${no}/tenderedCentavos`, message: 'belongs to cash alone' }]),
      ...(reference === undefined
        ? [{ path: `/payments/${no}/reference`, message: 'is required of what was not paid in cash' }]
        : []),
    ]
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
