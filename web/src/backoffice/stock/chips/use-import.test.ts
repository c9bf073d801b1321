import { afterAll, expect, test, vi } from 'vitest'
import { changedFile } from '../../../api/fake-file.ts'
import { isOnline } from '../../../api/network-state.ts'

const send = vi.fn(() => Promise.resolve(Response.json({})))
vi.stubGlobal('location', { origin: 'http://desk.test' })
vi.stubGlobal('navigator', { onLine: true })
vi.stubGlobal('fetch', send)
afterAll(() => vi.unstubAllGlobals())
const { sendChips } = await import('./use-import.ts')

test('a file of chips that has changed since it was checked is not sent, and the network is not taken for gone', async () => {
  const file = changedFile('chips.xlsx')
  const sending = sendChips({ storeId: 's1', productId: 'p1', file, dryRun: false })
  await expect(sending).rejects.toMatchObject({ message: 'a chosen file can no longer be read' })
  expect([send.mock.calls.length, isOnline()]).toEqual([0, true])
})
