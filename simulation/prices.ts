/** The model's own arithmetic: it knows nothing of the product's. Half a centavo is rounded up. */

export function halfUp(numerator: number, denominator: number): number {
  return Math.floor((2 * numerator + denominator) / (2 * denominator))
}

interface Priced {
  readonly priceCentavos: number
  readonly taxBps: number
  readonly isTaxIncluded: boolean
}

/** What a customer pays for this many thousandths. */
export function lineCentavos({ priceCentavos, taxBps, isTaxIncluded }: Priced, thousandths: number): number {
  const gross = halfUp(priceCentavos * thousandths, 1_000)
  return isTaxIncluded ? gross : gross + halfUp(gross * taxBps, 10_000)
}

/** To the store's smallest coin; 0: none. */
export function inCoins(centavos: number, coin: number): number {
  return coin === 0 ? centavos : halfUp(centavos, coin) * coin
}

export interface ServicePrice {
  readonly totalCentavos: number
  /** Taken from the wallet. */
  readonly costCentavos: number
  /** Owed to the provider. */
  readonly wholesaleCentavos: number
}

/** Of a service, on the terms of its merchant. */
export function serviceCentavos(
  faceCentavos: number,
  wholesaleBps: number,
  terms: { readonly shareBps: number; readonly feeCentavos: number },
): ServicePrice {
  const wholesaleCentavos = halfUp(faceCentavos * wholesaleBps, 10_000)
  const marginBps = Math.floor(((faceCentavos - wholesaleCentavos) * 10_000) / faceCentavos)
  const earned = halfUp(faceCentavos * Math.floor((marginBps * terms.shareBps) / 10_000), 10_000)
  const commission = Math.max(0, Math.min(earned, faceCentavos - wholesaleCentavos))
  const totalCentavos = faceCentavos + terms.feeCentavos
  return { totalCentavos, costCentavos: totalCentavos - commission, wholesaleCentavos }
}
