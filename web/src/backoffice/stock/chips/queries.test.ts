import { afterAll, expect, test, vi } from 'vitest'
import { intervalsOf } from '../../../api/fake-follower.ts'

// The client of the API is made for the page's origin.
vi.stubGlobal('location', { origin: 'http://localhost' })
const send = vi.fn<() => Promise<Response>>()
vi.stubGlobal('fetch', send)
afterAll(() => vi.unstubAllGlobals())
const { runQuery } = await import('./queries.ts')

test('the import of a large file is followed until it is over, also while the server is away, and not when there is none', async () => {
  const intervals = await intervalsOf(runQuery('r1'), { status: 'IMPORTED' }, (answer) =>
    send.mockResolvedValue(answer),
  )
  expect(intervals).toEqual([false, 800, 800, 800, 800, false])
})
