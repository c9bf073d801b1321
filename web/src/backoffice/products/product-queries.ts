import { queryOptions } from '@tanstack/react-query'
import { answer, api } from '../../api/client.ts'
import { everyPage } from '../../api/every-page.ts'
import { pagesQuery } from '../../api/lists.ts'

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

export const taxRatesQuery = (storeId: string) =>
  queryOptions({
    queryKey: ['tax-rates', storeId],
    queryFn: async ({ signal }) => {
      const query = { storeId, limit: 200 }
      return (await answer(api.GET('/pos/tax_rates', { params: { query }, signal }))).items
    },
    staleTime: 60_000,
  })

/** The variants of a product, the product as it stands among them, each with its barcodes. */
export const partsQuery = (storeId: string, productId: string) =>
  queryOptions({
    queryKey: ['products', 'parts', productId],
    queryFn: async ({ signal }) => {
      const variants = await everyPage((cursor) =>
        answer(
          api.GET('/pos/variants', {
            params: {
              query: { storeId, productId, limit: 200, ...(cursor !== undefined && { cursor }) },
            },
            signal,
          }),
        ),
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
