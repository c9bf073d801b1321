import { expect, test } from 'vitest'
import { leftField } from './left-field.ts'

test('a typed quantity is recorded, also when there is none', () => {
  expect([leftField(0.5, null), leftField(0, null), leftField(3, 4)]).toEqual([
    { record: 0.5 },
    { record: 0 },
    { record: 3 },
  ])
})

test('an emptied field clears the count, and an unchanged one records nothing', () => {
  expect(leftField('', 4)).toEqual({ record: null })
  expect([leftField('', null), leftField(4, 4)]).toEqual(['same', 'same'])
})

test('something that is no quantity neither clears the count nor counts as unchanged', () => {
  expect([leftField(Number.NaN, 4), leftField(Number.NaN, null)]).toEqual(['unread', 'unread'])
})
