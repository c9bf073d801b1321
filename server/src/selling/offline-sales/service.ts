/**
 * Sales that a till made offline. Invariants: each is booked once, however often and in whichever way it is
 * sent; what was paid is never refused, and a sale that needs a second person waits for a supervisor who neither
 * sold it nor handed it in; prices are those that the customer was shown, with the difference recorded.
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
   * Receives a sale, once per id, and books it if there are no conflicts.
   *
   * @param deviceHash hash of the token of the device that hands it in, if it is a terminal
   * @throws Problem `forbidden` · `store_required` · `merchant_suspended` · `invalid_request` ·
   * `payment_mismatch` · `tender_too_small` · `duplicate_value` (another store's id) ·
   * `idempotency_key_reused` (the id was sent with another sale)
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
   * Books a sale that other people made and handed in. Cash counted with a closed shift is limited to the
   * surplus of its count, unless it is put into the open drawer.
   *
   * @throws Problem `not_found` · `forbidden` · `self_approval` · `invalid_transition` · `shift_closed` ·
   * `surplus_exceeded` · `product_unavailable`
   */
  const accept = (
    grant: Grant<'store:supervisor'>,
    id: string,
    { isCashInDrawer = false }: Acceptance,
  ): Promise<OfflineSale> =>
    database.write(grant, async (tx) => {
      const actor = tx.storeActorIn(await queries.storeOf(tx, scopeOf(tx), id))
      return queries.accept(tx, actor, id, isCashInDrawer)
    })

  /**
   * @throws Problem `not_found` · `forbidden` · `self_approval` (while another person could decide) ·
   * `invalid_transition`
   */
  const discard = (grant: Grant<'store:supervisor'>, id: string, reason: string): Promise<OfflineSale> =>
    database.write(grant, async (tx) => {
      const actor = tx.storeActorIn(await queries.storeOf(tx, scopeOf(tx), id))
      return queries.discard(tx, actor, id, reason)
    })

  return { receive, accept, discard }
}

/** Checks payments by themselves. @throws Problem */
function assertPayments({ payments }: NewOfflineSale): void {
  const errors = payments.flatMap(({ method, tenderedCentavos, reference }, no): FieldFault[] => {
    if (method === 'CASH') return []
    return [
      ...(tenderedCentavos === undefined
        ? []
        : [{ path: `/payments/${no}/tenderedCentavos`, message: 'is only allowed for cash' }]),
      ...(reference === undefined
        ? [{ path: `/payments/${no}/reference`, message: 'is required unless paid in cash' }]
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
