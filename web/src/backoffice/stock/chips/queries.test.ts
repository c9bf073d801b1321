import { QueryClient } from '@tanstack/react-query'
import { afterAll, expect, test, vi } from 'vitest'
import { intervalsOf } from '../../../api/fake-follower.ts'

// The client of the API is made for the page's origin.
vi.stubGlobal('location', { origin: 'http://localhost' })
const send = vi.fn<(request: Request) => Promise<Response>>()
vi.stubGlobal('fetch', send)
afterAll(() => vi.unstubAllGlobals())
const { runQuery, unitsQuery } = await import('./queries.ts')

test('the import of a large file is followed until it is over, also while the server is away, and not when there is none', async () => {
  const intervals = await intervalsOf(runQuery('r1'), { status: 'IMPORTED' }, (answer) =>
    send.mockResolvedValue(answer),
  )
  expect(intervals).toEqual([false, 800, 800, 800, 800, false])
})

/** What the server is asked for by this search; `null` when it is not asked. */
async function askedFor(typed: string): Promise<object | null> {
  send.mockReset()
  send.mockResolvedValue(Response.json({ items: [], nextCursor: null }))
  const { pages } = await new QueryClient().fetchInfiniteQuery(
    unitsQuery('s1', undefined, typed) as ReturnType<typeof unitsQuery> & { select: never },
  )
  expect(pages).toEqual([{ items: [], nextCursor: null }])
  const [request] = send.mock.lastCall ?? []
  if (request === undefined) return null
  const { storeId, limit, ...number } = Object.fromEntries(new URL(request.url).searchParams)
  return number
}

test.each([
  ['5512', null],
  ['Telcel', null],
  ['abc55123', null],
  ['895202000000000000001', null],
  ['55123', { msisdn: '55123' }],
  ['+52 (55) 1234-5678', { msisdn: '525512345678' }],
  ['8952 0200 0000 0000 001', { iccid: '8952020000000000001' }],
])('the search of chips for “%s” asks the server for %o', async (typed, number) => {
  expect(await askedFor(typed)).toEqual(number)
})
