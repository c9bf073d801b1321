import { expect, test } from 'vitest'
import { labelLayoutPattern, readLabel } from './scale-label.ts'

const layouts = ['20IIIIIWWWWWC', '21IIIIIPPPPPC', '2000IIINNNNNC', '25IIIIIXWWWWC']

test.each([
  ['2000123003450', { itemCode: '00123', kind: 'WEIGHT', value: 345 }],
  ['2112345020006', { itemCode: '12345', kind: 'PRICE', value: 2000 }],
  ['2500042912340', { itemCode: '00042', kind: 'WEIGHT', value: 1234 }],
] as const)('%s is read by the layout that fits', (code, label) => {
  expect(readLabel(code, layouts)).toEqual(label)
})

test('of two layouts that fit, the first counts', () => {
  expect(readLabel('2000123003450', ['2000IIINNNNNC', ...layouts])).toEqual({
    itemCode: '123',
    kind: 'PIECES',
    value: 345,
  })
})

test.each([
  ['a wrong check digit', '2000123003451'],
  ['another shop’s prefix', '2900123003453'],
  ['goods of a maker', '7501055300075'],
  ['no weight', '2000123000008'],
  ['something else', 'A-000123'],
])('%s is no label: %s', (_why, code) => {
  expect(readLabel(code, layouts)).toBeNull()
})

test.each([
  '30IIIIIWWWWWC',
  '20IIIIIWWWWC',
  '20IIIIIWWPPPC',
  '20WWWWWWWWWWC',
  '20IIIIIWWWWWW',
])('%s is no layout', (layout) => {
  expect(labelLayoutPattern.test(layout)).toBe(false)
})
