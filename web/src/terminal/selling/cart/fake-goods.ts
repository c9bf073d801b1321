import type { GoodsItem } from '../../catalog/goods-item.ts'

/** For tests: goods as a till sees them. */
export const fakeGoods = (
  variantId: string,
  priceCentavos: number,
  more: Partial<GoodsItem> = {},
): GoodsItem => ({
  variantId,
  productId: variantId,
  name: variantId,
  variantName: null,
  sku: null,
  barcodes: [],
  unit: 'PIECE',
  kind: 'GOODS',
  priceCentavos,
  isTaxIncluded: true,
  isPriceOpen: false,
  tracksStock: false,
  tax: { rateBps: 1600, isExempt: false },
  categoryId: null,
  picture: null,
  haystack: variantId,
  ...more,
})
