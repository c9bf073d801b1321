import { expect, test } from 'vitest'
import { piecesCentavos, sentPieces } from './denominations.ts'

test('a count is the sum of its notes and coins', () => {
  expect(piecesCentavos({})).toBe(0)
  expect(piecesCentavos({ 100000: 1, 2000: 3, 50: 7 })).toBe(100_000 + 6_000 + 350)
})

test('denominations with a count of zero are not sent', () => {
  expect(sentPieces({ 50000: 2, 100: 0 })).toEqual({ '50000': 2 })
})
