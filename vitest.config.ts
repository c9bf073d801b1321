import { defineConfig } from 'vitest/config'
import { LongestFirst } from './server/test/longest-first.ts'
import { keepFilesInMemory } from './server/test/memory.ts'
import { patient, pollMs } from './server/test/patience.ts'

keepFilesInMemory()

/** Bounds for a test and a hook on an idle machine. Each file scales them by the current load. */
const settings = (bounds: { test: number; hook: number }) => ({
  pool: 'forks' as const,
  // Files of a worker share its modules and, through them, its product (`shared-product.ts`) or browser (`stories.ts`).
  isolate: false,
  provide: { bounds },
  testTimeout: patient(bounds.test),
  hookTimeout: patient(bounds.hook),
  expect: { poll: { timeout: patient(pollMs) } },
})

export default defineConfig({
  test: {
    // On two processors: many tests wait for leases, programs, providers or pages while the others work. Pages
    // need more of the processors than servers do.
    maxWorkers: 5,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...settings({ test: 20_000, hook: 60_000 }),
          name: 'server',
          include: ['server/src/**/*.test.ts', 'server/test/**/*.test.ts', 'simulation/**/*.test.ts'],
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
          // Modules of the web client keep the state of a page, such as whether its network is there.
          isolate: true,
          pool: 'threads',
          include: ['web/src/**/*.test.{ts,tsx}'],
        },
      },
      {
        test: {
          ...settings({ test: 120_000, hook: 120_000 }),
          name: 'e2e',
          maxWorkers: 4,
          sequence: { groupOrder: 1 },
          include: ['e2e/**/*.e2e.ts'],
          globalSetup: ['e2e/global-setup.ts'],
          setupFiles: ['server/test/setup.ts'],
        },
      },
    ],
  },
})
