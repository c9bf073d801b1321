import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const root = path.resolve(import.meta.dirname, '../..')

/** The product as `npm pack` makes it, for a place where none of the sources can be reached. */
export interface Package {
  readonly tarball: string
  /** Paths of its files. */
  readonly files: readonly string[]
}

/** @param into the folder for the tarball */
export async function packProduct(into: string): Promise<Package> {
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', into], {
    cwd: root,
    maxBuffer: 16 * 1024 * 1024,
  })
  // What the build prints comes before it.
  const [packed] = JSON.parse(stdout.slice(stdout.indexOf('[\n'))) as {
    filename: string
    files: { path: string }[]
  }[]
  if (packed === undefined) throw new Error(`npm packed nothing: ${stdout}`)
  return { tarball: path.join(into, packed.filename), files: packed.files.map((file) => file.path) }
}
