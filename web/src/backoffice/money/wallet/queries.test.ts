import { QueryClient } from '@tanstack/react-query'
import { afterAll, expect, test, vi } from 'vitest'

// The client of the API is made for the page's origin.
vi.stubGlobal('location', { origin: 'http://localhost' })
const send = vi.fn<(request: Request) => Promise<Response>>()
vi.stubGlobal('fetch', send)
afterAll(() => vi.unstubAllGlobals())
const { balanceQuery, entriesQuery } = await import('./queries.ts')

/** Polls this balance after that one. @returns whether the movements are read again */
async function movementsAreStale(
  before: [number, number],
  now: [number, number],
): Promise<boolean | undefined> {
  const queryClient = new QueryClient()
  queryClient.setQueryData(entriesQuery('s1').queryKey, { pages: [], pageParams: [] })
  for (const [availableCentavos, heldCentavos] of [before, now]) {
    send.mockResolvedValueOnce(Response.json({ availableCentavos, heldCentavos }))
    await queryClient.fetchQuery(balanceQuery('s1'))
  }
  return queryClient.getQueryState(entriesQuery('s1').queryKey)?.isInvalidated
}

test.each([
  ['a deposit was credited', [100, 0], [600, 0], true],
  ['a payout that was held is paid', [100, 500], [100, 0], true],
  ['nothing happened', [100, 500], [100, 500], false],
] as const)('the movements follow the polled balance: %s', async (_, before, now, isStale) => {
  expect(await movementsAreStale([...before], [...now])).toBe(isStale)
})
