import { expect, test } from 'vitest'
import { leftField } from './left-field.ts'

test('a typed quantity is recorded however it is written', () => {
  for (const [typed, record] of [
    ['0.500', 0.5],
    ['2.50', 2.5],
    [3, 3],
    ['0', 0],
  ] as const)
    expect(leftField(typed, null)).toEqual({ record })
})

test('an emptied field clears the count, and an unchanged one records nothing', () => {
  expect(leftField('', 4)).toEqual({ record: null })
  expect([leftField('', null), leftField(4, 4), leftField('4.0', 4)]).toEqual(['same', 'same', 'same'])
})

test('something that is no quantity neither clears the count nor counts as unchanged', () => {
  expect([leftField('.', 4), leftField('.', null)]).toEqual(['unread', 'unread'])
})
