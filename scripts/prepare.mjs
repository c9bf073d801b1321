import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { outdatedBuilds, runBuild } from './builds.mjs'
import { withLock } from './lock.mjs'
import { arePackagesCurrent, installPackages } from './packages.mjs'

/** The root of the clone. */
export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')

const oldestNode = [20, 19]

/** The message says what went wrong; a stack trace would only hide it. */
export class PrepareError extends Error {}

/**
 * Brings a clone into the state that a command needs: packages as locked and, with `build`, all workspaces
 * built, or those that it names. Does nothing when everything is current; of several processes at once, one
 * works.
 *
 * @param {{ build: boolean | readonly string[] }} options
 * @throws {PrepareError}
 */
export async function prepare({ build }) {
  checkNode()
  const wanted = async () => {
    if (build === false) return []
    return (await outdatedBuilds(root)).filter(({ name }) => build === true || build.includes(name))
  }
  const isReady = async () => (await arePackagesCurrent(root)) && (await wanted()).length === 0
  if (await isReady()) return
  try {
    await withLock(
      path.join(root, '.mostrador/prepare.lock'),
      async () => {
        if (!(await arePackagesCurrent(root))) await installPackages(root)
        for (const outdated of await wanted()) await runBuild(root, outdated)
      },
      () => console.log('Another start is installing or building; waiting for it.'),
    )
  } catch (error) {
    throw new PrepareError(error.message, { cause: error })
  }
}

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1])) return
  throw new PrepareError(
    `Mostrador needs Node.js ${oldestNode.join('.')} or newer, and this is ${process.versions.node}. ` +
      'Install a current one from https://nodejs.org and try again.',
  )
}
