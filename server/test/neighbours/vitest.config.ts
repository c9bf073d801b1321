import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

class ByName extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return Promise.resolve([...files].sort((a, b) => (a.moduleId < b.moduleId ? -1 : 1)))
  }
}

/**
 * Runs the files of this folder one after another in one process, like the server's tests: every second one
 * fails.
 */
export default defineConfig({
  root: import.meta.dirname,
  test: {
    include: ['*.case.ts'],
    pool: 'forks',
    isolate: false,
    maxWorkers: 1,
    sequence: { sequencer: ByName },
    globalSetup: ['global-setup.ts'],
    setupFiles: ['../setup.ts'],
    provide: { bounds: { test: 20_000, hook: 60_000 } },
  },
})
