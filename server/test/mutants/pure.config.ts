import path from 'node:path'
import { defineConfig } from 'vitest/config'
import { pureTests } from './pure.ts'

/** The tests of the pure rules alone: they need no PostgreSQL, so Stryker can run them a thousand times. */
export default defineConfig({
  root: path.resolve(import.meta.dirname, '../../..'),
  test: { include: [...pureTests] },
})
