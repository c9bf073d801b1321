import { add, type Bps, type Centavos, centavos, share, subtract, zero } from '../../amounts/centavos.ts'
import { Problem } from '../../problem/problem.ts'

/** The product values that pricing needs. */
export interface Priced {
  readonly amountCentavos: Centavos | null
  readonly minCentavos: Centavos | null
  readonly maxCentavos: Centavos | null
  readonly incrementCentavos: Centavos | null
  readonly wholesaleCentavos: Centavos | null
  readonly wholesaleBps: Bps | null
  readonly feeCentavos: Centavos
  readonly commissionBps: Bps
}

export interface SalePrice {
  /** Face value: what is credited to the customer's phone or bill. */
  readonly amountCentavos: Centavos
  /** Charged to the customer in addition. */
  readonly feeCentavos: Centavos
  readonly totalCentavos: Centavos
  /** Earned by the merchant. */
  readonly commissionCentavos: Centavos
  /** Taken from the merchant's wallet: face value and fee, minus the commission. */
  readonly costCentavos: Centavos
  /** Owed to the aggregator. */
  readonly wholesaleCentavos: Centavos
}

/**
 * The prices of one sale.
 *
 * @param requested the requested face value; absent for products with a fixed one
 * @throws Problem `amount_not_allowed`
 */
export function price(product: Priced, requested: Centavos | undefined): SalePrice {
  const amountCentavos = faceValue(product, requested)
  const wholesaleCentavos = product.wholesaleCentavos ?? share(amountCentavos, product.wholesaleBps ?? 10_000)
  const commissionCentavos = commission(amountCentavos, wholesaleCentavos, product.commissionBps)
  const totalCentavos = add(amountCentavos, product.feeCentavos)
  return {
    amountCentavos,
    feeCentavos: product.feeCentavos,
    totalCentavos,
    commissionCentavos,
    costCentavos: subtract(totalCentavos, commissionCentavos),
    wholesaleCentavos,
  }
}

/**
 * No more than the margin: of 100.50 pesos at a wholesale rate of 99 %, both the wholesale price and the whole margin end in half
 * a centavo, and both are rounded up. `vas.enter_found_sale` does the same.
 */
function commission(amount: Centavos, wholesale: Centavos, commissionBps: Bps): Centavos {
  if (wholesale >= amount) return zero
  const margin = subtract(amount, wholesale)
  const earned = share(amount, commissionBps)
  return earned < margin ? earned : margin
}

/**
 * A bill may cost us more than its face value, since the customer also pays our fee; no service may cost us more than both.
 *
 * @throws Problem `product_unavailable`
 */
export function assertNoLoss({ wholesaleCentavos, totalCentavos }: SalePrice): void {
  if (wholesaleCentavos > totalCentavos)
    throw new Problem('product_unavailable', {
      detail: 'The provider charges more for it than the customer would pay.',
    })
}

/**
 * The same sale when the merchant's own account at the provider pays: it costs the wholesale price, and the
 * merchant earns the rest.
 */
export function fundedByConnection(prices: SalePrice): SalePrice {
  const { totalCentavos, wholesaleCentavos } = prices
  const commissionCentavos =
    totalCentavos > wholesaleCentavos ? subtract(totalCentavos, wholesaleCentavos) : zero
  return { ...prices, commissionCentavos, costCentavos: wholesaleCentavos }
}

function faceValue(product: Priced, requested: Centavos | undefined): Centavos {
  const { amountCentavos: fixed, minCentavos: min, maxCentavos: max, incrementCentavos: increment } = product
  if (fixed !== null) {
    if (requested === undefined || requested === fixed) return fixed
    throw new Problem('amount_not_allowed', {
      detail: `This product costs ${fixed} centavos; omit amountCentavos.`,
    })
  }
  if (min === null || max === null) throw new TypeError('a product has a fixed amount or a range')
  const isAllowed =
    requested !== undefined &&
    requested >= min &&
    requested <= max &&
    (requested - min) % (increment ?? centavos(1)) === 0n
  if (isAllowed) return requested
  throw new Problem('amount_not_allowed', {
    detail: `Send amountCentavos between ${min} and ${max}, in steps of ${increment ?? 1}.`,
    extras: { minCentavos: Number(min), maxCentavos: Number(max), incrementCentavos: Number(increment ?? 1) },
  })
}
