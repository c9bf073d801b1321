import { defineConfig } from 'vitest/config'

/** `npm run simulate`: not among the tests, because its options say how long it lasts. */
export default defineConfig({
  root: import.meta.dirname,
  test: {
    include: ['*.run.ts'],
    pool: 'forks',
    maxWorkers: 1,
    // It tells how far it is while it runs.
    disableConsoleIntercept: true,
    globalSetup: ['../server/test/global-setup.ts'],
    setupFiles: ['../server/test/setup.ts'],
    provide: { bounds: { test: 600_000, hook: 120_000 } },
  },
})
