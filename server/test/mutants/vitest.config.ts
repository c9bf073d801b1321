import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/** Sabotages that are tried at once: many tests wait, so one more than there are processors. */
export const laneCount = availableParallelism() + 1

/** `npm run mutants`: not among the tests, because it runs them again for each sabotage. */
export default defineConfig({
  root: import.meta.dirname,
  test: {
    include: ['*.run.ts'],
    pool: 'forks',
    maxWorkers: 1,
    maxConcurrency: laneCount,
    disableConsoleIntercept: true,
    setupFiles: ['../setup.ts'],
    provide: { bounds: { test: 1_200_000, hook: 120_000 } },
    testTimeout: 1_200_000,
    hookTimeout: 120_000,
  },
})
