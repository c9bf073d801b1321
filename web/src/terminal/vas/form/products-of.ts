import type { VasProduct } from '@mostrador/client'

/** One provider's products, smallest amount first; `undefined` while the catalog loads. */
export function productsOf(
  catalog: readonly VasProduct[] | undefined,
  provider: VasProduct['provider'],
): VasProduct[] | undefined {
  return catalog
    ?.filter((product) => product.provider.id === provider.id)
    .sort((a, b) => (a.amountCentavos ?? 0) - (b.amountCentavos ?? 0))
}
