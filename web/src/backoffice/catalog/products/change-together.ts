import type { ProductBulkChange } from '@mostrador/client'

/** What is changed of all selected products at once. */
export type ChangeTogether = Omit<ProductBulkChange, 'storeId' | 'productIds'>
