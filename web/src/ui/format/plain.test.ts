import { expect, test } from 'vitest'
import { plain } from './plain.ts'

test('plain text has no accents, capitals or repeated spaces', () => {
  expect(plain('  Jabón   PIÑA ')).toBe('jabon pina')
})
