import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { inspect, stripVTControlCharacters } from 'node:util'
import { summaryLine } from './summary.mjs'

/** Enough of a failure to see its kind; the whole of it stands above, in the other reporter's output. */
const failureLines = 12

/**
 * A Vitest reporter that counts over all projects, and collects what failed, the refusals that the tests met, and how
 * long each part took. With SUMMARY_FILE it writes them there as JSON, for the process that started Vitest; otherwise it
 * prints the line of counts itself.
 */
// Vitest loads a reporter by its file and takes the default export.
// biome-ignore lint/style/noDefaultExport: see above.
export default class SummaryReporter {
  /** @type {Map<string, import('./summary.mjs').Part & { startedAtMs: number }>} */
  #parts = new Map()

  /** @param {import('vitest/node').TestModule} module */
  onTestModuleStart(module) {
    const name = partOf(module)
    if (!this.#parts.has(name))
      this.#parts.set(name, { name, files: 0, tests: 0, wallMs: 0, workMs: 0, startedAtMs: Date.now() })
  }

  /** @param {import('vitest/node').TestModule} module */
  onTestModuleEnd(module) {
    const part = this.#parts.get(partOf(module))
    if (part === undefined) return
    part.files += 1
    part.tests += [...module.children.allTests()].length
    part.wallMs = Date.now() - part.startedAtMs
    part.workMs += module.diagnostic().duration
  }

  /**
   * @param {ReadonlyArray<import('vitest/node').TestModule>} modules
   * @param {ReadonlyArray<unknown>} unhandledErrors
   */
  onTestRunEnd(modules, unhandledErrors) {
    const summary = { passed: 0, failed: unhandledErrors.length, skipped: 0 }
    const failures = unhandledErrors.map((error) => failure('outside any test', error))
    for (const module of modules) {
      const file = path.relative(process.cwd(), module.moduleId)
      for (const test of module.children.allTests()) {
        const { state, errors = [] } = test.result()
        failures.push(...errors.map((error) => failure(`${file} > ${test.fullName}`, error)))
        // A test that is still pending at the end was never started.
        summary[state === 'pending' ? 'skipped' : state] += 1
      }
      const suites = [module, ...module.children.allSuites()].filter((suite) => suite.errors().length > 0)
      summary.failed += suites.length
      failures.push(...suites.flatMap((suite) => suite.errors().map((error) => failure(file, error))))
    }
    const file = process.env.SUMMARY_FILE
    const problems = new Set(modules.flatMap((module) => module.meta().problems ?? []))
    const parts = [...this.#parts.values()].map(({ startedAtMs: _, ...part }) => part)
    if (file)
      writeFileSync(
        file,
        JSON.stringify({ counts: summary, failures, problems: [...problems].sort(), parts }),
      )
    else console.log(summaryLine(summary))
  }
}

/** @param {import('vitest/node').TestModule} module */
function partOf({ moduleId, project }) {
  const [folder = ''] = path.relative(project.vitest.config.root, moduleId).split(path.sep)
  return folder === 'simulation' ? folder : project.name
}

/**
 * @param {string} where
 * @param {unknown} thrown
 */
function failure(where, thrown) {
  const error = /** @type {Partial<Error> & { diff?: string, cause?: { message?: string } }} */ (thrown ?? {})
  const { stack, diff, cause, message = inspect(thrown) } = error
  const reason = cause === undefined ? undefined : `because of: ${cause.message ?? inspect(cause)}`
  const told = [stack?.includes(message) ? undefined : message, reason, diff, stack]
    .filter(Boolean)
    .join('\n')
  return `${where}\n${stripVTControlCharacters(told).split('\n').slice(0, failureLines).join('\n')}`
}
