import type { Clock } from '../../adapters/clock/clock.ts'
import type { Grant } from '../../authorization/grant.ts'
import { assertActive, assertStoreRole } from '../../authorization/guard.ts'
import { type Order, pageOf, viewed } from '../../collections/page.ts'
import { scopeOf } from '../../collections/scope.ts'
import type { Database } from '../../database/database.ts'
import { keepAnswer } from '../../idempotency/once.ts'
import { Problem } from '../../problem/problem.ts'
import type { PinsService } from '../pins/service.ts'
import { withoutCode } from '../pins/service.ts'
import type { Aggregator } from './aggregator.ts'
import { vasCatalog } from './catalog.ts'
import { openingOf, type SaleAnswer, saleRoute } from './opening.ts'
import * as queries from './queries.ts'
import { receiptMail } from './receipt-mail.ts'
import type { KeyedRequest } from './sale-id.ts'
import type { SaleRequest, SaleView } from './schema.ts'
import { isOpen, type Settling } from './settling.ts'
import type { VasTimes } from './times.ts'
import { maskedPinOf, saleView } from './view.ts'

interface VasOptions {
  readonly database: Database
  readonly clock: Clock
  readonly selling: Aggregator
  readonly settling: Settling
  readonly pins: Pick<PinsService, 'show'>
  readonly times: VasTimes
}

const newestFirst: Order<{ readonly cursorAt: string; readonly id: string }, 'key' | 'id'> = {
  keys: { key: 'instant', id: 'uuid' },
  of: ({ cursorAt, id }) => ({ key: cursorAt, id }),
}
/** The first exchange with the provider is waited for at least this long, whatever the caller prefers. */
const firstExchangeMs = 2_000

export type VasService = ReturnType<typeof vasService>

/**
 * Value-added services: the catalog and the sales of airtime, PINs and bill payments. Never charges twice,
 * never sells twice, never guesses: an unknown outcome stays PENDING. Owns vas.providers, vas.products,
 * vas.price_history, vas.sales, vas.open_sales, vas.day_totals, vas.folios.
 */
export function vasService(options: VasOptions) {
  const { database, clock, selling, settling, pins, times } = options
  const open = openingOf(options)

  /**
   * Sells one product from the merchant's wallet. The sale, its reservation and its audit row are committed
   * before anything is sent; an unclear answer leaves it PENDING for the poller.
   *
   * @param request `amountCentavos` is the face value, only for ranged products
   * @param terms `waitMs`: how long the caller waits for a final answer before it gets 202
   * @throws Problem `insufficient_funds` · `duplicate_suspected` · `aggregator_unavailable` · `overloaded` · …
   * (nothing booked)
   */
  const sell = async (
    grant: Grant<'store:cashier'>,
    request: SaleRequest,
    terms: { idempotencyKey: string | undefined; waitMs: number },
  ): Promise<SaleAnswer> => {
    const key = terms.idempotencyKey
    // Refused before anything is reserved, because every opened sale also has to be settled.
    let refusal: Problem | undefined
    try {
      await database.assertWorkerKeepsUp()
    } catch (error) {
      // Only an outage lasts so long that a till has to learn of an earlier sale meanwhile.
      const isOutage = error instanceof Problem && error.code === 'database_unavailable'
      if (key === undefined || !isOutage) throw error
      refusal = error
    }
    const opened = await open(grant, request, key, refusal)
    if ('first' in opened) return replay(grant, opened.first)
    const { sale, store, made } = opened
    return answer(grant, await settleWithin(sale, terms.waitMs), store, made)
  }

  /** The first answer, stored for replays of its key; for a PIN it may be the one that contains the code. */
  const answer = async (
    grant: Grant<'store:cashier'>,
    sale: queries.SaleRow,
    store: queries.StoreFace,
    made: KeyedRequest | undefined,
  ): Promise<SaleAnswer> => {
    const status = isOpen(sale) ? 202 : 201
    const mayShowPin = sale.kind === 'pin' && sale.status === 'COMPLETED'
    const plain = saleView(sale, store, null)
    if (made === undefined && !mayShowPin) return { status, view: plain, isReplay: false }
    const view = await settling.unbroken(sale.id, plain, async () => {
      const pin = mayShowPin ? await reveal(grant, sale) : null
      const shown = saleView(sale, store, pin)
      if (made === undefined) return shown
      const kept = saleView(sale, store, pin && withoutCode(pin))
      // A PIN counts as shown from here on, so its seller gets it even if the answer cannot be stored.
      return settling.unbroken(sale.id, shown, async () => {
        await keepAnswer(database, { ...made, route: saleRoute, status, answer: kept })
        return shown
      })
    })
    // If it was not stored, a replay returns the current sale.
    return { status, view, isReplay: false }
  }

  /**
   * The final sale, or its current state when the caller has waited long enough; settling then continues in
   * the background.
   */
  const settleWithin = async (sale: queries.SaleRow, waitMs: number): Promise<queries.SaleRow> => {
    const deadline = clock.now().getTime() + waitMs
    const enough = new AbortController()
    const settled = settling.unbroken(sale.id, sale, async () => {
      const driven = await untilFinal(await settling.drive(sale, 'hold'), deadline)
      if (isOpen(driven) && driven.fence === sale.fence) await settling.release(driven)
      return driven
    })
    const waited = clock.sleep(Math.max(waitMs, firstExchangeMs), enough.signal).then(() => undefined)
    const inTime = await Promise.race([settled, waited])
    enough.abort()
    return inTime ?? settling.unbroken(sale.id, sale, () => settling.current(sale))
  }

  /** The PIN of a completed sale: in clear if this caller may see it, which is then audited. */
  const reveal = (
    grant: Grant<'store:cashier'>,
    sale: Pick<queries.SaleRow, 'merchant_id' | 'store_id' | 'id'>,
  ) =>
    database.write(grant, (tx) => {
      tx.storeActorIn(sale.store_id)
      return pins.show(tx, { merchantId: sale.merchant_id, saleId: sale.id })
    })

  /** A stored sale for a member of its store; if the caller may see its PIN, this answer contains it. */
  const shown = async (grant: Grant<'store:cashier'>, sale: queries.StoredSale): Promise<SaleView> =>
    saleView(sale, sale, sale.pinCanBeShown ? await reveal(grant, sale) : maskedPinOf(sale))

  const untilFinal = async (from: queries.SaleRow, deadline: number): Promise<queries.SaleRow> => {
    let sale = from
    while (isOpen(sale) && sale.fence === from.fence) {
      // Both times are the database's, so their difference is right whatever our own clock shows.
      const pauseMs = sale.next_check_at.getTime() - sale.updated_at.getTime()
      if (clock.now().getTime() + pauseMs > deadline) break
      await clock.sleep(pauseMs)
      sale = await settling.drive({ ...sale, checks: sale.checks + 1 }, 'find')
    }
    return sale
  }

  const replay = async (
    grant: Grant<'store:cashier'>,
    first: SaleAnswer | queries.StoredSale,
  ): Promise<SaleAnswer> => {
    if ('isReplay' in first) return first
    // The first request died before it answered; the stored sale is authoritative.
    return { status: isOpen(first) ? 202 : 201, view: await shown(grant, first), isReplay: true }
  }

  /** One sale of a store of the caller; reading a pending one asks the provider, at a limited rate. */
  const sale = async (grant: Grant<'store:cashier'>, id: string): Promise<SaleView> => {
    const found = await database.read(grant, async (tx) => {
      const row = await queries.sale(tx, id)
      tx.storeActorIn(row.store_id)
      return row
    })
    if (!isOpen(found)) return shown(grant, found)
    await settling.settleOne({ merchantId: found.merchant_id, id: found.id }, times.queryIntervalMs)
    return shown(grant, await database.read(grant, (tx) => queries.sale(tx, id)))
  }

  /**
   * Sales that the caller can see, newest first. A caller who asks for the sale of a key takes an empty list for "never made",
   * so the key is looked up only for callers who see the store's sales.
   *
   * @throws Problem with `idempotencyKey`: `forbidden` · `merchant_suspended`
   */
  const sales = (
    grant: Grant<'rows'>,
    filter: {
      storeId?: string | undefined
      status?: string | undefined
      q?: string | undefined
      idempotencyKey?: string | undefined
      limit: number
      cursor?: string | undefined
    },
  ) =>
    database.read(grant, async (tx) => {
      const { storeId, status, q, idempotencyKey, limit, cursor } = filter
      const { principal } = tx
      if (idempotencyKey !== undefined && storeId !== undefined)
        assertStoreRole(principal, storeId, 'cashier')
      else if (idempotencyKey !== undefined) principal.memberships.forEach(assertActive)
      const madeBy =
        idempotencyKey === undefined
          ? undefined
          : { accountId: principal.accountId, route: saleRoute, key: idempotencyKey }
      const asked = { list: 'vas sales', narrowedBy: [storeId, status, q, idempotencyKey], limit, cursor }
      const page = await pageOf(tx, asked, newestFirst, (range) =>
        queries.sales(tx, scopeOf(tx, storeId), { status, q, madeBy, ...range }),
      )
      return viewed(page, (row) => saleView(row, row, maskedPinOf(row)))
    })

  /**
   * A notification that a sale has changed: the provider is asked soon, at most as often as for a till that
   * reads the sale.
   */
  const wake = (saleId: string): Promise<void> => settling.wake(saleId, times.queryIntervalMs)

  return { sell, sale, sales, wake, ...receiptMail({ database }), ...vasCatalog({ database, selling }) }
}
