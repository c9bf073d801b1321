import { writeFileSync } from 'node:fs'
import { summaryLine } from './summary.mjs'

/**
 * A Vitest reporter that counts over all projects, and collects the refusals that the tests met. With SUMMARY_FILE it
 * writes both there as JSON, for the process that started Vitest; otherwise it prints the line of counts itself.
 */
// Vitest loads a reporter by its file and takes the default export.
// biome-ignore lint/style/noDefaultExport: see above.
export default class SummaryReporter {
  /**
   * @param {ReadonlyArray<import('vitest/node').TestModule>} modules
   * @param {ReadonlyArray<unknown>} unhandledErrors
   */
  onTestRunEnd(modules, unhandledErrors) {
    const summary = { passed: 0, failed: unhandledErrors.length, skipped: 0 }
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        const { state } = test.result()
        // A test that is still pending at the end was never started.
        summary[state === 'pending' ? 'skipped' : state] += 1
      }
      const suites = [module, ...module.children.allSuites()]
      summary.failed += suites.filter((suite) => suite.errors().length > 0).length
    }
    const file = process.env.SUMMARY_FILE
    const problems = new Set(modules.flatMap((module) => module.meta().problems ?? []))
    if (file) writeFileSync(file, JSON.stringify({ counts: summary, problems: [...problems].sort() }))
    else console.log(summaryLine(summary))
  }
}
