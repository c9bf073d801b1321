import { expect, test } from 'vitest'
import { hasRightCheckDigit } from './barcode.ts'

test.each([
  '7501055300075',
  '036000291452',
  '96385074',
  '4006381333931',
])('%s is a GTIN with its check digit', (code) => {
  expect(hasRightCheckDigit(code)).toBe(true)
})

test.each([
  ['04963406', '049000006346'],
  ['04252614', '042100005264'],
  ['01234133', '012300000413'],
  ['01234543', '012340000053'],
  ['01234565', '012345000065'],
  ['11234562', '112345000062'],
])('%s is a UPC-E, which has the check digit of the UPC-A %s', (short, long) => {
  expect([short, long].map(hasRightCheckDigit)).toEqual([true, true])
})

test.each([
  '7501055300076',
  '036000291453',
  '96385075',
  '04963407',
  '24963406',
])('%s is mistyped: neither as a GTIN nor as a UPC-E does its check digit match', (code) => {
  expect(hasRightCheckDigit(code)).toBe(false)
})

test.each([
  '123',
  'LIB-1',
  '1234567',
  '36000291452',
  '00036000291452',
  '0496340x',
])('%s has another length or other characters, and is a code of the shop', (code) => {
  expect(hasRightCheckDigit(code)).toBe(true)
})
