import type { Product } from '@mostrador/client'
import { emptyToNull } from '../../../desk/records/empty-to-null.ts'
import type { QuantityValue } from '../../../ui/fields/quantity-field.tsx'

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
  /** Only of a new product. Later codes have a list of their own, and stock is received or counted. */
  code: '',
  firstStock: '' as QuantityValue,
})
export type Values = ReturnType<typeof valuesOf>
type Sold = Pick<Values, 'kind' | 'unit' | 'tracksStock'>

/** Only goods by the piece without stock, and services, can have an open price. */
export const mayHaveOpenPrice = ({ kind, unit, tracksStock }: Sold) =>
  kind !== 'CHIP' && unit === 'PIECE' && !(kind === 'GOODS' && tracksStock)

/** Whether the price is entered at the till. */
export const isOpen = (values: Sold & Pick<Values, 'isPriceOpen'>) =>
  values.isPriceOpen && mayHaveOpenPrice(values)

/** The values as the API has them; the first code and stock are sent on their own. */
export const fieldsOf = ({ code: _code, firstStock: _stock, ...values }: Values) => ({
  ...values,
  name: values.name.trim(),
  priceCentavos: values.priceCentavos ?? 0,
  sku: emptyToNull(values.sku),
  description: emptyToNull(values.description),
  tracksStock: values.kind === 'GOODS' && values.tracksStock,
  isPriceOpen: isOpen(values),
})
