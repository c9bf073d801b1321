import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, inject, test } from 'vitest'
import { patient } from './patience.ts'
import { firstLine, startProgram } from './programs.ts'

const folder = path.join(import.meta.dirname, 'neighbours')
const vitest = path.resolve(import.meta.dirname, '../../node_modules/vitest/vitest.mjs')

interface Report {
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
    readonly message: string
    readonly assertionResults: readonly { readonly status: string; readonly title: string }[]
  }[]
}

/** Runs the files of `neighbours/` in a separate process, over databases of this run's PostgreSQL. */
async function runNeighbours(): Promise<Report> {
  const dir = await mkdtemp(path.join(tmpdir(), 'mostrador-neighbours-'))
  const outputFile = path.join(dir, 'report.json')
  try {
    const child = startProgram(
      [vitest, 'run', `--config=${folder}/vitest.config.ts`, '--reporter=json', `--outputFile=${outputFile}`],
      {
        cwd: folder,
        env: {
          ...process.env,
          // It is a separate run, and not a worker of this one.
          ...Object.fromEntries(
            Object.keys(process.env)
              .filter((name) => name.startsWith('VITEST'))
              .map((name) => [name, undefined]),
          ),
          NEIGHBOURS_ADMIN_URL: inject('adminUrl'),
          NEIGHBOURS_TEMPLATE: inject('template'),
        },
      },
    )
    await firstLine(child)
    return JSON.parse(await readFile(outputFile, 'utf8')) as Report
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}

test(
  'a file that fails, hangs, kills its server or leaves a program does not affect later files',
  async () => {
    const { testResults } = await runNeighbours()
    const files = (await readdir(folder)).filter((name) => name.endsWith('.case.ts')).sort()
    const verdicts = testResults.map(({ name, status }) => [path.basename(name), status])
    expect(
      Object.fromEntries(verdicts),
      testResults.map(({ name, message }) => `${name} ${message}`).join('\n'),
    ).toEqual(Object.fromEntries(files.map((name) => [name, /0-(?!first)/.test(name) ? 'failed' : 'passed'])))
  },
  patient(120_000),
)
