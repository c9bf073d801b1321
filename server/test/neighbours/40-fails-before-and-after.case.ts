import { afterAll, beforeAll, expect, test } from 'vitest'
import { sharedProduct } from '../shared-product.ts'
import { remembers } from './meets-product.ts'

let closed: { close(): void } | undefined

remembers()
beforeAll(async () => {
  await (await sharedProduct()).product.stop()
  throw new Error('fails before its tests')
})
// What was never created cannot be closed: this fails as well, and the rest of the file is not run.
afterAll(() => (closed as { close(): void }).close())

test('is not run', () => {
  closed = { close: () => {} }
  expect(closed).toBeDefined()
})
