import { expect, test } from 'vitest'
import { chordOf } from './chord.ts'

const plain = { altKey: false, ctrlKey: false, metaKey: false, shiftKey: false }

test.each([
  ['a function key', { key: 'F12', code: 'F12' }, 'F12'],
  ['Enter of the number pad', { key: 'Enter', code: 'NumpadEnter' }, 'Enter'],
  ['Alt and a digit', { key: '1', code: 'Digit1', altKey: true }, 'Alt+1'],
  ['Alt and a letter that types another character', { key: '√', code: 'KeyV', altKey: true }, 'Alt+V'],
  ['Alt and a function key, which closes the window', { key: 'F4', code: 'F4', altKey: true }, null],
  ['Control and a key', { key: 'p', code: 'KeyP', ctrlKey: true }, null],
  ['AltGr, which is Control and Alt', { key: '@', code: 'KeyQ', altKey: true, ctrlKey: true }, null],
  ['Shift and F10, which opens the context menu', { key: 'F10', code: 'F10', shiftKey: true }, null],
  ['Shift and a letter', { key: 'A', code: 'KeyA', shiftKey: true }, 'A'],
])('%s', (_what, pressed, chord) => {
  expect(chordOf({ ...plain, ...pressed })).toBe(chord)
})
