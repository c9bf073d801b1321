import { defineConfig } from 'vitest/config'

/** `npm run drill`: not among the tests, because its options say how long it lasts. */
export default defineConfig({
  root: import.meta.dirname,
  test: {
    include: ['*.drill.ts'],
    pool: 'forks',
    maxWorkers: 1,
    // It tells how far it is while it runs.
    disableConsoleIntercept: true,
    setupFiles: ['../setup.ts'],
    provide: { bounds: { test: 600_000, hook: 600_000 } },
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
})
