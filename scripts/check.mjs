// `npm run check`: all checks that do not run the code. Prints the output of failing checks, then one line
// for each, and exits 1 when any failed. Arguments select checks by name: `npm run check -- types layers`; with `--changed`,
// only checks whose result may follow from what changed, since the last commit or since the one of `--since`.
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { changedSince, concernedBy } from './changed.mjs'
import { PrepareError, prepare, root } from './prepare.mjs'
import { runNode, runTool } from './tools.mjs'

const biome = { package: '@biomejs/biome', program: 'biome' }

/**
 * Output is printed only when a check failed.
 *
 * @typedef {{ name: string, purpose: string, run: (files?: readonly string[]) => Promise<{ code: number, output: string }> }} Check
 * @type {readonly Check[]}
 */
const checks = [
  {
    name: 'generated',
    purpose: 'generated files are up to date',
    run: () => runNode(root, ['scripts/generate.mjs', '--check']),
  },
  {
    name: 'biome',
    purpose: 'format and lint',
    run: (files = ['.']) =>
      runTool(root, biome, [
        ...['check', '--error-on-warnings', '--max-diagnostics=50', '--no-errors-on-unmatched'],
        ...files,
      ]),
  },
  { name: 'proofs', purpose: 'the linter detects forged grants', run: seesForgeries },
  {
    name: 'statements',
    purpose: 'SQL has the types declared for it',
    run: () => runNode(root, ['scripts/statements.mjs']),
  },
  { name: 'types', purpose: 'the compiler, over all workspaces, e2e and simulation', run: compile },
  {
    name: 'layers',
    purpose: 'import rules',
    run: () => runNode(root, ['scripts/layers.mjs']),
  },
  {
    name: 'knip',
    purpose: 'no unused file, export or dependency',
    run: () => runTool(root, { package: 'knip' }, ['--no-progress']),
  },
  { name: 'squawk', purpose: 'migrations and declarations in SQL', run: lintSql },
  {
    name: 'migrations',
    purpose: 'released migrations are unchanged',
    run: () => runNode(root, ['scripts/migrations.mjs']),
  },
  {
    name: 'links',
    purpose: 'links in documents lead to existing files',
    run: () => runNode(root, ['scripts/links.mjs']),
  },
]

try {
  process.chdir(root)
  // The web client and the tests import the built client.
  await prepare({ build: ['client'] })
  const { values, positionals: names } = parseArgs({
    options: { changed: { type: 'boolean', default: false }, since: { type: 'string' } },
    allowPositionals: true,
  })
  const { since = values.changed ? 'HEAD' : undefined } = values
  const changed = since === undefined ? undefined : changedSince(since)
  const unknown = names.filter((name) => !checks.some((check) => check.name === name))
  if (unknown.length > 0) throw new PrepareError(`There is no check ${unknown.join(', ')}.`)
  const isWanted = ({ name }) =>
    (names.length === 0 || names.includes(name)) &&
    (changed === undefined || concernedBy(name, changed).length > 0)
  const results = await runAll(checks.filter(isWanted), changed)
  print(results)
  process.exitCode = results.some(({ code }) => code !== 0) ? 1 : 0
} catch (error) {
  console.error(error instanceof PrepareError ? error.message : error)
  process.exitCode = 1
}

/** Runs as many in parallel as there are processors; results are in the order of the list. */
async function runAll(chosen, changed) {
  const results = []
  const waiting = [...chosen.entries()]
  const worker = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [index, check] = next
      const startedAt = Date.now()
      const { code, output } = await check.run(changed && concernedBy(check.name, changed))
      results[index] = { ...check, code, output: output.trim(), seconds: (Date.now() - startedAt) / 1000 }
    }
  }
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), 4) }, worker))
  return results
}

function print(results) {
  for (const { name, code, output } of results) if (code !== 0) console.log(`\n── ${name} ──\n${output}`)
  console.log('')
  for (const { name, purpose, code, seconds } of results) {
    const verdict = code === 0 ? 'ok    ' : 'FAILED'
    console.log(`${verdict}  ${name.padEnd(10)} ${purpose.padEnd(44)} ${seconds.toFixed(1).padStart(5)} s`)
  }
}

/**
 * A lint plugin that no longer matches reports nothing, which looks like success. So forgeries are planted
 * for it to find.
 */
async function seesForgeries() {
  const forgeries = [
    `export const grant = {} as Grant<'public'>`,
    `export const tx = new Tx<'worker'>(send, caller)`,
    `export const issued = Grant.issue('public', { requestId: '' })`,
    'export const text = 1 as unknown as string',
    'export const late = async () => { await database.write(g, act); return database.read(g, look) }',
    'expect(await rows.allInnerTexts()).toEqual([])',
    `expect(await row.getAttribute('title')).toBe('')`,
    'const seen = await rows.evaluateAll((all) => all.length)',
    'const key = crypto.randomUUID()',
  ]
  const dir = await mkdtemp(path.join(tmpdir(), 'mostrador-forgeries-'))
  try {
    // Some forgeries are none elsewhere.
    const file = path.join(dir, 'client/src/forgery.ts')
    await mkdir(path.dirname(file), { recursive: true })
    await writeFile(file, forgeries.join('\n'))
    const config = `--config-path=${path.join(root, 'biome.json')}`
    // Plugins always run. Rules that need types would read the whole clone first, and one that needs none is enough.
    const { output } = await runTool(root, biome, ['lint', '--only=style/noEnum', config, file])
    const seen = output.split('\n').filter((line) => /forgery\.ts:\d+:\d+ plugin /.test(line)).length
    return seen === forgeries.length ? { code: 0, output: '' } : { code: 1, output }
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}

/**
 * Compiles from scratch, unless only changes are checked: an incremental compiler overlooks what depends on a changed
 * `declare module`.
 */
async function compile(changed) {
  const projects = ['client', 'server', 'web', 'e2e', 'simulation']
    .map((name) => `${name}/tsconfig.json`)
    .filter((file) => existsSync(file))
  const runs = await Promise.all(
    projects.map((project) =>
      runTool(root, { package: 'typescript', program: 'tsc' }, [
        ...['--noEmit', '-p', project],
        ...(changed === undefined ? [] : incrementally(project)),
      ]),
    ),
  )
  return {
    code: Math.max(...runs.map(({ code }) => code)),
    output: runs.map(({ output }) => output).join(''),
  }
}

const incrementally = (project) => [
  '--incremental',
  '--tsBuildInfoFile',
  `.mostrador/types/${path.dirname(project)}.tsbuildinfo`,
]

async function lintSql(changed) {
  const files = changed ?? [...(await sqlFiles('db/migrations')), ...(await sqlFiles('server/src'))]
  return runTool(root, { package: 'squawk-cli', program: 'squawk' }, files)
}

async function sqlFiles(folder) {
  const names = await readdir(folder, { recursive: true })
  return names.filter((name) => name.endsWith('.sql')).map((name) => path.join(folder, name))
}
