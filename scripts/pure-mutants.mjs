import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { root } from './prepare.mjs'
import { showTool } from './tools.mjs'

/** Not copied to where Stryker works. */
const left = [
  '.git',
  '.mostrador',
  'db',
  'deploy',
  'docs',
  'e2e',
  'server/bench',
  'server/dist',
  'test-output',
  'web/dist',
]

/** What Stryker found, in the words of our own sabotages. */
const fates = { Killed: 'killed', Timeout: 'killed', Survived: 'survived', NoCoverage: 'survived' }

/**
 * Has Stryker change every expression of the pure rules that are wanted, and run the tests that reach it.
 *
 * @param {(file: string, tests: readonly string[]) => boolean} isWanted
 * @returns {Promise<object[]>} rows like those of sabotages
 */
export async function pureMutants(isWanted) {
  const { pureRules } = await imported('pure.ts')
  const { equivalents } = await imported('excuses.ts')
  const mutate = Object.entries(pureRules).flatMap(([file, tests]) => (isWanted(file, tests) ? [file] : []))
  if (mutate.length === 0) return []
  const report = path.join(root, 'test-output/pure-mutants.json')
  const config = path.join(root, 'test-output/stryker.json')
  await mkdir(path.dirname(report), { recursive: true })
  await rm(report, { force: true })
  await writeFile(config, JSON.stringify(configOf(mutate, report)))
  const startedMs = Date.now()
  const code = await showTool(root, { package: '@stryker-mutator/core', program: 'stryker' }, ['run', config])
  const found = await readFile(report, 'utf8').catch(() => undefined)
  if (found === undefined) throw new Error(`Stryker ended with ${code}; its message is above.`)
  const rows = rowsOf(JSON.parse(found), equivalents)
  const seconds = (Date.now() - startedMs) / 1000 / rows.length
  return [...rows, ...spentExcuses(equivalents, rows, mutate)].map((row) => ({ ...row, seconds }))
}

function configOf(mutate, report) {
  return {
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    vitest: { configFile: 'server/test/mutants/pure.config.ts' },
    mutate,
    ignorePatterns: left,
    coverageAnalysis: 'perTest',
    disableTypeChecks: false,
    // A mutant that only a busy machine makes slow is not noticed by a test.
    timeoutMS: 20_000,
    concurrency: 2,
    tempDirName: '.mostrador/stryker',
    allowEmpty: false,
    reporters: ['json', 'dots'],
    jsonReporter: { fileName: report },
    clearTextReporter: { logTests: false },
  }
}

function rowsOf({ files }, equivalents) {
  return Object.entries(files).flatMap(([file, { source, mutants }]) => {
    const lines = source.split('\n')
    return mutants
      .filter(({ status }) => status !== 'Ignored')
      .map(({ location: { start, end }, replacement, status, statusReason }) => {
        const before = textAt(lines, start, end)
        const breaks = `“${lines[start.line - 1].trim()}”: ${before} → ${replacement}`.replace(/\s+/g, ' ')
        const survives = equivalents[`${file}: ${breaks}`]
        const fate = fates[status] ?? 'broken'
        return { promise: 'pure', file, before, breaks, fate, survives, noticedBy: statusReason ?? null }
      })
  })
}

/** A row for each excuse of something that does not survive any longer. */
function spentExcuses(equivalents, rows, mutate) {
  const survivors = new Set(
    rows.flatMap(({ file, breaks, fate }) => (fate === 'survived' ? [`${file}: ${breaks}`] : [])),
  )
  const file = 'server/test/mutants/excuses.ts'
  return Object.keys(equivalents)
    .filter((name) => mutate.some((each) => name.startsWith(`${each}: `)) && !survivors.has(name))
    .map((before) => ({ promise: 'pure', file, before, breaks: 'what is excused survives', fate: 'broken' }))
}

function textAt(lines, start, end) {
  const some = lines.slice(start.line - 1, end.line)
  some[some.length - 1] = some.at(-1).slice(0, end.column - 1)
  some[0] = some[0].slice(start.column - 1)
  return some.join('\n')
}

/** A module of the mutants’ folder, which is written in TypeScript. */
async function imported(name) {
  const { runnerImport } = await import('vite')
  const file = path.join(root, 'server/test/mutants', name)
  return (await runnerImport(file, { configFile: false, root, logLevel: 'silent' })).module
}
