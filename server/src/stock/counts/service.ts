import { v7 as uuid } from 'uuid'
import type { Grant } from '../../authorization/grant.ts'
import { scopeOf } from '../../collections/scope.ts'
import type { Database } from '../../database/database.ts'
import { type Once, once } from '../../idempotency/once.ts'
import { Problem } from '../../problem/problem.ts'
import * as queries from './queries.ts'
import type { CountLine, OpenCount, RecordCount, StockCount } from './schema.ts'

export type StockCountsService = ReturnType<typeof stockCountsService>

/**
 * Stock counts while the store goes on selling. A line's difference is measured against the stock level at
 * the moment of counting; closing books the differences, so sales before and after are neither lost nor
 * booked twice. Goods are on one open sheet at a time. Owns stock.stock_counts, stock_count_lines.
 */
export function stockCountsService({ database }: { database: Database }) {
  /** @throws Problem `invalid_request` · `count_open` · `idempotency_key_reused` */
  const open = (
    grant: Grant<'store:supervisor'>,
    order: OpenCount,
    key: string | undefined,
  ): Promise<Once<StockCount>> =>
    database.write(grant, (tx) => {
      const actor = tx.storeActor()
      if (order.categoryId !== undefined && order.variantIds !== undefined) {
        throw new Problem('invalid_request', {
          errors: [{ path: '/variantIds', message: 'or categoryId: send only one of them' }],
        })
      }
      const request = { ...order, storeId: actor.storeId }
      return once(tx, { route: 'POST /pos/inventory/counts', key, actor, request }, async () => {
        const id = uuid()
        await queries.open(tx, actor, id, order)
        return queries.count(tx, scopeOf(tx), id)
      })
    })

  /**
   * Records counted quantities. Several people may count the same goods on one sheet: each sends the count that
   * theirs was based on, and is refused when the line has another one.
   *
   * @throws Problem `not_found` · `forbidden` · `invalid_request` · `invalid_transition` · `version_mismatch` ·
   * `idempotency_key_reused`
   */
  const record = (
    grant: Grant<'store:supervisor'>,
    id: string,
    order: RecordCount,
    key: string | undefined,
  ): Promise<Once<CountLine[]>> =>
    database.write(grant, async (tx) => {
      const found = await queries.count(tx, scopeOf(tx), id)
      const actor = tx.storeActorIn(found.storeId)
      const route = 'PUT /pos/inventory/counts/{id}/lines'
      return once(tx, { route, key, actor, request: { id, ...order } }, async () => {
        await queries.record(tx, actor, id, order)
        return queries.lines(
          tx,
          actor,
          id,
          order.lines.map(({ variantId }) => variantId),
        )
      })
    })

  /**
   * Closes a sheet and books its differences, or cancels it.
   *
   * @throws Problem `not_found` · `forbidden` · `invalid_transition` · `insufficient_stock` (sold since:
   * count again)
   */
  const end = (
    grant: Grant<'store:supervisor'>,
    id: string,
    how: 'close' | 'cancel',
    key: string | undefined,
  ): Promise<Once<StockCount>> =>
    database.write(grant, async (tx) => {
      const found = await queries.count(tx, scopeOf(tx), id)
      const actor = tx.storeActorIn(found.storeId)
      const route = `POST /pos/inventory/counts/{id}/${how}`
      return once(tx, { route, key, actor, request: { id } }, async () => {
        await (how === 'close' ? queries.close : queries.cancel)(tx, actor, id)
        return queries.count(tx, scopeOf(tx), id)
      })
    })

  return { open, record, end }
}
