import type { Grant } from '../../authorization/grant.ts'
import type { Database } from '../../database/database.ts'
import type { Tx } from '../../database/tx.ts'
import { type Begun, begin, keyOwnerOf, leadTo } from '../../idempotency/once.ts'
import { Problem } from '../../problem/problem.ts'
import { type Aggregator, healthOf } from './aggregator.ts'
import { quote as storedQuote } from './debts/queries.ts'
import { newSale, type PreparedSale } from './new-sale.ts'
import * as queries from './queries.ts'
import { requestTail, saleIdOf } from './sale-id.ts'
import type { SaleRequest, SaleView } from './schema.ts'
import type { VasTimes } from './times.ts'

export const saleRoute = 'POST /vas/sale'
/** A first request that has not answered by then has died. */
const lockMs = 30_000

/** The first answer to a request, or its replay. */
export interface SaleAnswer {
  readonly status: number
  readonly view: SaleView
  readonly isReplay: boolean
}

interface OpeningOptions {
  readonly database: Database
  readonly selling: Aggregator
  readonly times: VasTimes
}

/**
 * The first transaction of a sale: claims its key, prices it, reserves its cost and stores it, or finds what the key has sold
 * before.
 *
 * @returns a function; its `refusal` is thrown instead of opening a new sale, what the key has sold before is answered
 */
export function openingOf({ database, selling, times }: OpeningOptions) {
  return (
    grant: Grant<'store:cashier'>,
    request: SaleRequest,
    key: string | undefined,
    refusal: Problem | undefined,
  ) =>
    database.write(grant, async (tx) => {
      const actor = tx.storeActor()
      const { merchantId } = actor
      const made =
        key === undefined ? undefined : { merchantId, keyOwnerId: keyOwnerOf(tx.principal, merchantId), key }
      const id = saleIdOf(made)
      const [begun, lost, context] = await Promise.all([
        made &&
          begin(tx, { merchantId, route: saleRoute, key: made.key, request }, { resourceId: id, lockMs }),
        made && queries.foundSale(tx, requestTail(made)),
        queries.saleContext(tx, actor.storeId, request.productId),
      ])
      // The catalog may have changed since; the sale has not.
      if (begun !== undefined) return { first: await firstAnswer(tx, begun) }
      if (lost !== undefined && key !== undefined)
        return { first: await foundAgain(tx, lost, { key, productId: request.productId }) }
      if (refusal !== undefined) throw refusal
      const { quoteId, funding } = request
      if (context.productId === null && (await queries.isChip(tx, actor.storeId, request.productId))) {
        throw new Problem('chips_sold_through_cart', {
          detail: 'Add the chip to a cart (POST /pos/carts); finalizing it binds the unit.',
        })
      }
      if (funding !== undefined) await queries.assertConnection(tx, actor.storeId, funding.connectionId)
      const prepared: PreparedSale = newSale(request, actor, tx.principal.name, context, {
        id,
        // A provider that has stopped answering is treated as switched off: refused before anything is
        // reserved.
        mode: healthOf(selling) === 'DOWN' ? 'off' : selling.mode,
        expectedWithinMs: times.expectedWithinMs,
        leaseMs: times.leaseMs,
        quote: quoteId === undefined ? undefined : await storedQuote(tx, quoteId),
      })
      const sale = await queries.openSale(tx, {
        merchantId: actor.merchantId,
        sale: prepared,
        confirmDuplicate: request.confirmDuplicate ?? false,
        duplicateWindowSeconds: times.duplicateWindowMs / 1000,
      })
      return { sale, store: context, made }
    })
}

/**
 * The sale of this request, which the database had lost and the provider's list has returned: nothing is sold
 * again. Its key leads to it from here on.
 *
 * @throws Problem `idempotency_key_reused` · `forbidden` · `not_found` · `merchant_suspended`
 */
async function foundAgain(
  tx: Tx<'store:cashier'>,
  saleId: string,
  request: { readonly key: string; readonly productId: string },
): Promise<queries.StoredSale> {
  const stored = await queries.sale(tx, saleId)
  tx.storeActorIn(stored.store_id)
  if (stored.product_id !== request.productId)
    throw new Problem('idempotency_key_reused', {
      detail: 'Send a new Idempotency-Key with a different request.',
    })
  await leadTo(tx, { merchantId: stored.merchant_id, route: saleRoute, key: request.key, resourceId: saleId })
  return stored
}

/**
 * The answer of a sale's first request, or the sale when there is none. A caller who may no longer act in the store
 * gets nothing of it, whichever store the request names.
 *
 * @throws Problem `idempotency_key_in_use` · `forbidden` · `not_found` · `merchant_suspended`
 */
async function firstAnswer(
  tx: Tx<'store:cashier'>,
  { resourceId, isRunning, told }: Begun,
): Promise<SaleAnswer | queries.StoredSale> {
  const stored = await queries.sale(tx, resourceId)
  tx.storeActorIn(stored.store_id)
  if (isRunning) {
    throw new Problem('idempotency_key_in_use', {
      detail: 'Retrieve the sale instead: GET /vas/sale/{saleId}.',
      extras: { saleId: resourceId },
      retryAfterSeconds: 2,
    })
  }
  return told === undefined ? stored : { status: told.status, view: told.answer as SaleView, isReplay: true }
}
