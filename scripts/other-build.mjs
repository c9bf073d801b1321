import { execFile, execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { outdatedBuilds, runBuild } from './builds.mjs'
import { installPackages } from './packages.mjs'
import { PrepareError, root } from './prepare.mjs'

const git = async (...args) => (await promisify(execFile)('git', args, { cwd: root })).stdout.trim()

/**
 * Builds the server of another commit in a temporary folder, with this checkout's benchmarks laid over it, so that both
 * are measured by the same code. Only the statements that fill its database stay its own: they follow its schema. The
 * folder is removed when the process ends.
 *
 * @param {string} commit as git understands it
 * @returns {Promise<{ hash: string, benchDir: string }>}
 * @throws {PrepareError}
 */
export async function buildOther(commit) {
  const hash = await git('rev-parse', '--verify', '--short', `${commit}^{commit}`).catch(() => {
    throw new PrepareError(`There is no commit ${commit}.`)
  })
  const dir = await mkdtemp(path.join(tmpdir(), 'mostrador-compare-'))
  process.once('exit', () => {
    rmSync(dir, { recursive: true, force: true })
    execFileSync('git', ['worktree', 'prune'], { cwd: root })
  })
  const tree = path.join(dir, 'build')
  await git('worktree', 'add', '--quiet', '--detach', tree, hash)
  await takePackages(tree)
  for (const build of await outdatedBuilds(tree)) if (build.name === 'server') await runBuild(tree, build)
  const benchDir = path.join(tree, 'server/bench')
  const ownFill = await readFile(path.join(benchDir, 'fill.mjs')).catch(() => undefined)
  await rm(benchDir, { recursive: true, force: true })
  await cp(path.join(root, 'server/bench'), benchDir, { recursive: true })
  if (ownFill !== undefined) await writeFile(path.join(benchDir, 'fill.mjs'), ownFill)
  return { hash, benchDir }
}

/** Ours, unless it is locked to others. */
async function takePackages(tree) {
  const [own, its] = await Promise.all(
    [root, tree].map((each) => readFile(path.join(each, 'package-lock.json'), 'utf8')),
  )
  if (own === its) await symlink(path.join(root, 'node_modules'), path.join(tree, 'node_modules'))
  else await installPackages(tree)
}
