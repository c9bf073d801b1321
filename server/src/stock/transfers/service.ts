import type { Grant } from '../../authorization/grant.ts'
import { reportedStores } from '../../collections/reported.ts'
import { scopeOf } from '../../collections/scope.ts'
import type { Database } from '../../database/database.ts'
import type { Tx } from '../../database/tx.ts'
import { type Once, once } from '../../idempotency/once.ts'
import * as queries from './queries.ts'
import type { Destination, ReceivedLine, SendTransfer, StockTransfer } from './schema.ts'

export type TransfersService = ReturnType<typeof transfersService>

/**
 * Transfers of goods between two stores of a merchant, in two steps. Goods that have left one store are in no
 * other until they are received or taken back, and exactly one of the two happens. Each store's people see
 * and change only their own document. Owns stock.stock_transfers, stock_transfer_lines.
 */
export function transfersService({ database }: { database: Database }) {
  /**
   * Takes goods out of stock and sends them. @throws Problem `invalid_request` · `insufficient_stock` ·
   * `idempotency_key_reused`
   */
  const send = (
    grant: Grant<'store:supervisor'>,
    order: SendTransfer,
    key: string | undefined,
  ): Promise<Once<StockTransfer>> =>
    database.write(grant, async (tx) => {
      const actor = tx.storeActor()
      const request = { ...order, storeId: actor.storeId }
      const asked = { route: 'POST /pos/inventory/transfers', key, actor, request }
      const sent = await once(tx, asked, async () => {
        const id = await queries.send(tx, actor, order)
        return queries.transfer(tx, scopeOf(tx), id)
      })
      return asShown(tx, sent)
    })

  /**
   * Receives goods (by the document of the receiving store), or takes them back (by the sender's).
   *
   * @param lines goods of which less arrived than was sent
   * @throws Problem `not_found` · `forbidden` · `invalid_transition` · `invalid_request` ·
   * `idempotency_key_reused`
   */
  const end = (
    grant: Grant<'store:supervisor'>,
    id: string,
    status: 'RECEIVED' | 'CANCELED',
    key: string | undefined,
    lines: readonly ReceivedLine[] = [],
  ): Promise<Once<StockTransfer>> =>
    database.write(grant, async (tx) => {
      const found = await queries.transfer(tx, scopeOf(tx), id)
      const actor = tx.storeActorIn(found.storeId)
      const route = `POST /pos/inventory/transfers/{id}/${status}`
      const request = { id, ...(lines.length > 0 && { lines }) }
      const ended = await once(tx, { route, key, actor, request }, async () => {
        await queries.end(tx, actor, id, status, lines)
        return queries.transfer(tx, scopeOf(tx), id)
      })
      return asShown(tx, ended)
    })

  /** The names of the merchant's other stores, as origins and destinations. */
  const destinations = (grant: Grant<'store:cashier'>): Promise<Destination[]> =>
    database.read(grant, (tx) => queries.destinations(tx, tx.storeActor()))

  return { send, end, destinations }
}

/**
 * A document as the caller sees it: an API key that does not read the store's reports sees no costs, also of what another
 * key has sent, whose request it repeats.
 */
async function asShown(
  tx: Tx<'rows' | 'store:supervisor'>,
  { answer, isReplay }: Once<StockTransfer>,
): Promise<Once<StockTransfer>> {
  const costsSeen = await reportedStores(tx, scopeOf(tx, answer.storeId))
  if (costsSeen.has(answer.storeId)) return { answer, isReplay }
  const lines = answer.lines.map((line) => ({ ...line, unitCostCentavos: null }))
  return { answer: { ...answer, lines }, isReplay }
}
