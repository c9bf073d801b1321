import { centavos } from '../../amounts/centavos.ts'
import type { StoreActor } from '../../authorization/principal.ts'
import { Problem } from '../../problem/problem.ts'
import { type StoredQuote, statementPaid } from './debts/payment.ts'
import { assertNoLoss, fundedByConnection, price } from './pricing.ts'
import type { saleContext } from './queries.ts'
import { isReferenceRule, normalizeReference } from './reference.ts'
import { holdDeadlineMs } from './sale-state.ts'
import type { SaleRequest } from './schema.ts'

type Context = Awaited<ReturnType<typeof saleContext>>
export type PreparedSale = ReturnType<typeof newSale>

export interface SaleTerms {
  /** Of the sale. */
  readonly id: string
  readonly mode: string
  readonly expectedWithinMs: number
  readonly leaseMs: number
  readonly quote: StoredQuote | undefined
}

/**
 * Builds a sale to be stored from the request and the current state. Refusals come in the order of every
 * route of this domain: state of the merchant, then the request.
 *
 * @param terms `quote`: the one that the request names
 * @throws Problem `merchant_unverified` · `product_unavailable` · `reference_invalid` · `amount_not_allowed`
 * · `price_changed` · `tender_too_small`, and those of `statementPaid`
 */
export function newSale(
  request: SaleRequest,
  actor: StoreActor,
  cashierName: string,
  context: Context,
  terms: SaleTerms,
) {
  assertMaySell(context)
  const product = sellable(context)
  const reference = normalizeReference(product.referenceRule, request.reference)
  const walletPrices = price(
    product,
    request.amountCentavos === undefined ? undefined : centavos(request.amountCentavos),
  )
  if (request.funding === undefined) assertNoLoss(walletPrices)
  const prices = request.funding === undefined ? walletPrices : fundedByConnection(walletPrices)
  assertShown(request, prices.totalCentavos)
  const tendered = tender(request, prices.totalCentavos)
  const { statementReference } = request
  const statement = statementPaid(
    {
      ...product,
      storeId: actor.storeId,
      reference,
      amountCentavos: prices.amountCentavos,
      statementReference,
    },
    { ...terms, now: context.now, mayLookUp: context.mayLookUp, timeZone: context.timeZone },
  )
  return {
    merchant_id: actor.merchantId,
    id: terms.id,
    store_id: actor.storeId,
    membership_id: actor.membershipId,
    account_id: actor.accountId,
    cashier_name: cashierName,
    terminal_id: request.terminalId ?? null,
    shift_id: request.shiftId ?? null,
    product_id: product.productId,
    kind: product.kind,
    product_name: product.productName,
    provider_name: product.providerName,
    provider_slug: product.providerSlug,
    provider_product_ref: product.providerProductRef,
    is_ranged: product.amountCentavos === null,
    reference,
    amount_centavos: prices.amountCentavos,
    fee_centavos: prices.feeCentavos,
    commission_centavos: prices.commissionCentavos,
    cost_centavos: prices.costCentavos,
    wholesale_centavos: prices.wholesaleCentavos,
    connection_id: request.funding?.connectionId ?? null,
    payment_method: request.payment?.method ?? 'CASH',
    tendered_centavos: tendered,
    quote_id: terms.quote?.id ?? null,
    statement_reference: statement?.reference ?? null,
    statement_due_on: statement?.dueOn ?? null,
    posting_period: product.postingPeriod,
    mode: terms.mode,
    leased_until: new Date(context.now.getTime() + terms.leaseMs),
    next_check_at: context.now,
    expected_by: new Date(context.now.getTime() + Math.max(terms.expectedWithinMs, holdDeadlineMs)),
  }
}

/** @throws Problem `merchant_unverified` · `not_found` · `invalid_transition` (a closed store) */
function assertMaySell(context: Context): void {
  if (!context.isVerified && !context.unverifiedCanOperate) {
    throw new Problem('merchant_unverified', {
      detail: 'The platform has to verify the merchant before it can sell.',
    })
  }
  if (context.productId === null)
    throw new Problem('not_found', { detail: 'The product does not exist or is not on sale.' })
  if (context.storeStatus !== 'ACTIVE')
    throw new Problem('invalid_transition', { detail: 'The store is closed.' })
}

/** The context with the product's columns known to be set. @throws Problem `product_unavailable` */
function sellable(context: Context) {
  const { productId, kind, productName, providerName, providerSlug, providerProductRef, referenceRule } =
    context
  const { feeCentavos, commissionBps } = context
  const isWhole =
    productId !== null &&
    kind !== null &&
    productName !== null &&
    providerName !== null &&
    providerSlug !== null &&
    providerProductRef !== null &&
    feeCentavos !== null &&
    commissionBps !== null
  if (!isWhole || (referenceRule !== null && !isReferenceRule(referenceRule))) {
    throw new Problem('product_unavailable', { detail: 'This product cannot be sold at the moment.' })
  }
  return {
    ...context,
    productId,
    kind,
    productName,
    providerName,
    providerSlug,
    providerProductRef,
    referenceRule,
    feeCentavos,
    commissionBps,
    lookup: context.lookup ?? false,
    paymentModes: context.paymentModes ?? [],
  }
}

/** The catalog or the terms may have changed since the total was agreed with the customer. @throws Problem `price_changed` */
function assertShown({ totalCentavos: shown }: SaleRequest, total: bigint): void {
  if (shown === undefined || BigInt(shown) === total) return
  throw new Problem('price_changed', {
    detail: 'Show the product again, and send the total that was shown.',
    extras: { totalCentavos: Number(total) },
  })
}

function tender(request: SaleRequest, total: bigint): bigint | null {
  const tendered = request.payment?.tenderedCentavos
  if (tendered === undefined) return null
  if (request.payment?.method === 'CASH' && BigInt(tendered) < total) {
    throw new Problem('tender_too_small', { detail: `The total is ${total} centavos.` })
  }
  return BigInt(tendered)
}
