import { QueryClient } from '@tanstack/react-query'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'

const asked: URL[] = []
// The client of the API is made for the page's origin.
vi.stubGlobal('location', { origin: 'http://localhost' })
vi.stubGlobal('fetch', async (request: Request) => {
  asked.push(new URL(request.url))
  return Response.json({ items: [], nextCursor: null })
})
afterAll(() => vi.unstubAllGlobals())
const { depositCases, settlementCases } = await import('./queue-queries.ts')

beforeEach(() => {
  asked.length = 0
})

const merchantId = '01900000-0000-7000-8000-000000000001'
const lists = { deposits: depositCases, payouts: settlementCases }
const queryOf = async (name: keyof typeof lists, narrowing: object) => {
  const list = name === 'deposits' ? depositCases('REPORTED', narrowing) : settlementCases('PAID', narrowing)
  await new QueryClient().fetchInfiniteQuery(list as ReturnType<typeof settlementCases>)
  return Object.fromEntries(asked[0]?.searchParams ?? [])
}

test.each([
  ['deposits', 'REPORTED'],
  ['payouts', 'PAID'],
] as const)('%s are listed of one merchant in a status, or by tracking key in any', async (name, status) => {
  expect(await queryOf(name, {})).toEqual({ status, limit: '50' })
  asked.length = 0
  expect(await queryOf(name, { merchantId })).toEqual({ status, merchantId, limit: '50' })
  asked.length = 0
  expect(await queryOf(name, { claveRastreo: 'ABC123' })).toEqual({ claveRastreo: 'ABC123', limit: '50' })
})

test.each([
  'deposits',
  'payouts',
] as const)('%s are found by a tracking key with spaces and hyphens, and nothing is asked for what is none', async (name) => {
  expect(await queryOf(name, { claveRastreo: 'abc 123-4' })).toEqual({ claveRastreo: 'abc1234', limit: '50' })
  asked.length = 0
  for (const typed of ['clave:12', 'ñandú', '-', 'A'.repeat(31)])
    expect(await queryOf(name, { claveRastreo: typed }), typed).toEqual({})
})
