import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { PrepareError, root } from '../prepare.mjs'
import { programOf } from '../tools.mjs'
import { areaOf } from './areas.mjs'
import { connectionsOf } from './connections.mjs'
import { wordsOf } from './words.mjs'

/**
 * The files that a new noun takes: those of its folder, and those that connect it, as they will be.
 *
 * @param {{ kind: string, area: string, noun: string }} wanted
 * @returns {Promise<{ files: Record<string, string>, test: string }>} texts by path from the root
 * @throws {PrepareError} when there is no such area, or the noun is none or is there already
 */
export async function planOf({ kind, area, noun }) {
  const names = { ...(await areaOf(kind, area)), ...wordsOf(noun), oldestServer: await oldestRelease() }
  await assertFree(names)
  const templates = await templatesOf(kind)
  const files = {}
  for (const [template, text] of templates) files[await placeOf(template, names)] = filled(text, names)
  Object.assign(files, await connectionsOf(kind, names))
  for (const file of Object.keys(files).filter((name) => name.endsWith('.ts')))
    files[file] = await formatted(file, files[file])
  return { files, test: `server/src/${area}/${names.kebabs}` }
}

async function templatesOf(kind) {
  const folder = path.join(import.meta.dirname, kind)
  const names = (await readdir(folder)).sort()
  return Promise.all(
    names.map(async (name) => [name.replace(/\.txt$/, ''), await readFile(path.join(folder, name), 'utf8')]),
  )
}

async function placeOf(template, { area, kebabs, snakes }) {
  if (template === 'migration.sql') return `db/migrations/${await nextNumber()}_${snakes}.sql`
  return `server/src/${area}/${kebabs}/${template === 'test.ts' ? `${kebabs}.test.ts` : template}`
}

async function nextNumber() {
  const numbers = (await readdir('db/migrations')).map((name) => Number.parseInt(name, 10))
  return String(Math.max(...numbers.filter(Number.isFinite)) + 1).padStart(4, '0')
}

/** A new table disturbs no server: those of every release can run beside it. */
async function oldestRelease() {
  const versions = (await readdir('db/releases')).map((name) => name.replace(/\.json\.gz$/, ''))
  return versions.sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))[0]
}

/** @throws {PrepareError} when something has one of the names already */
async function assertFree({ area, kebabs, snakes, Noun, Nouns }) {
  const { paths, components } = JSON.parse(await readFile('openapi.json', 'utf8'))
  const tables = await readFile('server/src/database/schema.generated.ts', 'utf8')
  const taken = [
    [existsSync(`server/src/${area}/${kebabs}`), `the folder server/src/${area}/${kebabs}`],
    [tables.includes(`'${area}.${snakes}'`), `the table ${area}.${snakes}`],
    [paths[`/pos/${snakes}`] !== undefined, `the route /pos/${snakes}`],
    ...[Noun, `New${Noun}`, `${Nouns}List`].map((name) => [name in components.schemas, `the shape ${name}`]),
  ].flatMap(([isThere, what]) => (isThere ? [what] : []))
  if (taken.length > 0) throw new PrepareError(`The name is taken by ${taken.join(' and ')}.`)
}

function filled(template, names) {
  return template.replace(/\{\{(\w+)\}\}/g, (_all, name) => {
    if (names[name] === undefined) throw new Error(`a template names {{${name}}}, which is not known`)
    return names[name]
  })
}

/** As the linter wants it, with imports in order. */
async function formatted(file, text) {
  const biome = await programOf(root, { package: '@biomejs/biome', program: 'biome' })
  const args = [biome, 'check', '--write', `--stdin-file-path=${file}`]
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { input: text, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${file} would not pass the linter:\n${stderr}`)
  return stdout
}
