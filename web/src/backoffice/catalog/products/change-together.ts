import type { ProductBulkChange } from '@mostrador/client'

/** The changes that apply to all selected products at once. */
export type ChangeTogether = Omit<ProductBulkChange, 'storeId' | 'productIds'>
