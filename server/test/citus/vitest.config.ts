import { defineConfig } from 'vitest/config'
import { patient } from '../patience.ts'
import { suites } from './suites.ts'

const bounds = { test: 30_000, hook: 120_000 }

/** `npm run test:cluster`: suites on a coordinator and two workers of Citus, where it is installed. */
export default defineConfig({
  root: import.meta.dirname,
  test: {
    include: ['*.citus.ts', ...suites],
    pool: 'forks',
    isolate: false,
    maxWorkers: 1,
    globalSetup: ['global-setup.ts'],
    setupFiles: ['../setup.ts'],
    provide: { bounds },
    testTimeout: patient(bounds.test),
    hookTimeout: patient(bounds.hook),
  },
})
