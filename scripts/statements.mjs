// `npm run check -- statements`: compares every written statement with a migrated database. The types of its parameters
// and rows must be those declared in TypeScript. Prints a line for each mismatch, and exits 1 if there is any.
// `--project` and `--under` select other files, `--url` an existing database. `--list` prints the statements as JSON
// instead: `[{ name, texts }]`, a name being that of the file and of the function.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { built } from './generated.mjs'
import { prepare, root } from './prepare.mjs'
import { Comparison } from './statements/compare.mjs'
import { openDescriber } from './statements/describe.mjs'
import { readStatements } from './statements/read.mjs'

/**
 * With fewer statements than this the check fails: it would pass if it no longer found the product's statements. Raise
 * it as the product grows.
 */
const fewestStatements = 300

/**
 * The engine of collections generates its statements from declarations, as do functions that work with it.
 * `server/src/collections/statements.test.ts` has PostgreSQL prepare all of them. A transaction sends those of others.
 */
const engine = /^server\/src\/(collections\/(queries|list-query)|database\/tx)\.ts$/
const apart = new Set(['createStore', 'productsByCode', 'levelsOfGoods', 'ordersOfTicket'])

const { values } = parseArgs({
  options: {
    project: { type: 'string', default: 'server/tsconfig.build.json' },
    under: { type: 'string', default: 'server/src/' },
    url: { type: 'string' },
    list: { type: 'boolean', default: false },
  },
})
const isProduct = values.under === 'server/src/'

process.chdir(root)
if (values.list) {
  const { statements, close } = read()
  const texts = (variants) => [...new Set(variants.map(({ text }) => text))]
  console.log(JSON.stringify(statements.map(({ name, variants }) => ({ name, texts: texts(variants) }))))
  close()
} else await report()

async function report() {
  await prepare({ build: ['server'] })
  const { findings, statements, counts } = await (values.url === undefined
    ? withDatabase(check)
    : check(values.url))
  for (const finding of findings) console.log(finding)
  console.log(
    `${statements} statements. Columns: ${counts.proven} proven; not verified: that our functions return no null in ` +
      `${counts.assumed} of them, ${counts.narrowed} unions declared by hand, the contents of ${counts.json} of jsonb.`,
  )
  if (isProduct && statements < fewestStatements)
    console.log(`Fewer than ${fewestStatements} statements: the check did not find all of the product.`)
  process.exitCode = findings.length > 0 || (isProduct && statements < fewestStatements) ? 1 : 0
}

/** The written statements, and what cannot be read of them. */
function read() {
  const isChecked = (file) => file.startsWith(values.under) && !engine.test(file)
  return readStatements(root, values.project, { isChecked, apart })
}

async function check(url) {
  const [{ typescriptOf }, { schemas }] = await Promise.all([
    built('database/column-types.js'),
    built('areas.js'),
  ])
  const { statements, findings, types, close } = read()
  const { describe, close: disconnect } = await openDescriber(url, schemas)
  try {
    const comparison = new Comparison(types, typescriptOf)
    const found = new Set(findings)
    for (const statement of statements)
      for (const variant of statement.variants)
        for (const mismatch of await mismatchesOf(statement, variant, { comparison, describe }))
          found.add(mismatch)
    return { findings: [...found].sort(), statements: statements.length, counts: comparison.counts }
  } finally {
    close()
    await disconnect()
  }
}

async function mismatchesOf({ place, row }, { text, parameters }, { comparison, describe }) {
  try {
    const described = await describe(text)
    const given = parameters.map(({ type }) => type)
    return [
      ...comparison.parameters(parameters, described.parameters),
      ...comparison.row(row, described.columns, given).map((mismatch) => `${place}: ${mismatch}`),
    ]
  } catch (error) {
    if (error.severity === undefined) throw error
    return [`${place}: PostgreSQL says: ${error.message}`]
  }
}

async function withDatabase(work) {
  const [{ startEmbeddedPostgres }, { migrate }, { loginsOf }] = await Promise.all([
    built('database/embedded/launch.js'),
    built('database/migrate.js'),
    built('database/login.js'),
  ])
  const dir = await mkdtemp(path.join(tmpdir(), 'mostrador-statements-'))
  const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }
  const server = await startEmbeddedPostgres({ dir, settings })
  try {
    await migrate(server.url, loginsOf(server.url).passwords)
    return await work(server.url)
  } finally {
    await server.stop()
    await rm(dir, { recursive: true, force: true })
  }
}
