import { expect, test } from 'vitest'
import { entryOf } from './entry.ts'

test('a typed quantity is recorded, also when there is none', () => {
  expect([entryOf(0.5, null), entryOf(0, null), entryOf(3, 4)]).toEqual([
    { record: 0.5 },
    { record: 0 },
    { record: 3 },
  ])
})

test('an emptied field clears the count, and an unchanged one records nothing', () => {
  expect(entryOf('', 4)).toEqual({ record: null })
  expect([entryOf('', null), entryOf(4, 4)]).toEqual(['unchanged', 'unchanged'])
})

test('something that is no quantity neither clears the count nor counts as unchanged', () => {
  expect([entryOf(Number.NaN, 4), entryOf(Number.NaN, null)]).toEqual(['invalid', 'invalid'])
})
