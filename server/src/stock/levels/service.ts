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
  StockLevel,
  StockReceipt,
} from './schema.ts'

export type InventoryService = ReturnType<typeof inventoryService>

/**
 * Stock levels of a store and their history: deliveries, corrections, waste and reorder points. A level is
 * never negative and is the sum of its movements; functions write both in one transaction, and a document is
 * booked as a whole. Owns stock.stock_levels, stock_movements, stock_receipts.
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
   * Corrects levels, or books waste.
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

  /** Sets reorder points. @throws Problem `invalid_request` */
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

function assertWasted({ kind, lines }: Adjustment): void {
  const errors = lines.flatMap(({ quantity }, index) =>
    kind === 'WASTE' && quantity > 0
      ? [{ path: `/lines/${index}/quantity`, message: 'must be negative: waste reduces the stock' }]
      : [],
  )
  if (errors.length > 0) throw new Problem('invalid_request', { errors })
}
