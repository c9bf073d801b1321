import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { startProgram } from '../programs.ts'
import type { Found } from './sabotage.ts'

const root = path.resolve(import.meta.dirname, '../../..')

/** Plays three days of a seed in a copy of the repository. */
export async function noticedBySimulation(dir: string, seed: number): Promise<Found> {
  const report = path.join(dir, 'mutant.json')
  await rm(report, { force: true })
  const { VITEST: _, MUTANTS: __, ...env } = process.env
  const child = startProgram(
    [
      ...['node_modules/vitest/vitest.mjs', 'run', '--config=simulation/vitest.config.ts'],
      ...['--reporter=json', `--outputFile=${report}`],
    ],
    {
      cwd: dir,
      env: {
        ...env,
        SIMULATION: JSON.stringify({ seed, days: 3, steps: 60, results: path.join(dir, 'played.json') }),
        // A failed play names the commit, and a copy has none.
        GIT_DIR: path.join(root, '.git'),
      },
    },
  )
  child.stdout.resume()
  const code = await new Promise((resolve) => child.on('close', resolve))
  if (code === 0) return { fate: 'survived', noticedBy: null }
  const { testResults = [] } = JSON.parse(await readFile(report, 'utf8').catch(() => '{}')) as Report
  const messages = testResults.flatMap(({ assertionResults }) =>
    assertionResults.flatMap(({ failureMessages }) => failureMessages),
  )
  // A play that could not begin says nothing.
  return messages[0]?.includes('seeds that failed')
    ? { fate: 'killed', noticedBy: `the simulation, seed ${seed}` }
    : { fate: 'broken', noticedBy: messages[0] ?? `it ended with ${code}` }
}

interface Report {
  readonly testResults?: readonly {
    readonly assertionResults: readonly { readonly failureMessages: readonly string[] }[]
  }[]
}
