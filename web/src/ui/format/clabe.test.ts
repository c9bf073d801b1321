import { expect, test } from 'vitest'
import { fitsClabe } from './clabe.ts'

// Published numbers: Wikipedia's example, and the test accounts of two providers.
test.each([
  '032180000118359719',
  '002010077777777771',
  '646180110400000007',
])('accepts the check digit of %s', (digits) => {
  expect(fitsClabe(digits)).toBe(true)
})

test.each([
  '',
  '00201007777777777',
  '0020100777777777711',
  '002010077777777772',
  '00201007777777777a',
])('%j does not', (digits) => {
  expect(fitsClabe(digits)).toBe(false)
})
