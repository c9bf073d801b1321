import path from 'node:path'
import { expect, test } from 'vitest'
import { spawnLeashed } from '../leashed.ts'
import { sharedProduct } from '../shared-product.ts'
import { before, remembers } from './meets-product.ts'

remembers()
test('fails, and leaves an unresponsive program', async () => {
  await sharedProduct()
  const idle = path.join(import.meta.dirname, 'idle-program.mjs')
  const child = spawnLeashed([idle], { env: { PATH: process.env['PATH'] } })
  before.program = child
  expect(child.pid).toBe('nothing')
})
