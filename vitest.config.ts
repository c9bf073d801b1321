import { defineConfig } from 'vitest/config'

const settings = { pool: 'forks', testTimeout: 20_000, hookTimeout: 60_000 } as const

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          ...settings,
          name: 'server',
          include: ['server/src/**/*.test.ts', 'server/test/**/*.test.ts'],
          globalSetup: ['server/test/global-setup.ts'],
        },
      },
      {
        test: { ...settings, name: 'web', include: ['web/src/**/*.test.{ts,tsx}'] },
      },
      {
        test: {
          ...settings,
          name: 'e2e',
          include: ['e2e/**/*.e2e.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
