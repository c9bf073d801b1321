// `npm run release`: writes db/releases/<version>.json.gz, a database of this checkout with the demo's rows.
// The tests of every later version upgrade it. See docs/releasing.md.
import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { PrepareError, prepare, root } from './prepare.mjs'

/** Days of the demo's history: enough for rows in most tables. */
const historyDays = 2

/** A module of the built server. */
const built = (file) => import(pathToFileURL(path.join(root, 'server/dist', file)).href)

process.chdir(root)
try {
  const { version } = JSON.parse(await readFile('package.json', 'utf8'))
  await refuseWhatIsWrong(version)
  await prepare({ build: ['server'] })
  await refuseLaterServers(version)
  const file = `db/releases/${version}.json.gz`
  if (await hasThisSql(file)) console.log(`${file} has this SQL already. To pack it anew, remove it first.`)
  else {
    await mkdir('db/releases', { recursive: true })
    await writeFile(file, await packedDatabase(version))
    console.log(`Written: ${file}`)
  }
} catch (error) {
  console.error(error instanceof PrepareError ? error.message : error)
  process.exitCode = 1
}

/** Refuses to overwrite a released version, and a version without a changelog entry. */
async function refuseWhatIsWrong(version) {
  const tags = execFileSync('git', ['tag', '--list', `v${version}`], { encoding: 'utf8' })
  if (tags.trim() !== '')
    throw new PrepareError(`${version} is released: its tag v${version} is there. Raise the version first.`)
  if (!(await readFile('CHANGELOG.md', 'utf8')).includes(`\n## ${version}\n`))
    throw new PrepareError(`CHANGELOG.md has no heading "## ${version}".`)
  for (const workspace of JSON.parse(await readFile('package.json', 'utf8')).workspaces) {
    const own = JSON.parse(await readFile(path.join(workspace, 'package.json'), 'utf8')).version
    if (own !== version)
      throw new PrepareError(`${workspace}/package.json says ${own}, the root says ${version}.`)
  }
}

/** A migration that needs a version which does not exist would lock out the version that it comes with. */
async function refuseLaterServers(version) {
  const [{ oldestServerOf, sqlSources }, { compareVersions }] = await Promise.all([
    built('database/sources.js'),
    built('database/versions.js'),
  ])
  const oldest = oldestServerOf((await sqlSources()).migrations)
  if (compareVersions(oldest, version) > 0)
    throw new PrepareError(
      `A migration needs servers from ${oldest} on, and this is ${version}. Raise the version first.`,
    )
}

/** The rows differ each time, so a file that has the SQL of this checkout is left alone. */
async function hasThisSql(file) {
  const packed = await readFile(file).catch(() => undefined)
  if (packed === undefined) return false
  const [{ unpackRelease }, { sqlSources }] = await Promise.all([
    built('database/release.js'),
    built('database/sources.js'),
  ])
  return isDeepStrictEqual((await unpackRelease(packed)).sources, await sqlSources())
}

async function packedDatabase(version) {
  const [{ startEmbeddedPostgres }, { ensureDatabase }, { migrate }, { loginsOf }, release, demo] =
    await Promise.all([
      built('database/embedded/launch.js'),
      built('database/create.js'),
      built('database/migrate.js'),
      built('database/login.js'),
      built('database/release.js'),
      built('demo/seed.js'),
    ])
  const dir = await mkdtemp(path.join(tmpdir(), 'mostrador-release-'))
  const server = await startEmbeddedPostgres({ dir: path.join(dir, 'postgres') })
  try {
    const adminUrl = await ensureDatabase(server.url, 'released')
    await migrate(adminUrl, loginsOf(adminUrl).passwords)
    const product = await composeOn(loginsOf(adminUrl), dir)
    try {
      await demo.seedDemo(adminUrl, product, historyDays)
    } finally {
      await product.stop()
    }
    return await release.packRelease(await release.takeRelease(adminUrl, version))
  } finally {
    await server.stop()
    await rm(dir, { recursive: true, force: true })
  }
}

/** Composes the product without starting it, to fill the services catalog and to seal secrets. */
async function composeOn({ apiUrl, workerUrl }, dir) {
  const [{ compose }, { parseConfig }, { createLogger }] = await Promise.all([
    built('compose.js'),
    built('config.js'),
    built('logger.js'),
  ])
  return compose({
    config: parseConfig({ VAS_AGGREGATOR_MODE: 'sandbox', MOSTRADOR_DATA_DIR: dir }),
    apiUrl,
    workerUrl,
    keyEncryptionKey: Buffer.alloc(32, 1),
    logger: createLogger('silent'),
    isStrict: true,
  })
}
