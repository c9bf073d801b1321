import { expect, test } from 'vitest'
import { otherCarriers } from './carriers.ts'

test('a file of another carrier than the product is named for is noticed', () => {
  expect(otherCarriers(['Movistar', 'TELCEL'], 'Chip Telcel 5G')).toEqual(['Movistar'])
})

test('case, accents and spaces make no other carrier, and a file that names none is of any', () => {
  expect(otherCarriers([' Unefón '], 'SIM UNEFON prepago')).toEqual([])
  expect(otherCarriers([], 'Chip Telcel')).toEqual([])
})
