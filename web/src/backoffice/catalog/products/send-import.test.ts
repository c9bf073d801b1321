import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { changedFile } from '../../../api/fake-file.ts'
import { isOnline } from '../../../api/network-state.ts'
import type * as SendImport from './send-import.ts'

let products: typeof SendImport
const sent: FormData[] = []

beforeAll(async () => {
  vi.stubGlobal('location', { origin: 'http://desk.test' })
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('fetch', async (request: Request) => {
    sent.push(await request.formData())
    return Response.json({ rowCount: 1 })
  })
  products = await import('./send-import.ts')
})
afterAll(() => vi.unstubAllGlobals())
beforeEach(() => {
  sent.length = 0
})

const order = { mode: 'CREATE', dryRun: true } as const

test('a file is sent with its name and content', async () => {
  await products.sendImport('s1', { ...order, file: new File(['nombre'], 'productos.csv') })
  const file = sent[0]?.get('file') as File
  expect([file.name, await file.text()]).toEqual(['productos.csv', 'nombre'])
})

test('a file that has changed since it was chosen is not sent, and the network is not taken for gone', async () => {
  const sending = products.sendImport('s1', { ...order, file: changedFile('productos.csv') })
  await expect(sending).rejects.toMatchObject({ message: 'a chosen file can no longer be read' })
  expect([sent.length, isOnline()]).toEqual([0, true])
})
