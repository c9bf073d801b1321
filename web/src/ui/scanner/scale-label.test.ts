import { expect, test } from 'vitest'
import { isGtin } from './gtin.ts'
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

test('a GTIN has 8 or 12 to 14 digits, and nothing before or after them', () => {
  const good = ['73513537', '036000291452', '4006381333931', '10012345678902']
  for (const code of good) {
    expect(isGtin(code)).toBe(true)
    expect([`x${code}`, `${code}x`, code.slice(0, -2)].map(isGtin)).toEqual([false, false, false])
  }
  expect(isGtin('4006381333932')).toBe(false)
})

test('a layout has 13 characters and one kind of value, and without one that fits nothing is read', () => {
  for (const wrong of [
    '20IIIIIWWWWWCC',
    'x20IIIIIWWWWWC',
    '20IIIIIWWWWWCx',
    '20IIIIIWWWWCx',
    '20IIIIIWWWWWWC',
    '20IIIIIXXXXXC',
  ])
    expect(labelLayoutPattern.test(wrong), wrong).toBe(false)
  expect(readLabel('2000123003450', [])).toBe(null)
  expect(readLabel('2000123003450', ['20IIIIIXXXXXC'])).toBe(null)
  // A code of fourteen digits is no label, although its check digit is right and its beginning fits.
  expect(isGtin('20001230034500')).toBe(true)
  expect(readLabel('20001230034500', layouts)).toBe(null)
})
