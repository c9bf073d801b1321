import { afterAll, expect, test, vi } from 'vitest'
import { intervalsOf } from '../../api/fake-follower.ts'

// The client of the API is made for the page's origin.
vi.stubGlobal('location', { origin: 'http://localhost' })
const send = vi.fn<() => Promise<Response>>()
vi.stubGlobal('fetch', send)
afterAll(() => vi.unstubAllGlobals())
const { workQuery } = await import('./work-queries.ts')

test('durable work is followed until it is over, also while the server is away, and not when there is none', async () => {
  const intervals = await intervalsOf(workQuery('w1'), { status: 'SUCCEEDED' }, (answer) =>
    send.mockResolvedValue(answer),
  )
  expect(intervals).toEqual([false, 1000, 1000, 1000, 1000, false])
})
