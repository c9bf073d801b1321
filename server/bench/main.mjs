import { mkdtemp, rm } from 'node:fs/promises'
import { cpus, loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import { sandboxAggregator } from '../dist/adapters/aggregator/sandbox.js'
import { createDatabase } from '../dist/database/database.js'
import { root } from '../dist/database/sources.js'
import { syncCatalog } from '../dist/vas/sales/catalog-sync.js'
import { catalogBench } from './catalog-bench.mjs'
import { checkoutBench } from './checkout-bench.mjs'
import { fill, settle } from './fill.mjs'
import { asSuperuser, openGround } from './ground.mjs'
import { listBench } from './list-bench.mjs'
import { parseOptions } from './options.mjs'
import { overloadBench } from './overload-bench.mjs'
import { poolerBench } from './pooler-bench.mjs'
import { readBench } from './read-bench.mjs'
import { report } from './report.mjs'
import { saleBench } from './sale-bench.mjs'
import { startBench } from './start-bench.mjs'
import { webBench } from './web-bench.mjs'
import { buildWorld } from './world.mjs'

const onDatabases = [
  ['sale', saleBench],
  ['checkout', checkoutBench],
  ['list', listBench],
  ['read', readBench],
  ['catalog', catalogBench],
  ['overload', overloadBench],
  ['pooler', poolerBench],
]

/** Runs the requested benchmarks and prints ratios, not absolute speeds, because the machine may be shared. */
export async function bench(args) {
  const options = parseOptions(args)
  const startedMs = performance.now()
  const [loadBefore = 0] = loadavg()
  const chosen = onDatabases.filter(([name]) => options.only.includes(name))
  const rows = chosen.length === 0 ? [] : await benchDatabases(chosen, options)
  if (options.only.includes('start')) rows.push(...(await startBench(options)))
  if (options.only.includes('web')) rows.push(...(await webBench(options)))
  const seconds = Math.round((performance.now() - startedMs) / 1000)
  const file = path.join(root, 'test-output/bench.json')
  await report(rows, { file, facts: { size: options.size, seconds, loadBefore } })
  console.log(`\n  ${seconds} s in all; also in ${path.relative(process.cwd(), file)}`)
  // Our one process competes with sixteen of PostgreSQL, so on a busy machine its share is small.
  if (loadBefore > cpus().length / 2) {
    console.log(
      `  Others were using the machine (load ${loadBefore.toFixed(1)}): rates over HTTP look worse than they are.`,
    )
  }
}

async function benchDatabases(chosen, options) {
  const ground = await openGround(options.dir)
  const folder = await mkdtemp(path.join(tmpdir(), 'mostrador-bench-'))
  const cleanUp = async () => {
    await ground.close()
    await rm(folder, { recursive: true, force: true })
  }
  const onInterrupt = () => cleanUp().finally(() => process.exit(130))
  process.once('SIGINT', onInterrupt)
  try {
    const databases = await prepareDatabases(ground, options)
    const profileDir = options.isProfiled ? path.join(root, 'test-output') : undefined
    const rows = []
    for (const [name, run] of chosen) {
      console.log(`Measuring: ${name}.`)
      rows.push(...(await run(databases, { ...options, folder, profileDir })))
    }
    return rows
  } finally {
    process.off('SIGINT', onInterrupt)
    await cleanUp()
  }
}

/** Two databases that differ only in their history: the large one has ten times as much. */
async function prepareDatabases(ground, { wallets, rows }) {
  console.log(`Preparing ${wallets} merchants with ${rows} sales.`)
  const small = await ground.createDatabase('small')
  await fillCatalog(small)
  await asSuperuser(small.adminUrl, async (client) => {
    await letLogIn(client, small.straightUrl)
    await buildWorld(client, wallets)
    await fill(client, { from: 0, to: rows / 10 })
    await settle(client)
  })
  const large = await ground.createDatabase('large', 'small')
  await asSuperuser(large.adminUrl, async (client) => {
    await fill(client, { from: rows / 10, to: rows })
    await settle(client)
  })
  return { small, large }
}

async function fillCatalog({ apiUrl, workerUrl }) {
  const onError = (error) => console.error(error.message)
  const database = createDatabase({ url: apiUrl, workerUrl, poolSize: 2, onError })
  const sandbox = sandboxAggregator({})
  await syncCatalog(database, sandbox)
  await Promise.all([sandbox.close(), database.close()])
}

/** The login of the direct sale: it has both of the product's roles, under their policies. */
async function letLogIn(client, url) {
  const { username, password } = new URL(url)
  await client.query(
    `create role ${username} login password '${password}' in role mostrador_api, mostrador_worker`,
  )
}
