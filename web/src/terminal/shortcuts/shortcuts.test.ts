import { expect, test } from 'vitest'
import { commands, reservedKeys, shortcutOf } from './shortcuts.ts'
import { shortcutTexts } from './texts.ts'

/** Shortcuts of these places act at the same time. */
const together = [['till', 'sale'], ['till', 'done'], ['payment']] as const

test.each(together)('no two shortcuts of %s have one key', (...places) => {
  const keys = commands
    .map(shortcutOf)
    .filter(({ place }) => (places as readonly string[]).includes(place))
    .map(({ key }) => key)
  expect(keys.length).toBeGreaterThan(3)
  expect(new Set(keys).size).toBe(keys.length)
})

test('a shortcut types nothing, and leaves the browser its reload and full screen', () => {
  for (const { key } of commands.map(shortcutOf))
    expect(key).toMatch(/^(F\d{1,2}|Alt\+[0-9A-Z]|Enter|Delete)$/)
  for (const key of ['F5', 'F11', 'Enter', 'Delete']) expect(reservedKeys.has(key), key).toBe(false)
})

test('every command below the goods has a short name, and no other', () => {
  const inBar = commands.filter((command) => shortcutOf(command).isInBar === true)
  expect(Object.keys(shortcutTexts.button).sort()).toEqual([...inBar].sort())
})
