import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type * as Copy from './catalog-copy.ts'
import type * as Storage from './catalog-storage.ts'

let copies: typeof Copy
let storage: typeof Storage
const disk = new Map<string, Copy.CatalogCopy>()
/** Of the database on the disk; the page's `openDB` raises it. */
let version = 1

/** A cursor over what is on the disk, as of IndexedDB. */
const cursorAt = (index: number): unknown => {
  const [key, value] = [...disk][index] ?? []
  if (key === undefined) return null
  const update = async (changed: Copy.CatalogCopy) => void disk.set(key, changed)
  return { value, update, continue: async () => cursorAt(index + 1) }
}

vi.mock('idb', () => ({
  openDB: async (
    _name: string,
    wanted: number,
    { upgrade }: { upgrade: (database: object, from: number, to: number, within: object) => unknown },
  ) => {
    const within = { objectStore: () => ({ openCursor: async () => cursorAt(0) }) }
    if (version < wanted) await upgrade({ createObjectStore: () => undefined }, version, wanted, within)
    version = wanted
    return {
      get: async (_store: string, key: string) => structuredClone(disk.get(key)),
      put: async (_store: string, value: Copy.CatalogCopy, key: string) =>
        void disk.set(key, structuredClone(value)),
      close: () => undefined,
    }
  },
}))

const record = (id: string, costCentavos: number | null) => ({
  ...{ id, updatedAt: '2026-11-27T09:00:00Z', name: 'Jabón' },
  costCentavos,
})

beforeAll(async () => {
  vi.stubGlobal('location', { origin: 'http://till.test' })
  vi.stubGlobal('fetch', async (request: Request) => {
    const { pathname } = new URL(request.url)
    const items = /products|variants/.test(pathname) ? [record('p1', 700)] : []
    return Response.json({ items, nextCursor: null, deletedIds: [], syncedTo: '2026-11-27T09:00:58Z' })
  })
  copies = await import('./catalog-copy.ts')
  storage = await import('./catalog-storage.ts')
})
afterAll(() => vi.unstubAllGlobals())

test('costs that an earlier version has left on the device are erased, in the copies of all its stores', async () => {
  const held = { records: new Map([['p1', record('p1', 700)]]), syncedTo: '2026-11-27T08:00:00Z' }
  for (const store of ['s1', 's2'])
    disk.set(store, { ...copies.emptyCopy, products: held, variants: held } as never)
  expect((await storage.keptCopy('s2'))?.products.records.get('p1')).toEqual(record('p1', null))
  expect(disk.get('s1')?.variants).toEqual({ ...held, records: new Map([['p1', record('p1', null)]]) })
})

test('what a manager’s till reads of costs is not kept on the device', async () => {
  const copy = await copies.withChanges(copies.emptyCopy, 's3', new AbortController().signal)
  await storage.keepCopy('s3', copy)
  const kept = await storage.keptCopy('s3')
  expect(kept?.products.records.get('p1')).toEqual(record('p1', null))
  expect(kept?.variants.records.get('p1')).toEqual(record('p1', null))
})
