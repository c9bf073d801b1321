// Runs tests of the repository that it is started in, as often as its parent asks, without starting over: transformed
// modules are kept, and PostgreSQL is the parent's. One worker, which ends after the first failed test.
import path from 'node:path'
import { BaseSequencer, createVitest } from 'vitest/node'

/** Files run in the order in which they were asked for. */
class AsAsked extends BaseSequencer {
  async sort(files) {
    return files
  }
}

let firstFailure
const reporter = {
  onTestCaseResult(test) {
    if (test.result().state === 'failed') stopAt(test.fullName)
  },
  // A hook failed, or the file itself.
  onTestModuleEnd(module) {
    if (module.state() === 'failed') stopAt(module.errors()[0]?.message.slice(0, 200) ?? 'a hook')
  },
}

function stopAt(failure) {
  if (firstFailure !== undefined) return
  firstFailure = failure
  void vitest.cancelCurrentRun('test-failure')
}

const vitest = await createVitest('test', {
  watch: false,
  project: ['server', 'web'],
  reporters: [reporter],
  maxWorkers: 1,
  passWithNoTests: true,
})
vitest.config.sequence.sequencer = AsAsked
for (const project of vitest.projects) {
  project.config.globalSetup = []
  project.config.maxWorkers = 1
}

process.on('message', async (asked) => {
  process.send(await fateOf(asked).catch((error) => ({ fate: 'broken', noticedBy: error.message })))
})
// A program on a leash does not wait for its parent by itself.
process.channel.ref()
process.send('ready')

/**
 * @param {{ project: string, tests: readonly string[], changed: string, provided: object }} asked tests from the root, the
 * changed file from the root, and what the project provides to its tests
 */
async function fateOf({ project: name, tests, changed, provided }) {
  firstFailure = undefined
  vitest.invalidateFile(path.resolve(changed))
  const project = vitest.getProjectByName(name)
  for (const [key, value] of Object.entries(provided)) project.provide(key, value)
  const placeOf = ({ moduleId }) => tests.findIndex((each) => moduleId.startsWith(path.resolve(each)))
  const specifications = (await vitest.globTestSpecifications(tests))
    .filter((each) => each.project === project)
    .toSorted((a, b) => placeOf(a) - placeOf(b))
  if (specifications.length === 0) return { fate: 'broken', noticedBy: `no tests in ${tests.join(', ')}` }
  const { unhandledErrors } = await vitest.runTestSpecifications(specifications)
  if (firstFailure !== undefined) return { fate: 'killed', noticedBy: firstFailure }
  const [error] = unhandledErrors
  return error === undefined
    ? { fate: 'survived', noticedBy: null }
    : { fate: 'broken', noticedBy: error.message }
}
