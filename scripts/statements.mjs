// `npm run check -- statements`: holds every written statement against the database as the migrations make it. What it
// takes and what it answers has to be what TypeScript says of it. Prints a line for each lie, and exits 1 when there
// is any. With `--project` and `--under` it looks at other files, with `--url` at a database that is there already.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { buildServer, built } from './generated.mjs'
import { root } from './prepare.mjs'
import { Comparison } from './statements/compare.mjs'
import { openDescriber } from './statements/describe.mjs'
import { readStatements } from './statements/read.mjs'

/**
 * Below this the check has not read the product, whatever it reports: one that finds no statements finds no lies
 * either. Raise it as the product grows.
 */
const fewestStatements = 300

/**
 * The engine of collections makes its statements from declarations, and so do these two functions, which it uses or which
 * use it. `server/src/collections/statements.test.ts` has PostgreSQL prepare all of them.
 */
const engine = /^server\/src\/(collections|database)\//
const apart = new Set(['createStore', 'productsByCode'])

const { values } = parseArgs({
  options: {
    project: { type: 'string', default: 'server/tsconfig.build.json' },
    under: { type: 'string', default: 'server/src/' },
    url: { type: 'string' },
  },
})
const isProduct = values.under === 'server/src/'

process.chdir(root)
await buildServer()
const { findings, statements, counts } = await (values.url === undefined
  ? withDatabase(check)
  : check(values.url))
for (const finding of findings) console.log(finding)
console.log(
  `${statements} statements. Columns: ${counts.proven} proven, of these ${counts.told} not null on the word of a function ` +
    `of ours and ${counts.narrowed} narrowed to words by hand; what is in ${counts.json} of jsonb is not known.`,
)
if (isProduct && statements < fewestStatements)
  console.log(`These are fewer than ${fewestStatements}: the check has not read the product.`)
process.exitCode = findings.length > 0 || (isProduct && statements < fewestStatements) ? 1 : 0

async function check(url) {
  const [{ typescriptOf }, { schemas }] = await Promise.all([
    built('database/column-types.js'),
    built('areas.js'),
  ])
  const { statements, findings, types, close } = readStatements(root, values.project, {
    isChecked,
    apart,
  })
  const { describe, close: disconnect } = await openDescriber(url, schemas)
  try {
    const comparison = new Comparison(types, typescriptOf)
    const found = new Set(findings)
    for (const statement of statements)
      for (const variant of statement.variants)
        for (const lie of await liesOf(statement, variant, { comparison, describe })) found.add(lie)
    return { findings: [...found].sort(), statements: statements.length, counts: comparison.counts }
  } finally {
    close()
    await disconnect()
  }
}

function isChecked(file) {
  return file.startsWith(values.under) && !engine.test(file)
}

async function liesOf({ place, row }, { text, parameters }, { comparison, describe }) {
  try {
    const described = await describe(text)
    const given = parameters.map(({ type }) => type)
    return [
      ...comparison.parameters(parameters, described.parameters),
      ...comparison.row(row, described.columns, given).map((lie) => `${place}: ${lie}`),
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
