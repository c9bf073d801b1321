// `npm run new`: writes the folder of a new noun, with a test, connects it to the product, and generates. It writes
// everything or nothing. See docs/add-an-endpoint.md.
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { planOf } from './new/plan.mjs'
import { kinds } from './new/words.mjs'
import { optionsOf } from './options.mjs'
import { PrepareError, prepare, root } from './prepare.mjs'
import { runNode } from './tools.mjs'

const usage = `npm run new -- <${kinds.join(' | ')}> <area> <noun>

  read         a route that reads
  command      a table, a function that writes it, and a route
  collection   a table of plain records, with routes to list, read, create, update and delete them
  <area>       a folder of server/src/, such as catalog
  <noun>       in the singular, its words joined by hyphens, such as price-tag
  --files-only do not run npm run generate afterwards`

process.chdir(root)
const { isFilesOnly, ...wanted } = optionsOf(
  { 'files-only': { type: 'boolean', default: false } },
  usage,
  wantedOf,
  { takesWords: true },
)
try {
  await prepare({ build: false })
  const { files, test } = await planOf(wanted)
  await writeAll(files)
  console.log(`Written:\n  ${Object.keys(files).join('\n  ')}`)
  if (!isFilesOnly) await generate()
  console.log(`\nRun its test with: npm test -- ${test}`)
} catch (error) {
  console.error(error instanceof PrepareError ? error.message : error)
  process.exitCode = 1
}

function wantedOf({ 'files-only': isFilesOnly }, words) {
  const [kind, area, noun, ...more] = words
  if (noun === undefined || more.length > 0) throw new Error('Name a kind, an area and a noun.')
  if (!kinds.includes(kind)) throw new Error(`There is no kind ${kind}; the kinds are ${kinds.join(', ')}.`)
  return { kind, area, noun, isFilesOnly }
}

/** Writes all files. When one cannot be written, puts back what was there. */
async function writeAll(files) {
  const before = new Map()
  try {
    for (const [file, text] of Object.entries(files)) {
      before.set(file, await readFile(file, 'utf8').catch(() => undefined))
      await mkdir(path.dirname(file), { recursive: true })
      await writeFile(file, text)
    }
  } catch (error) {
    for (const [file, text] of before)
      await (text === undefined ? rm(file, { force: true }) : writeFile(file, text))
    throw error
  }
}

async function generate() {
  const { code, output } = await runNode(root, ['scripts/generate.mjs'])
  console.log(output.trim())
  if (code !== 0) throw new PrepareError('npm run generate failed; the files above are written.')
}
