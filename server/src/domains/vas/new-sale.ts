import { v7 as uuid } from 'uuid'
import type { StoreActor } from '../../authorization/principal.ts'
import { centavos } from '../../money/centavos.ts'
import { Problem } from '../../problem/problem.ts'
import { price } from './pricing.ts'
import type { saleContext } from './queries.ts'
import { isReferenceRule, normalizeReference } from './reference.ts'
import { holdDeadlineMs } from './sale-state.ts'
import type { SaleRequest } from './schema.ts'

type Context = Awaited<ReturnType<typeof saleContext>>
export type PreparedSale = ReturnType<typeof newSale>

/** Kinds that can be sold today; the others are in the catalog, and refused in words. */
const soldKinds: ReadonlySet<string> = new Set(['airtime', 'pin', 'service'])

/**
 * A sale as it will be stored, from what was asked and what is true now. Refusals come in the order
 * that every route of this domain keeps: state of the merchant, then the shape of the request.
 *
 * @throws Problem `merchant_unverified` · `product_unavailable` · `reference_invalid` · `amount_not_allowed` · `tender_too_small`
 */
export function newSale(
  request: SaleRequest,
  actor: StoreActor,
  cashierName: string,
  context: Context,
  terms: { mode: string; now: Date; expectedWithinMs: number; leaseMs: number },
) {
  if (!context.isVerified && !context.unverifiedCanOperate) {
    throw new Problem('merchant_unverified', {
      detail: 'The platform has to verify the merchant before it can sell.',
    })
  }
  if (context.productId === null)
    throw new Problem('not_found', { detail: 'There is no such product on sale.' })
  if (context.storeStatus !== 'ACTIVE')
    throw new Problem('invalid_transition', { detail: 'The store is closed.' })
  const product = sellable(context)
  const reference = normalizeReference(product.referenceRule, request.reference)
  const prices = price(
    product,
    request.amountCentavos === undefined ? undefined : centavos(request.amountCentavos),
  )
  return {
    merchant_id: actor.merchantId,
    id: uuid(),
    store_id: actor.storeId,
    membership_id: actor.membershipId,
    account_id: actor.accountId,
    cashier_name: cashierName,
    terminal_id: request.terminalId ?? null,
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
    payment_method: request.payment?.method ?? 'CASH',
    tendered_centavos: tender(request, prices.totalCentavos),
    mode: terms.mode,
    leased_until: new Date(terms.now.getTime() + terms.leaseMs),
    next_check_at: terms.now,
    expected_by: new Date(terms.now.getTime() + Math.max(terms.expectedWithinMs, holdDeadlineMs)),
  }
}

/** The context with the product's columns known to be there. @throws Problem `product_unavailable` */
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
  if (!isWhole || referenceRule === null || !isReferenceRule(referenceRule) || !soldKinds.has(kind)) {
    throw new Problem('product_unavailable', { detail: 'Only airtime can be sold at the moment.' })
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
  }
}

function tender(request: SaleRequest, total: bigint): bigint | null {
  const tendered = request.payment?.tenderedCentavos
  if (tendered === undefined) return null
  if (request.payment?.method === 'CASH' && BigInt(tendered) < total) {
    throw new Problem('tender_too_small', { detail: `The total is ${total} centavos.` })
  }
  return BigInt(tendered)
}
