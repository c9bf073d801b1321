import { defineConfig } from 'vitest/config'
import { patient } from './server/test/patience.ts'

/** What a test and a hook may take on an idle machine. Each file sets them anew, by how busy this one is then. */
const settings = (bounds: { test: number; hook: number }) => ({
  pool: 'forks' as const,
  provide: { bounds },
  testTimeout: patient(bounds.test),
  hookTimeout: patient(bounds.hook),
  expect: { poll: { timeout: patient(15_000) } },
})

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          ...settings({ test: 20_000, hook: 60_000 }),
          name: 'server',
          // Files share their worker's modules, and by them its product (`shared-product.ts`).
          isolate: false,
          include: ['server/src/**/*.test.ts', 'server/test/**/*.test.ts'],
          globalSetup: ['server/test/global-setup.ts'],
          setupFiles: ['server/test/setup.ts'],
        },
      },
      {
        test: {
          ...settings({ test: 20_000, hook: 60_000 }),
          name: 'client',
          include: ['client/src/**/*.test.ts'],
        },
      },
      {
        test: {
          ...settings({ test: 20_000, hook: 60_000 }),
          name: 'web',
          include: ['web/src/**/*.test.{ts,tsx}'],
        },
      },
      {
        test: {
          ...settings({ test: 120_000, hook: 120_000 }),
          name: 'e2e',
          // Files share their worker's modules, and by them its browser (`stories.ts`).
          isolate: false,
          // Stories wait more than they work: for slow carriers, and for what moves.
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
          include: ['e2e/**/*.e2e.ts'],
          globalSetup: ['e2e/global-setup.ts'],
          setupFiles: ['server/test/setup.ts'],
        },
      },
    ],
  },
})
