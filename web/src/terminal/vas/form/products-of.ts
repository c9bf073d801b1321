import type { VasProduct } from '@mostrador/client'

const last = Number.MAX_SAFE_INTEGER

/** One provider's products, smallest amount first, then those with a range of amounts; `undefined` while the catalog loads. */
export function productsOf(
  catalog: readonly VasProduct[] | undefined,
  provider: VasProduct['provider'],
): VasProduct[] | undefined {
  return catalog
    ?.filter((product) => product.provider.id === provider.id)
    .sort((a, b) => (a.amountCentavos ?? last) - (b.amountCentavos ?? last))
}
