import { writeFileSync } from 'node:fs'

/** A Vitest reporter that writes the refusals which the tests met to PROBLEMS_FILE, as a JSON array. */
// Vitest loads a reporter by its file and takes the default export.
// biome-ignore lint/style/noDefaultExport: see above.
export default class ProblemsReporter {
  /** @param {ReadonlyArray<import('vitest/node').TestModule>} modules */
  onTestRunEnd(modules) {
    const met = new Set(modules.flatMap((module) => module.meta().problems ?? []))
    writeFileSync(process.env.PROBLEMS_FILE, JSON.stringify([...met].sort()))
  }
}
