import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type CatalogCopy, emptyCopy, withChanges } from './catalog-copy.ts'
import { keepCopy, keptCopy } from './catalog-storage.ts'
import { type GoodsItem, goodsItems } from './goods-item.ts'

const refreshMs = 60_000

/** The copy stored on this device, so that a till opens without waiting for the network. */
const keptQuery = (storeId: string) =>
  queryOptions({
    queryKey: ['goods', 'kept', storeId],
    queryFn: () => keptCopy(storeId),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

/** The copy with all changes, which is stored on the device. */
export const copyQuery = (storeId: string, kept: CatalogCopy | null | undefined) =>
  queryOptions({
    queryKey: ['goods', 'copy', storeId],
    queryFn: async ({ client, signal }) => {
      const present = client.getQueryData<CatalogCopy>(['goods', 'copy', storeId]) ?? kept ?? emptyCopy
      const copy = await withChanges(present, storeId, signal)
      if (copy !== emptyCopy) void keepCopy(storeId, copy)
      return copy
    },
    enabled: kept !== undefined,
    refetchInterval: refreshMs,
    staleTime: refreshMs / 2,
    gcTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  })

const byPosition = (a: { position: number; name: string }, b: { position: number; name: string }) =>
  a.position - b.position || a.name.localeCompare(b.name)

/** The store's goods, from this device's copy, which is updated every minute. */
export function useGoods(storeId: string) {
  const kept = useQuery(keptQuery(storeId))
  const fresh = useQuery(copyQuery(storeId, kept.data))
  const copy = fresh.data ?? kept.data ?? undefined
  // Of the records alone: a newer cursor changes none of the goods.
  const products = copy?.products.records
  const variants = copy?.variants.records
  const barcodes = copy?.barcodes.records
  const taxRates = copy?.taxRates.records
  const categoryRecords = copy?.categories.records
  const items = useMemo<readonly GoodsItem[] | undefined>(
    () =>
      products && variants && barcodes && taxRates
        ? goodsItems({
            products: products.values(),
            variants: variants.values(),
            barcodes: barcodes.values(),
            taxRates: taxRates.values(),
          })
        : undefined,
    [products, variants, barcodes, taxRates],
  )
  const categories = useMemo(
    () => [...(categoryRecords?.values() ?? [])].toSorted(byPosition),
    [categoryRecords],
  )
  return { items, categories, error: copy === undefined ? fresh.error : null, refetch: fresh.refetch }
}
