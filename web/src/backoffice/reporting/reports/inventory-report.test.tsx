import type { ProfileStore } from '@mostrador/client'
import { QueryClient } from '@tanstack/react-query'
import { afterAll, expect, test, vi } from 'vitest'
import { drawnAt } from '../../../desk/search/fake-address.tsx'
import type { InventoryAsked } from './queries.ts'

// The client of the API is made for the page's origin.
vi.stubGlobal('location', { origin: 'http://localhost' })
afterAll(() => vi.unstubAllGlobals())
const { useInventoryAsked } = await import('./inventory-report.tsx')

const drinks = '01900000-0000-7000-8000-000000000001'
const elsewhere = '01900000-0000-7000-8000-000000000002'

/** What the report asks for at this address, in a store whose categories are these. */
async function askedAt(search: string, categoryIds: readonly string[] | undefined): Promise<InventoryAsked> {
  const queryClient = new QueryClient()
  queryClient.setQueryData(
    ['categories', 'all', 's1'],
    categoryIds?.map((id) => ({ id })),
  )
  let asked: InventoryAsked | undefined
  const Report = () => {
    asked = useInventoryAsked({ storeId: 's1', name: 'Centro' } as ProfileStore)
    return null
  }
  await drawnAt(search, Report, queryClient)
  return asked ?? {}
}

test('the inventory report is filtered by a category of its store', async () => {
  const asked = { storeId: 's1', categoryId: drinks }
  expect(await askedAt(`?categoria=${drinks}`, [drinks])).toEqual(asked)
  expect(await askedAt(`?categoria=${drinks}`, undefined), 'while they are read').toEqual(asked)
})

test('the inventory report is never filtered by a category that it does not show', async () => {
  expect(await askedAt(`?categoria=${elsewhere}`, [drinks])).toEqual({ storeId: 's1' })
  expect(await askedAt(`?tiendas=todas&categoria=${drinks}`, [drinks])).toEqual({})
})
