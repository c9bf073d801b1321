import { QueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { reload } from '../../../desk/records/reload.ts'

test('after a product, variant or code was saved, the stock knows it as the catalog does', async () => {
  vi.stubGlobal('location', { origin: 'http://localhost' })
  // Loaded here, because the client takes the page's address when it is loaded.
  const catalog = await import('./product-queries.ts')
  const stock = await import('../../stock/inventory/queries.ts')
  const queryClient = new QueryClient()
  const shown = [
    catalog.productsQuery('s1', undefined).queryKey,
    catalog.partsQuery('s1', 'p1').queryKey,
    stock.goodsQuery('s1').queryKey,
    stock.levelsQuery('s1', { isLow: false, q: undefined }).queryKey,
    stock.movementsQuery('s1').queryKey,
  ]
  for (const key of shown) queryClient.setQueryData<unknown>(key, {})
  await reload(queryClient, catalog.productKeys)
  expect(shown.filter((key) => queryClient.getQueryState(key)?.isInvalidated !== true)).toEqual([])
  vi.unstubAllGlobals()
})
