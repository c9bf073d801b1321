import type { CatalogEntry } from '../../../api/types.ts'

/** What one provider sells, the smallest amount first; `undefined` while the catalog loads. */
export function productsOf(
  catalog: readonly CatalogEntry[] | undefined,
  provider: CatalogEntry['provider'],
): CatalogEntry[] | undefined {
  return catalog
    ?.filter((product) => product.provider.id === provider.id)
    .sort((a, b) => (a.amountCentavos ?? 0) - (b.amountCentavos ?? 0))
}
