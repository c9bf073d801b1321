import type { ProductsChange } from '../../../api/types.ts'

/** What is changed of all selected products at once. */
export type ChangeTogether = Omit<ProductsChange, 'storeId' | 'productIds'>
