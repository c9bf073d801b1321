import { expect, test } from 'vitest'
import { day, oneOf, record, searchOf, words } from './search.ts'

const read = searchOf({ q: words, estado: oneOf(['abiertos', 'cerrados']), desde: day, ver: record })
const id = '01900000-0000-7000-8000-000000000000'

test('an address is read into search parameters', () => {
  const asked = { q: 'refresco', estado: 'abiertos', desde: '2026-03-01', ver: id }
  expect(read(asked)).toEqual(asked)
})

test('a number typed into an address is searched for as text', () => {
  expect(read({ q: 7501 })).toEqual({ q: '7501' })
})

test.each([
  { q: '' },
  { q: ['a'] },
  { q: null },
  { estado: 'ABIERTOS' },
  { estado: 0 },
  { desde: 'ayer' },
  { desde: '2026-99-99' },
  { desde: 20260301 },
  { ver: '7' },
  { ver: `${id}x` },
  { ver: { id } },
])('%j asks for nothing', (given) => {
  expect(read(given)).toEqual({})
})

test('unknown parameters are dropped', () => {
  expect(read({ q: 'refresco', caja: id })).toEqual({ q: 'refresco' })
})
