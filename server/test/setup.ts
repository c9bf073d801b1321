import { afterAll, afterEach, beforeAll, inject, type RunnerTestSuite, vi } from 'vitest'
import { checkAuditTrails } from './audit-trail.ts'
import { children, commandOf, kept } from './children.ts'
import { beginFile, fileBefore, onFailedFile } from './neighbours.ts'
import { passTime } from './pass-time.ts'
import { patient, pollMs } from './patience.ts'
import { checkProblems, reachedProblems } from './problem-trail.ts'
import { checkStandings } from './standings-law.ts'

declare module 'vitest' {
  interface TaskMeta {
    /** The refusals that a file's tests met. */
    problems?: readonly string[]
  }
  interface ProvidedContext {
    /** Default time limits of a test and a hook on an idle machine, in milliseconds. */
    bounds: { readonly test: number; readonly hook: number }
  }
}

// The machine may have become busier since the run began.
const { test: testMs, hook: hookMs } = inject('bounds')
vi.setConfig({
  testTimeout: patient(testMs),
  hookTimeout: patient(hookMs),
  expect: { poll: { timeout: patient(pollMs) } },
})

/** The test after which a program was first seen. */
const firstSeen = new Map<number, string>()

afterEach(({ task }) => {
  for (const pid of programs()) if (!firstSeen.has(pid)) firstSeen.set(pid, task.name)
})

// A request is held against the audit log in the test that has made it.
afterEach(checkAuditTrails)

// A problem that its route does not declare fails the test that met it.
afterEach(checkProblems)

// Hooks of a failing file may keep ours from running, so leftovers are checked when the next file begins.
const before = fileBefore()
if (before !== undefined && hasFailed(before)) for (const tell of onFailedFile) tell()
vi.restoreAllMocks()
for (const pid of programs()) process.kill(pid, 'SIGKILL')

// biome-ignore lint/correctness/noEmptyPattern: Vitest wants to see which fixtures a hook asks for
beforeAll(({}, file) => beginFile(file))

function hasFailed({ result, tasks }: Readonly<RunnerTestSuite>): boolean {
  return (
    result?.state === 'fail' ||
    tasks.some((task) => (task.type === 'suite' ? hasFailed(task) : task.result?.state === 'fail'))
  )
}

// Both are registered before the hooks of the file, so they run after them.
// biome-ignore lint/correctness/noEmptyPattern: Vitest wants to see which fixtures a hook asks for
afterAll(({}, file) => {
  file.meta.problems = reachedProblems()
})
// Whatever the tests have changed, authentication goes by it. Not after each of them: the accounts of a shared product
// grow by the thousand.
afterAll(checkStandings)
afterAll(async () => {
  let left = programs()
  // Some have been told to end, and were not waited for.
  for (const until = Date.now() + patient(1_000); left.length > 0 && Date.now() < until; left = programs())
    await passTime(20, 'the next look')
  if (left.length === 0) return
  const named = left.map(
    (pid) => `${commandOf(pid)} (first seen after: ${firstSeen.get(pid) ?? 'the last test'})`,
  )
  for (const pid of left) process.kill(pid, 'SIGKILL')
  throw new Error(`The tests left programs running, which were killed:\n${named.join('\n')}`)
})

function programs(): number[] {
  return children().filter((pid) => !kept.has(pid))
}
