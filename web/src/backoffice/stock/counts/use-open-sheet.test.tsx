import { QueryClient } from '@tanstack/react-query'
import { afterAll, expect, test, vi } from 'vitest'
import { drawnAt } from '../../../desk/search/fake-address.tsx'

// The client of the API is made for the page's origin.
vi.stubGlobal('location', { origin: 'http://localhost' })
afterAll(() => vi.unstubAllGlobals())
const { countLinesQuery, countQuery } = await import('./counts-query.ts')
const { useOpenSheet } = await import('./use-open-sheet.ts')

const countId = '01900000-0000-7000-8000-000000000001'

/** The sheet that is shown in a store, at the address of this count. @param ofStore `null` while the count is read */
async function sheetIn(storeId: string, ofStore: string | null): Promise<string | undefined> {
  const queryClient = new QueryClient()
  if (ofStore !== null) queryClient.setQueryData(countQuery(countId).queryKey, { storeId: ofStore } as never)
  let shown: string | undefined
  const Page = () => {
    shown = useOpenSheet(storeId).countId
    return null
  }
  await drawnAt(`?ver=${countId}`, Page, queryClient)
  return shown
}

test('an open count sheet is not shown in another store, where it would look empty', async () => {
  expect(await sheetIn('s1', 's1')).toBe(countId)
  expect(await sheetIn('s1', null), 'while it is read').toBe(countId)
  expect(await sheetIn('s2', 's1')).toBeUndefined()
})

test('the lines of a count that one store read are not those of another store', () => {
  expect(countLinesQuery('s1', countId).queryKey).not.toEqual(countLinesQuery('s2', countId).queryKey)
})
