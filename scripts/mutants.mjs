// `npm run mutants`: edits the code wrongly, one edit at a time, and runs the tests that should notice. It exits 1 when
// an edit was not noticed. See docs/mutants.md.
import { mkdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { changedSince } from './changed.mjs'
import { optionsOf, randomSeed, whole } from './options.mjs'
import { PrepareError, prepare, root } from './prepare.mjs'
import { pureMutants } from './pure-mutants.mjs'
import { showTool } from './tools.mjs'

const usage = `npm run mutants -- [--all | --pure | --since <commit>] [--about <text>] [--shard N/N]
                      [--sample N] [--seed N]

  --pure    every expression of the rules that only compute, changed by Stryker; with --since, of those that changed
  --since   only what the changes since this commit touch, uncommitted ones included; HEAD without --about
  --all     everything: hours
  --about   only sabotages whose promise, file or sentence contains this text
  --shard   one of so many equal shares of them, as 2/7
  --sample  that many of them, drawn by the seed`
const options = {
  all: { type: 'boolean', default: false },
  pure: { type: 'boolean', default: false },
  since: { type: 'string' },
  about: { type: 'string' },
  shard: { type: 'string' },
  sample: { type: 'string' },
  seed: { type: 'string', default: randomSeed() },
}

process.chdir(root)
const results = path.join(root, 'test-output/mutants.jsonl')
const wanted = { ...optionsOf(options, usage, choiceOf), results }
try {
  await prepare({ build: !wanted.isPure || ['client'] })
  const rows = wanted.isPure ? await pureMutants(isWantedRule) : await sabotages()
  if (!print(rows)) process.exitCode = 1
} catch (error) {
  console.error(error instanceof PrepareError ? error.message : error)
  process.exitCode = 1
}

/** Sets the exit code when a test of the sabotages failed for its own reasons. */
async function sabotages() {
  await mkdir(path.dirname(results), { recursive: true })
  await rm(results, { force: true })
  const config = path.join(root, 'server/test/mutants/vitest.config.ts')
  const args = ['run', `--config=${config}`, '--reporter=dot', '--passWithNoTests']
  process.exitCode = await showTool(root, { package: 'vitest' }, args, { MUTANTS: JSON.stringify(wanted) })
  return readFile(results, 'utf8').then(
    (text) =>
      text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    () => [],
  )
}

function isWantedRule(file, tests) {
  const { changed, about } = wanted
  const isChanged = changed === undefined || [file, ...tests].some((each) => changed.includes(each))
  return isChanged && (about === undefined || file.includes(about))
}

function choiceOf({ all, pure, about, shard, sample, seed, since }) {
  if (pure && (all || (shard ?? sample) !== undefined))
    throw new Error('--pure takes neither --all nor --shard nor --sample.')
  const from = since ?? (pure || about !== undefined ? undefined : 'HEAD')
  return {
    isPure: pure,
    ...(!all && from !== undefined && { changed: changedSince(from) }),
    ...(about !== undefined && { about }),
    ...(shard !== undefined && { shard: shardOf(shard) }),
    ...(sample !== undefined && { sample: whole('sample', sample) }),
    seed: whole('seed', seed),
  }
}

/** @throws Error when the text does not name a shard */
function shardOf(text) {
  const [, at, of] = /^(\d+)\/(\d+)$/.exec(text) ?? []
  if (of === undefined) throw new Error('--shard is written as 2/7.')
  const count = whole('shard', of, 1)
  return { at: whole('shard', at, 1, count), of: count }
}

/** @returns whether every sabotage was noticed, or says why not */
function print(rows) {
  const promises = [...new Set(rows.map(({ promise }) => promise))].sort()
  console.log('\n  promise     tried  killed  excused  survived  broken  minutes')
  for (const promise of promises) {
    const of = rows.filter((row) => row.promise === promise)
    const count = (is) => String(of.filter(is).length)
    const cells = [
      [count(() => true), 5],
      [count(({ fate }) => fate === 'killed'), 6],
      [count(isExcused), 7],
      [count(isSurvivor), 8],
      [count(({ fate }) => fate === 'broken'), 6],
      [(of.reduce((sum, { seconds }) => sum + seconds, 0) / 60).toFixed(1), 7],
    ]
    console.log(`  ${promise.padEnd(10)}  ${cells.map(([text, width]) => text.padStart(width)).join('  ')}`)
  }
  for (const row of rows.filter((each) => isSurvivor(each) || each.fate === 'broken'))
    console.log(
      `\n  ${row.fate}: ${row.promise}: ${row.breaks}\n    ${row.file}: ${row.before.split('\n')[0]}`,
    )
  const tried = rows.filter(({ fate }) => fate !== 'broken').length
  const killed = rows.filter(({ fate }) => fate === 'killed').length
  const share = tried === 0 ? '' : `, ${((100 * killed) / tried).toFixed(1)} % killed`
  console.log(`\n${rows.length} sabotages (seed ${wanted.seed})${share}`)
  return !rows.some((row) => isSurvivor(row) || row.fate === 'broken')
}

function isExcused({ fate, survives }) {
  return fate === 'survived' && survives !== undefined
}

function isSurvivor(row) {
  return row.fate === 'survived' && !isExcused(row)
}
