import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'

/**
 * @typedef {object} Build
 * @property {string} name the workspace
 * @property {string[]} sources files and folders that its result depends on, from the root
 * @property {string} result the file that must exist afterwards, from the root
 * @property {(root: string) => Promise<void>} run
 */

/** @type {Build[]} */
const builds = [
  {
    name: 'server',
    sources: ['server/src', 'server/tsconfig.build.json', 'server/package.json', 'tsconfig.base.json'],
    result: 'server/dist/main.js',
    run: buildServer,
  },
  {
    name: 'client',
    sources: ['client/src', 'client/tsconfig.json', 'client/tsconfig.build.json', 'tsconfig.base.json'],
    result: 'client/dist/index.js',
    run: buildClient,
  },
  {
    name: 'web',
    // The web client is built on the packaged client, as other users have it.
    sources: ['web', 'client/src', 'tsconfig.base.json'],
    result: 'web/dist/index.html',
    run: (root) => runTool(root, 'web', 'vite', ['build', '--logLevel', 'warn']),
  },
]

/**
 * The builds whose sources changed since their last success, by content: times are useless, because a
 * checkout makes every file look new.
 *
 * @param {string} root
 * @returns {Promise<Build[]>}
 */
export async function outdatedBuilds(root) {
  const isOutdated = await Promise.all(
    builds.map(async (build) => {
      if (!existsSync(path.join(root, build.result))) return true
      const stamp = await readFile(stampOf(root, build), 'utf8').catch(() => '')
      return stamp !== (await hashOfSources(root, build))
    }),
  )
  return builds.filter((_, index) => isOutdated[index])
}

/**
 * @param {string} root
 * @param {Build} build
 * @throws {Error} when its tool fails, after printing the tool's output
 */
export async function runBuild(root, build) {
  console.log(`Building ${build.name}.`)
  // Hashed before the build, so that a file changed during the build counts as changed.
  const hash = await hashOfSources(root, build)
  await rm(stampOf(root, build), { force: true })
  await build.run(root)
  await writeFile(stampOf(root, build), hash)
}

function stampOf(root, build) {
  return path.join(root, build.name, 'dist', '.sources-hash')
}

async function hashOfSources(root, build) {
  const lists = await Promise.all(build.sources.map((source) => filesIn(path.join(root, source))))
  const files = [path.join(root, 'package-lock.json'), ...lists.flat().sort()]
  const contents = await Promise.all(files.map((file) => readFile(file)))
  const hash = createHash('sha256')
  files.forEach((file, index) => {
    const content = contents[index]
    hash.update(`${path.relative(root, file)}\0${content.length}\0`).update(content)
  })
  return hash.digest('hex')
}

async function filesIn(place) {
  const entries = await readdir(place, { withFileTypes: true }).catch((error) => {
    if (error.code === 'ENOTDIR') return undefined
    if (error.code === 'ENOENT') return []
    throw error
  })
  if (entries === undefined) return [place]
  const lists = await Promise.all(
    entries
      .filter(({ name }) => name !== 'node_modules' && name !== 'dist' && !/\.(test\.tsx?|sql)$/.test(name))
      .map((entry) => {
        const file = path.join(place, entry.name)
        return entry.isDirectory() ? filesIn(file) : [file]
      }),
  )
  return lists.flat()
}

/**
 * Types are not checked: `npm run check -- types` does that, and a server whose types are behind its tables has to be built
 * to generate them anew.
 */
async function buildServer(root) {
  // Without its build info the compiler writes every file, including one that somebody deleted.
  await rm(path.join(root, 'server/dist/.tsbuildinfo'), { force: true })
  await runTool(root, 'server', 'typescript', ['-p', 'tsconfig.build.json', '--noCheck'])
  await removeOrphans(path.join(root, 'server/dist'), path.join(root, 'server/src'))
}

/** The package contains everything in dist, so outputs of deleted sources must go. */
async function buildClient(root) {
  await rm(path.join(root, 'client/dist'), { recursive: true, force: true })
  await runTool(root, 'client', 'typescript', ['-p', 'tsconfig.build.json'])
}

/** The compiler leaves outputs of deleted sources, which checks of the built files would find. */
async function removeOrphans(dist, src) {
  const results = (await filesIn(dist)).filter((file) => /\.js(\.map)?$/.test(file))
  const orphans = results.filter((file) => {
    const source = path.relative(dist, file).replace(/\.js(\.map)?$/, '.ts')
    return !existsSync(path.join(src, source))
  })
  await Promise.all(orphans.map((file) => rm(file)))
}

/** Runs the only or first program of a package, resolved from the workspace. */
async function runTool(root, workspace, packageName, args) {
  const from = createRequire(path.join(root, workspace, 'package.json'))
  const manifest = from.resolve(`${packageName}/package.json`)
  const { bin } = JSON.parse(await readFile(manifest, 'utf8'))
  const program = typeof bin === 'string' ? bin : (bin[packageName] ?? Object.values(bin)[0])
  const child = spawn(process.execPath, [path.join(path.dirname(manifest), program), ...args], {
    cwd: path.join(root, workspace),
    stdio: 'inherit',
  })
  const code = await new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', resolve)
  })
  if (code !== 0) throw new Error(`Building ${workspace} failed; the message is above.`)
}
