// `npm run drill`: kills a shop and restores it to many random moments. It checks after each that no sale is lost or
// repeated and that no right is back that was taken away, and exits 1 when a promise was broken.
import { mkdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { optionsOf, randomSeed, whole } from './options.mjs'
import { PrepareError, prepare, root } from './prepare.mjs'
import { showTool } from './tools.mjs'

const usage = `npm run drill -- [--moments 20] [--seed N] [--seconds 90] [--store folder|s3]

  --moments  how many random moments the shop is restored to
  --seed     repeats the choices of an earlier drill, which printed it
  --seconds  how long the shop sells before it is killed
  --store    where it is backed up: a folder, or a bucket of an S3 server of the tests`
const options = {
  moments: { type: 'string', default: '20' },
  seed: { type: 'string', default: randomSeed() },
  seconds: { type: 'string', default: '90' },
  store: { type: 'string', default: 'folder' },
}

process.chdir(root)
const results = path.join(root, 'test-output/drill.json')
const wanted = { ...optionsOf(options, usage, choicesOf), results }
try {
  await prepare({ build: true })
  await mkdir(path.dirname(results), { recursive: true })
  await rm(results, { force: true })
  const config = path.join(root, 'server/test/drill/vitest.config.ts')
  const code = await showTool(root, { package: 'vitest' }, ['run', `--config=${config}`, '--reporter=dot'], {
    RESTORE_DRILL: JSON.stringify(wanted),
  })
  const rows = await readFile(results, 'utf8').then(
    (text) => JSON.parse(text).rows,
    () => [],
  )
  process.exitCode = print(rows) && code === 0 ? 0 : 1
} catch (error) {
  console.error(error instanceof PrepareError ? error.message : error)
  process.exitCode = 1
}

function choicesOf(values) {
  if (!['folder', 's3'].includes(values.store)) throw new Error('--store is folder or s3.')
  return {
    moments: whole('moments', values.moments, 1),
    seed: whole('seed', values.seed),
    seconds: whole('seconds', values.seconds, 20),
    store: values.store,
  }
}

/** @returns whether every promise was kept at every moment */
function print(rows) {
  const head = ['moment', 'restored in', 'goods', 'top-ups', 'entered', 'rights', 'broken']
  const lines = rows.map((row) => [
    row.moment,
    `${row.restoreSeconds.toFixed(1)} s`,
    ...[row.goods, row.topUps, row.entered, row.rights, row.broken.length].map(String),
  ])
  const widths = head.map((_, column) => Math.max(...[head, ...lines].map((line) => line[column].length)))
  console.log('')
  for (const line of [head, widths.map((width) => '─'.repeat(width)), ...lines])
    console.log(`  ${line.map((cell, column) => cell.padStart(widths[column])).join('  ')}`)
  console.log('')
  const broken = rows.flatMap((row) => row.broken.map((each) => `  ${row.moment}: ${each}`))
  for (const each of broken) console.log(each)
  const about = (start) => rows.flatMap((row) => row.broken).filter((each) => each.startsWith(start)).length
  console.log(
    `${rows.length} of ${wanted.moments} moments (seed ${wanted.seed}, ${wanted.store}): ${about('lost')} sales lost, ` +
      `${about('sold more than once')} sold more than once, ${about('alive again')} rights back that were taken away, ` +
      `${broken.length} promises broken in all`,
  )
  return rows.length === wanted.moments && broken.length === 0
}
