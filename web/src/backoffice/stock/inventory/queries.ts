import { isProblem, type StockLevel } from '@mostrador/client'
import { queryOptions } from '@tanstack/react-query'
import { answer, api } from '../../../api/client.ts'
import { pagesQuery } from '../../../api/lists.ts'
import type { Goods } from './goods.ts'

/** A store's goods by variant id, because a level only carries that id. */
export const goodsQuery = (storeId: string) =>
  queryOptions({
    queryKey: ['goods', storeId],
    queryFn: async ({ signal }) => {
      const { products } = await answer(api.GET('/pos/catalog', { params: { query: { storeId } }, signal }))
      return new Map<string, Goods>(
        products.flatMap((product) =>
          product.variants.map((variant) => [
            variant.id,
            {
              variantId: variant.id,
              name: variant.name === null ? product.name : `${product.name} · ${variant.name}`,
              sku: variant.sku ?? product.sku,
              barcodes: variant.barcodes,
              unit: product.unit,
              isKept: product.tracksStock && variant.isActive,
            },
          ]),
        ),
      )
    },
    staleTime: 60_000,
  })

interface Narrowed {
  /** Only those at or below the reorder point. */
  isLow: boolean
  /** Words of a name or a SKU, or a barcode. */
  q: string | undefined
}

/** A store's stock levels. */
export const levelsQuery = (storeId: string, { isLow, q }: Narrowed) =>
  pagesQuery(['stock', 'levels', storeId, isLow, q], (cursor, signal) =>
    answer(
      api.GET('/pos/stock_levels', {
        params: {
          query: {
            storeId,
            limit: 50,
            ...(isLow && { isLow }),
            ...(q !== undefined && { q }),
            ...(cursor !== undefined && { cursor }),
          },
        },
        signal,
      }),
    ),
  )

/** The stock level of one variant, which has its id; `undefined` when it never had one. */
export async function levelOf(variantId: string): Promise<StockLevel | undefined> {
  try {
    return await answer(api.GET('/pos/stock_levels/{id}', { params: { path: { id: variantId } } }))
  } catch (error) {
    if (isProblem(error, 'not_found')) return undefined
    throw error
  }
}

/** Stock movements, newest first, of one variant or of all. */
export const movementsQuery = (storeId: string, variantId?: string) =>
  pagesQuery(['stock', 'movements', storeId, variantId], (cursor, signal) =>
    answer(
      api.GET('/pos/stock_movements', {
        params: {
          query: {
            storeId,
            limit: 50,
            ...(variantId !== undefined && { variantId }),
            ...(cursor !== undefined && { cursor }),
          },
        },
        signal,
      }),
    ),
  )
