import { expect, test } from 'vitest'
import { areas, firstLoadBytes } from './first-load.ts'

test.each(Object.entries(areas))('the first load of %s stays below 250 kB compressed', (_area, entries) => {
  expect(firstLoadBytes(entries)).toBeLessThan(250_000)
})
