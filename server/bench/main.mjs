import { mkdtemp, rm } from 'node:fs/promises'
import { cpus, loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import { root } from '../dist/database/sources.js'
import { preparedDatabase } from './build.mjs'
import { catalogBench } from './catalog-bench.mjs'
import { checkoutBench } from './checkout-bench.mjs'
import { clusterBench } from './cluster-bench.mjs'
import { compared } from './compare.mjs'
import { dayColumns, shopDays } from './days.mjs'
import { fill, settle } from './fill.mjs'
import { footprintBench } from './footprint-bench.mjs'
import { asSuperuser, createDatabase, openGround } from './ground.mjs'
import { listBench } from './list-bench.mjs'
import { overloadBench } from './overload-bench.mjs'
import { poolerBench } from './pooler-bench.mjs'
import { readBench } from './read-bench.mjs'
import { openReport } from './report.mjs'
import { attempted } from './rounds.mjs'
import { saleBench } from './sale-bench.mjs'
import { startBench } from './start-bench.mjs'
import { webBench } from './web-bench.mjs'

const onDatabases = {
  sale: saleBench,
  checkout: checkoutBench,
  list: listBench,
  read: readBench,
  catalog: catalogBench,
  overload: overloadBench,
  pooler: poolerBench,
  footprint: footprintBench,
}
const byThemselves = { start: startBench, web: webBench }

/**
 * Runs the requested benchmarks and prints ratios, not absolute speeds, because the machine may be shared.
 *
 * @param {ReturnType<import('./options.mjs').parseOptions>} options
 * @param {{ hash: string, benchDir: string } | undefined} other another build, with which this one is compared
 * @returns {Promise<boolean>} whether everything could be measured
 */
export async function bench(options, other) {
  if (options.days !== undefined) return benchDays(options)
  const startedMs = performance.now()
  const [loadBefore = 0] = loadavg()
  const report = openReport()
  for await (const row of rowsOf(options, other)) report.add(row)
  const seconds = Math.round((performance.now() - startedMs) / 1000)
  const file = path.join(root, 'test-output/bench.json')
  const facts = { size: options.size, seconds, loadBefore, ...(other && { against: other.hash }) }
  const isWhole = await report.write(file, facts)
  console.log(`\n  ${seconds} s in all; also in ${path.relative(process.cwd(), file)}`)
  // Our one process competes with sixteen of PostgreSQL, so on a busy machine its share is small.
  if (loadBefore > cpus().length / 2) {
    console.log(
      `  Others were using the machine (load ${loadBefore.toFixed(1)}): rates over HTTP look worse than they are.`,
    )
  }
  return isWhole
}

function rowsOf(options, other) {
  if (options.isCluster) return clusterBench(options)
  return other === undefined ? measured(options) : onGround(options, comparing(options, other))
}

/** @returns whether the database holds what was sold */
async function benchDays({ days, dir }) {
  const report = openReport(dayColumns)
  const run = (ground) => shopDays(ground, days, report.add)
  const found = []
  for await (const difference of days.at === undefined ? onGround({ dir }, run) : run()) {
    found.push(difference)
    console.log(`  ${difference}`)
  }
  console.log(`\n  ${found.length} differences between what was sold and what the database holds`)
  await report.write(path.join(root, 'test-output/bench-days.json'), {
    ...days,
    at: undefined,
    differences: found,
  })
  return found.length === 0
}

async function* measured(options) {
  const parts = (of) => Object.entries(of).filter(([name]) => options.only.includes(name))
  const chosen = parts(onDatabases)
  if (chosen.length > 0)
    yield* onGround(options, async function* (ground, more) {
      const databases = await prepareDatabases(ground, options)
      for (const [name, run] of chosen) yield* attempted(name, () => run(databases, { ...options, ...more }))
    })
  for (const [name, run] of parts(byThemselves)) yield* attempted(name, () => run(options))
}

const comparing = (options, other) =>
  async function* (ground, more) {
    yield* compared(ground, { ...options, ...more }, other)
  }

/** Runs `work` on a PostgreSQL of its own, which is removed afterwards, and after an interruption. */
async function* onGround(options, work) {
  const ground = await openGround(options.dir)
  const folder = await mkdtemp(path.join(tmpdir(), 'mostrador-bench-'))
  const cleanUp = async () => {
    await ground.close()
    await rm(folder, { recursive: true, force: true })
  }
  const onInterrupt = () => cleanUp().finally(() => process.exit(130))
  process.once('SIGINT', onInterrupt)
  try {
    const profileDir = options.isProfiled ? path.join(root, 'test-output') : undefined
    yield* work(ground, { folder, profileDir, databaseMs: ground.databaseMs })
  } finally {
    process.off('SIGINT', onInterrupt)
    await cleanUp()
  }
}

/** Two databases that differ only in their history: the large one has ten times as much. */
async function prepareDatabases({ url }, { wallets, rows }) {
  console.log(`Preparing ${wallets} merchants with ${rows} sales.`)
  const small = await preparedDatabase(url, 'small', { wallets, rows: rows / 10 })
  const large = await createDatabase(url, 'large', 'small')
  await asSuperuser(large.adminUrl, async (client) => {
    await fill(client, { from: rows / 10, to: rows })
    await settle(client)
  })
  return { small, large }
}
