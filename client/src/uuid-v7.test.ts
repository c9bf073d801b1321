import { expect, test } from 'vitest'
import { uuidV7 } from './uuid-v7.ts'

test('an id made on a device has the format that the server accepts, and sorts by time', () => {
  const ids = [1_700_000_000_000, 1_800_000_000_000].map((ms) => uuidV7(ms))
  for (const id of ids)
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(ids.toSorted()).toEqual(ids)
  expect(Number.parseInt((ids[0] ?? '').replace('-', '').slice(0, 12), 16)).toBe(1_700_000_000_000)
})
