import type { Product } from '@mostrador/client'

/** The fields of a product's form. */
export const valuesOf = (product: Product | null) => ({
  name: product?.name ?? '',
  priceCentavos: product?.priceCentavos ?? null,
  costCentavos: product?.costCentavos ?? null,
  sku: product?.sku ?? '',
  categoryId: product?.categoryId ?? null,
  description: product?.description ?? '',
  picture: product?.picture ?? null,
  isActive: product?.isActive ?? true,
  kind: product?.kind ?? ('GOODS' as const),
  unit: product?.unit ?? ('PIECE' as const),
  taxRateId: product?.taxRateId ?? null,
  isTaxIncluded: product?.isTaxIncluded ?? true,
  tracksStock: product?.tracksStock ?? false,
  isPriceOpen: product?.isPriceOpen ?? false,
  /** Of a new product: it has its own list of codes later, and its stock is then received or counted. */
  code: '',
  firstStock: '' as number | string,
})
export type Values = ReturnType<typeof valuesOf>

/** What has no price has no stock, and is not weighed. */
export const mayHaveOpenPrice = ({
  kind,
  unit,
  tracksStock,
}: Pick<Values, 'kind' | 'unit' | 'tracksStock'>) =>
  kind !== 'CHIP' && unit === 'PIECE' && !(kind === 'GOODS' && tracksStock)

/** Whether the price will be said at the till. */
export const isOpen = (values: Values) => values.isPriceOpen && mayHaveOpenPrice(values)
