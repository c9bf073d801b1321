import { expect, test } from 'vitest'
import { parseSoldQuantity, piecesOf, prefixed, prefixedQuantity } from './quantity.ts'

test.each([
  ['1', 1],
  ['0.75', 0.75],
  ['1,5', 1.5],
  ['.5', null],
  ['0', null],
  ['1.2345', null],
  ['-1', null],
  ['abc', null],
  ['', null],
])('%j typed is %j', (typed, quantity) => {
  expect(parseSoldQuantity(typed)).toBe(quantity)
})

test.each([
  ['2', 2],
  ['1.5', null],
  ['0.001', null],
])('%j pieces typed are %j', (typed, quantity) => {
  expect(parseSoldQuantity(typed, 'PIECE')).toBe(quantity)
})

test.each([
  ['3*', { times: '3', rest: '' }],
  ['3*cola 600', { times: '3', rest: 'cola 600' }],
  [' 12 * 7501055300075', { times: '12', rest: ' 7501055300075' }],
  ['0,5*jamón', { times: '0,5', rest: 'jamón' }],
  ['cola', { times: null, rest: 'cola' }],
  ['7501055300075', { times: null, rest: '7501055300075' }],
  ['*', { times: null, rest: '*' }],
  ['caja 3*4', { times: null, rest: 'caja 3*4' }],
])('%j typed before a scan or a search is %j', (typed, parts) => {
  expect(prefixed(typed)).toEqual(parts)
})

test.each([
  [null, 'PIECE', 1],
  [null, 'KILOGRAM', 'ask'],
  ['3', 'PIECE', 3],
  ['0.75', 'KILOGRAM', 0.75],
  ['1.5', 'PIECE', null],
  ['0', 'PIECE', null],
] as const)('a prefix of %j before goods by %s adds %j', (times, unit, quantity) => {
  expect(prefixedQuantity(times, unit)).toBe(quantity)
})

test('a prefix asks for whole pieces; without one, or with another, it is one', () => {
  expect(['3', '12', null, '1.5', '0'].map(piecesOf)).toEqual([3, 12, 1, 1, 1])
})

test('up to six digits are read, with spaces around them, and by weight unless a unit is named', () => {
  expect(parseSoldQuantity(' 123456,125 ')).toBe(123_456.125)
  expect(parseSoldQuantity('1.5', 'PIECE')).toBe(null)
})

test('a prefix has up to three decimals, and the rest keeps its lines', () => {
  expect(prefixed('1.125*queso')).toEqual({ times: '1.125', rest: 'queso' })
  expect(prefixed('2*uno\ndos')).toEqual({ times: '2', rest: 'uno\ndos' })
})
