import { expect, test } from 'vitest'
import { areas, firstLoadBytes, firstLoadFiles } from './first-load.ts'

test.each(Object.entries(areas))('the first load of %s stays below 250 kB compressed', (_area, entries) => {
  expect(firstLoadBytes(entries)).toBeLessThan(250_000)
})

test.each(Object.entries(areas))('the first screen of %s comes in at most 40 files', (_area, entries) => {
  expect(firstLoadFiles(entries).size).toBeLessThanOrEqual(40)
})

test('the first screen of the till comes in at most 16 files', () => {
  expect(firstLoadFiles(areas['the till']).size).toBeLessThanOrEqual(16)
})

test('what the till loads after its first screen comes in at most 40 files', () => {
  const first = firstLoadFiles(areas['the till'])
  const all = firstLoadFiles([...areas['the till'], 'src/terminal/frame/parts.ts'])
  expect(all.size - first.size).toBeLessThanOrEqual(40)
})
