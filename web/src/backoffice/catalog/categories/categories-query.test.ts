import { QueryClient } from '@tanstack/react-query'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type * as Categories from './categories-query.ts'

let categories: typeof Categories

beforeAll(async () => {
  vi.stubGlobal('location', { origin: 'http://desk.test' })
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('fetch', async ({ url }: Request) => Response.json(pageAfter(new URL(url).searchParams)))
  categories = await import('./categories-query.ts')
})
afterAll(() => vi.unstubAllGlobals())

const all = Array.from({ length: 450 }, (_, no) => ({ id: String(no), name: `Categoría ${no}` }))

/** As the server does: the cursor says where the next page begins. */
function pageAfter(query: URLSearchParams) {
  const from = Number(query.get('cursor') ?? 0)
  const to = from + Number(query.get('limit'))
  return { items: all.slice(from, to), nextCursor: to < all.length ? String(to) : null }
}

test('pickers have every category of a store, also of an import that made hundreds', async () => {
  const found = await new QueryClient().fetchQuery(categories.allCategoriesQuery('s1'))
  expect(found).toEqual(all)
})
