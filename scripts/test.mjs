// `npm test`: prepares the clone, runs the checks and all tests, and ends with one line of counts. With
// arguments, which are passed to Vitest, checks are skipped: `npm test -- server/src/amounts`.
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { setPriority, tmpdir } from 'node:os'
import path from 'node:path'
import { problemFaults } from '../server/test/reached-problems.mjs'
import { unreachedProblems } from '../server/test/unreached-problems.mjs'
import { PrepareError, prepare, root } from './prepare.mjs'

import { partsTable, summaryLine } from './summary.mjs'

const args = process.argv.slice(2)
const summary = { passed: 0, failed: 0, skipped: 0 }
const failures = []
/** @type {import('./summary.mjs').Part[]} */
const parts = []

process.chdir(root)
// The terminal interrupts the child as well; it ends first, so that our line stays the last.
process.on('SIGINT', () => {})
try {
  await measured('preparing', () => prepare({ build: true }))
  await Promise.all([runTests(), ...(args.length === 0 ? [runChecks()] : [])])
} catch (error) {
  console.error(error instanceof PrepareError ? error.message : error)
  summary.failed += 1
}
if (parts.length > 0) console.log(`\n${partsTable(parts)}`)
// Whoever sees only the end of a long output still learns what failed.
if (failures.length > 0) console.log(`\nFailed:\n\n${failures.join('\n\n')}\n`)
console.log(summaryLine(summary))
process.exitCode = summary.failed === 0 ? 0 : 1

/** Adds the time that some work takes to the table at the end. */
async function measured(name, work) {
  const startedAtMs = Date.now()
  try {
    return await work()
  } finally {
    parts.push({ name, wallMs: Date.now() - startedAtMs })
  }
}

/** Work only while the tests wait, and count as one failure when any of them fails. */
async function runChecks() {
  const script = path.join(root, 'scripts/check.mjs')
  if (!existsSync(script)) return
  if ((await measured('checks', () => run([script], { priority: 19 }))) !== 0) {
    summary.failed += 1
    failures.push('npm run check')
  }
}

async function runTests() {
  const dir = mkdtempSync(path.join(tmpdir(), 'mostrador-summary-'))
  const file = path.join(dir, 'summary.json')
  const reporter = path.join(root, 'scripts/summary-reporter.mjs')
  try {
    const vitest = path.join(root, 'node_modules/vitest/vitest.mjs')
    const reporters = ['--reporter=default', `--reporter=${reporter}`]
    const code = await run([vitest, 'run', ...reporters, ...args], { environment: { SUMMARY_FILE: file } })
    const {
      counts,
      problems,
      failures: failed,
      parts: tested,
    } = existsSync(file)
      ? JSON.parse(readFileSync(file, 'utf8'))
      : { counts: {}, problems: [], failures: [], parts: [] }
    parts.push(...tested)
    failures.push(...failed)
    for (const [name, count] of Object.entries(counts)) summary[name] += count
    // Vitest also fails for other reasons than tests: a broken configuration, or nothing found to run.
    if (code !== 0 && !(counts.failed > 0)) summary.failed += 1
    // Only a whole run without failures has met all that it can.
    if (args.length === 0 && code === 0) judgeProblems(problems)
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

/** Counts as one failure when a declared refusal is neither met nor excused. */
function judgeProblems(met) {
  const contract = JSON.parse(readFileSync(path.join(root, 'openapi.json'), 'utf8'))
  const faults = problemFaults(contract, met, unreachedProblems)
  if (faults.length === 0) return
  console.error(`Refusals and tests differ (server/test/unreached-problems.mjs):\n${faults.join('\n')}`)
  summary.failed += 1
}

async function run(nodeArgs, { environment = {}, priority = 0 } = {}) {
  const child = spawn(process.execPath, nodeArgs, {
    stdio: 'inherit',
    env: { ...process.env, ...environment },
  })
  if (priority > 0) setPriority(child.pid, priority)
  const pass = (signal) => child.kill(signal)
  process.on('SIGTERM', pass)
  const code = await new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', (exitCode) => resolve(exitCode ?? 1))
  })
  process.off('SIGTERM', pass)
  return code
}
