import { expect, test } from 'vitest'
import { isTypedName } from './typed-name.ts'

test.each([
  ['two spaces', 'ABARROTES  LUPITA'],
  ['a no-break space', 'ABARROTES\u00a0LUPITA'],
  ['spaces around it', ' ABARROTES LUPITA\u2003'],
  ['a character that nobody sees', 'ABARROTES \u200bLUPITA'],
])('a name with %s can be typed as it is seen', (_, name) => {
  expect(isTypedName('ABARROTES LUPITA', name)).toBe(true)
  expect(isTypedName(` ${name} `, name)).toBe(true)
})

test('a letter with its accent is the same however it is stored', () => {
  expect(isTypedName('Peñón', 'Peñón'.normalize('NFD'))).toBe(true)
  expect(isTypedName('Peñón'.normalize('NFD'), 'Peñón')).toBe(true)
})

test('another name is not taken for it', () => {
  for (const typed of ['', ' ', 'ABARROTES', 'ABARROTESLUPITA', 'abarrotes lupita', 'ABARROTES LUPÍTA'])
    expect(isTypedName(typed, 'ABARROTES  LUPITA')).toBe(false)
})
