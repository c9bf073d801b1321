import { allItems, type Product } from '@mostrador/client'
import { queryOptions } from '@tanstack/react-query'
import { answer, api } from '../../../api/client.ts'
import { pagesQuery } from '../../../api/lists.ts'

/** Query keys of everything that shows products, variants or their codes: the catalog, the till's goods, the stock. */
export const productKeys = [['products'], ['goods'], ['stock']] as const

export const productsQuery = (storeId: string, q: string | undefined) =>
  pagesQuery(['products', 'list', storeId, q], (cursor, signal) =>
    answer(
      api.GET('/pos/products', {
        params: {
          query: {
            storeId,
            sort: 'name',
            limit: 50,
            ...(q !== undefined && { q }),
            ...(cursor !== undefined && { cursor }),
          },
        },
        signal,
      }),
    ),
  )

/**
 * Finds the product for a scanned code: by a barcode of one of its variants or, in shops that print their own
 * labels, by SKU.
 */
export async function productByCode(storeId: string, code: string): Promise<Product | undefined> {
  const product = async (id: string) => answer(api.GET('/pos/products/{id}', { params: { path: { id } } }))
  const barcodes = await answer(api.GET('/pos/barcodes', { params: { query: { storeId, code } } }))
  const [barcode] = barcodes.items
  if (barcode !== undefined) {
    const path = { id: barcode.variantId }
    const { productId } = await answer(api.GET('/pos/variants/{id}', { params: { path } }))
    return product(productId)
  }
  const { items } = await answer(api.GET('/pos/products', { params: { query: { storeId, sku: code } } }))
  return items[0]
}

export const taxRatesQuery = (storeId: string) =>
  queryOptions({
    queryKey: ['tax-rates', storeId],
    queryFn: async ({ signal }) => {
      const query = { storeId, limit: 200 }
      return (await answer(api.GET('/pos/tax_rates', { params: { query }, signal }))).items
    },
    staleTime: 60_000,
  })

/** A product's variants with their barcodes, including the default variant. */
export const partsQuery = (storeId: string, productId: string) =>
  queryOptions({
    queryKey: ['products', 'parts', productId],
    queryFn: async ({ signal }) => {
      const variants = await allItems((page) =>
        api.GET('/pos/variants', {
          params: {
            query: { storeId, productId, limit: 200, ...page },
          },
          signal,
        }),
      )
      return Promise.all(
        variants.map(async (variant) => {
          const query = { storeId, variantId: variant.id, limit: 200 }
          const { items } = await answer(api.GET('/pos/barcodes', { params: { query }, signal }))
          return { ...variant, barcodes: items }
        }),
      )
    },
  })
