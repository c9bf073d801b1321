import { appendFile, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { copyOfRepository } from '../guide.ts'
import { startProgram } from '../programs.ts'
import { type Choice, chosen } from './choice.ts'
import { everySabotage } from './every-sabotage.ts'
import { applied, type Sabotage } from './sabotage.ts'

/** What became of a sabotage. `broken`: the tests could not run with it, so it says nothing. */
type Fate = 'killed' | 'survived' | 'broken'

const root = path.resolve(import.meta.dirname, '../../..')
const { results, ...choice } = JSON.parse(process.env['MUTANTS'] as string) as Choice & { results: string }
const wanted = chosen(await everySabotage(), choice)

let copy: Awaited<ReturnType<typeof copyOfRepository>>
beforeAll(async () => {
  copy = await copyOfRepository()
})
afterAll(() => copy?.remove())

test.each(wanted)('$promise: $breaks ($file)', async (sabotage) => {
  const at = path.join(copy.dir, sabotage.file)
  const source = await readFile(at, 'utf8')
  const startedMs = Date.now()
  await writeFile(at, applied(source, sabotage))
  const { fate, noticedBy } = await fateOf(sabotage).finally(() => writeFile(at, source))
  const row = { ...sabotage, fate, noticedBy, seconds: (Date.now() - startedMs) / 1000 }
  await appendFile(results, `${JSON.stringify(row)}\n`)
  if (sabotage.survives === undefined) expect(fate, sabotage.before).toBe('killed')
})

/** Tests over everything that is registered. */
const laws = ['server/test/access', 'server/test/kill-switches.test.ts', 'server/test/app.test.ts']

/** Runs the tests that are likely to notice it, and then the laws; or the play that does. */
async function fateOf({ tests, file, seed }: Sabotage): Promise<Found> {
  if (seed !== undefined) return simulated(seed)
  const project = file.startsWith('web/') ? 'web' : 'server'
  const found = await ran(['--project', project, ...tests])
  return found.fate === 'survived' && project === 'server'
    ? await ran(['--project', project, ...laws])
    : found
}

/** Plays three days of a seed. */
async function simulated(seed: number): Promise<Found> {
  const played = path.join(copy.dir, 'played.json')
  const found = await ran(['--config=simulation/vitest.config.ts'], {
    SIMULATION: JSON.stringify({ seed, days: 3, steps: 60, results: played }),
    // A failed play names the commit, and a copy has none.
    GIT_DIR: path.join(root, '.git'),
  })
  if (found.fate !== 'killed') return found
  // A play that could not begin says nothing.
  return found.because?.includes('seeds that failed')
    ? { fate: 'killed', noticedBy: `the simulation, seed ${seed}` }
    : { ...found, fate: 'broken' }
}

interface Found {
  readonly fate: Fate
  readonly noticedBy: string | null
  readonly because?: string | undefined
}

/** Runs tests of the copy until one fails. */
async function ran(args: readonly string[], more: Readonly<Record<string, string>> = {}): Promise<Found> {
  const report = path.join(copy.dir, 'mutant.json')
  await rm(report, { force: true })
  const { VITEST: _, MUTANTS: __, ...env } = process.env
  const child = startProgram(
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--bail=1',
      '--reporter=json',
      `--outputFile=${report}`,
      ...args,
    ],
    { cwd: copy.dir, env: { ...env, ...more }, stderr: 'pipe' },
  )
  let said = ''
  child.stdout.on('data', (chunk) => (said += chunk))
  child.stderr?.on('data', (chunk) => (said += chunk))
  const code = await new Promise((resolve) => child.on('close', resolve))
  const { testResults = [] } = JSON.parse(await readFile(report, 'utf8').catch(() => '{}')) as Report
  const failed = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .find(({ status }) => status === 'failed')
  if (failed !== undefined)
    return { fate: 'killed', noticedBy: failed.fullName, because: failed.failureMessages?.[0] }
  if (code === 0) return { fate: 'survived', noticedBy: null }
  // A hook failed. A fault that keeps a shop from being opened is noticed as well, but one that keeps PostgreSQL from
  // taking the SQL is only a wrong sabotage.
  const isRefusedSql = /syntax error|migrat/i.test(said) && testResults.length === 0
  const message = testResults.find((each) => each.status === 'failed')?.message
  return isRefusedSql || message === undefined
    ? { fate: 'broken', noticedBy: said.slice(-400) }
    : { fate: 'killed', noticedBy: message.slice(0, 200) }
}

interface Report {
  readonly testResults?: readonly {
    readonly status: string
    readonly message: string
    readonly assertionResults: readonly {
      readonly status: string
      readonly fullName: string
      readonly failureMessages?: readonly string[]
    }[]
  }[]
}
