import { expect, test } from 'vitest'
import { scannedKeys } from './scanned-keys.ts'

function typed(text: string, everyMs: number, beforeEnterMs = everyMs) {
  const feed = scannedKeys()
  let atMs = 1000
  for (const key of text) {
    feed(key, atMs)
    atMs += everyMs
  }
  return feed('Enter', atMs - everyMs + beforeEnterMs)
}

test('what a scanner types is a code', () => {
  expect(typed('7501055300075', 8)).toBe('7501055300075')
})

test.each([
  ['a person’s typing', '7501055300075', 120, 120],
  ['a short burst', '750', 8, 8],
  ['a burst that a person ends with Enter', '7501055300075', 8, 400],
])('%s is none', (_what, text, everyMs, beforeEnterMs) => {
  expect(typed(text, everyMs, beforeEnterMs)).toBeNull()
})

test('what a person typed before is not part of the code, and shifts between its keys do no harm', () => {
  const feed = scannedKeys()
  feed('x', 0)
  for (const [index, key] of ['A', 'Shift', 'B', 'C', '1'].entries()) feed(key, 1000 + index * 10)
  expect(feed('Enter', 1050)).toBe('ABC1')
})
