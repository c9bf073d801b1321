import { v7 as uuid } from 'uuid'
import type { Grant } from '../../authorization/grant.ts'
import type { Database } from '../../database/database.ts'
import { type Once, once } from '../../idempotency/once.ts'
import { Problem } from '../../problem/problem.ts'
import * as queries from './queries.ts'
import type {
  Adjustment,
  GoodsReceipt,
  ReorderPoints,
  StockAdjustment,
  StockFault,
  StockLevel,
  StockReceipt,
} from './schema.ts'

export type InventoryService = ReturnType<typeof inventoryService>

/**
 * What is on a store's shelves, and why: deliveries, corrections, waste, and when to order again.
 * A level is never negative and is the sum of its movements; both are written in one transaction, by functions, and a
 * paper stands or falls as a whole.
 * Owns stock.stock_levels, stock_movements, stock_receipts.
 */
export function inventoryService({ database }: { database: Database }) {
  /** Books a delivery. @throws Problem `invalid_request` · `idempotency_key_reused` */
  const receive = (
    grant: Grant<'store:supervisor'>,
    order: GoodsReceipt,
    key: string | undefined,
  ): Promise<Once<StockReceipt>> =>
    database.write(grant, (tx) => {
      const actor = tx.storeActor()
      const request = { ...order, storeId: actor.storeId }
      return once(tx, { route: 'POST /pos/inventory/receipts', key, actor, request }, async () => {
        const id = uuid()
        await queries.receive(tx, actor, id, order)
        return { ...(await queries.receipt(tx, actor, id)), lines: await queries.movedBy(tx, actor, id) }
      })
    })

  /**
   * Puts levels right, or books what broke.
   *
   * @throws Problem `invalid_request` · `insufficient_stock` · `idempotency_key_reused`
   */
  const adjust = (
    grant: Grant<'store:supervisor'>,
    order: Adjustment,
    key: string | undefined,
  ): Promise<Once<StockAdjustment>> =>
    database.write(grant, (tx) => {
      const actor = tx.storeActor()
      assertWasted(order)
      const request = { ...order, storeId: actor.storeId }
      return once(tx, { route: 'POST /pos/inventory/adjustments', key, actor, request }, async () => {
        const id = uuid()
        await queries.adjust(tx, actor, id, order)
        const { kind, reason } = order
        return { id, storeId: actor.storeId, kind, reason, lines: await queries.movedBy(tx, actor, id) }
      })
    })

  /** Says at which level goods are to be ordered again. @throws Problem `invalid_request` */
  const setReorderPoints = (grant: Grant<'store:supervisor'>, order: ReorderPoints): Promise<StockLevel[]> =>
    database.write(grant, async (tx) => {
      const actor = tx.storeActor()
      await queries.setReorderPoints(tx, actor, order.lines)
      return queries.levels(
        tx,
        actor,
        order.lines.map(({ variantId }) => variantId),
      )
    })

  return { receive, adjust, setReorderPoints }
}

/** Looks through the stock of all stores for what disagrees with its movements; nothing, when all is well. */
export const stockFaults = (database: Database) => (): Promise<StockFault[]> =>
  database.worker(queries.faults)

function assertWasted({ kind, lines }: Adjustment): void {
  const errors = lines.flatMap(({ quantity }, index) =>
    kind === 'WASTE' && quantity > 0
      ? [{ path: `/lines/${index}/quantity`, message: 'is negative: waste only leaves the shelf' }]
      : [],
  )
  if (errors.length > 0) throw new Problem('invalid_request', { errors })
}
