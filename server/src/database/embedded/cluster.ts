import { randomBytes } from 'node:crypto'
import { access, chown, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { type Account, CannotRun, run } from './account.ts'
import type { Binaries } from './binaries.ts'

/** The files of one cluster, in one folder that belongs to the account PostgreSQL runs as. */
export interface Cluster {
  readonly dir: string
  readonly account: Account
  readonly binaries: Binaries
}

const logLimitBytes = 16 * 1024 * 1024

// Modest on purpose: the machine also runs the API, a browser and other programs.
const defaults: Readonly<Record<string, string>> = {
  max_connections: '100',
  shared_buffers: '128MB',
  max_wal_size: '512MB',
  min_wal_size: '80MB',
  max_worker_processes: '4',
  max_parallel_workers: '2',
  autovacuum_max_workers: '2',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_line_prefix: '%m [%p] ',
}

export function dataDirOf(cluster: Pick<Cluster, 'dir'>): string {
  return path.join(cluster.dir, 'data')
}

export function logOf(cluster: Cluster): string {
  return path.join(cluster.dir, 'postgresql.log')
}

export function configOf(cluster: Cluster): string {
  return path.join(cluster.dir, 'postgresql.conf')
}

export function archiveDirOf(cluster: Pick<Cluster, 'dir'>): string {
  return path.join(cluster.dir, 'wal-archive')
}

/**
 * Settings with which PostgreSQL copies finished WAL to a folder, by its own module `basic_archive`: no shell and no
 * other program, so it works wherever PostgreSQL does. A failed copy is tried again, and the segment stays until then.
 */
export async function archivingOf(cluster: Cluster, everySeconds: number): Promise<Record<string, string>> {
  const dir = archiveDirOf(cluster)
  await mkdir(dir, { recursive: true, mode: 0o700 })
  if (cluster.account !== undefined) await chown(dir, cluster.account.uid, cluster.account.gid)
  return {
    archive_mode: 'on',
    archive_library: 'basic_archive',
    'basic_archive.archive_directory': dir.replaceAll('\\', '/'),
    archive_timeout: String(everySeconds),
  }
}

/**
 * Creates the cluster on the first start. `initdb` works in a temporary folder that is renamed at the end, so
 * a killed start leaves no incomplete cluster. Call it under the launch lock.
 *
 * @throws CannotRun when initdb fails, or when the cluster belongs to another major version
 */
export async function ensureCluster(cluster: Cluster): Promise<void> {
  const dataDir = dataDirOf(cluster)
  if (!(await exists(dataDir))) await createCluster(cluster)
  const made = (await readFile(path.join(dataDir, 'PG_VERSION'), 'utf8')).trim()
  if (made === cluster.binaries.major) return
  throw new CannotRun(
    `${dataDir} was made by PostgreSQL ${made}, and this is PostgreSQL ${cluster.binaries.major}. Carry its ` +
      `data over with pg_dump of version ${made}, or move the folder away to start with an empty one.`,
  )
}

async function createCluster(cluster: Cluster): Promise<void> {
  const leftovers = (await readdir(cluster.dir)).filter((name) => /^(init|password)-/.test(name))
  for (const name of leftovers) await rm(path.join(cluster.dir, name), { recursive: true, force: true })
  const mark = randomBytes(4).toString('hex')
  const fresh = path.join(cluster.dir, `init-${mark}`)
  const passwordCopy = path.join(cluster.dir, `password-${mark}`)
  await writePassword(passwordCopy, await ensurePassword(cluster))
  if (cluster.account !== undefined) await chown(passwordCopy, cluster.account.uid, cluster.account.gid)
  // The built-in provider sorts and folds case the same on every system, regardless of the installed locales.
  const { code, output } = await run(cluster.account, cluster.binaries.initdb, [
    `--pgdata=${fresh}`,
    '--username=postgres',
    `--pwfile=${passwordCopy}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
  ])
  await rm(passwordCopy, { force: true })
  if (code === 0) return rename(fresh, dataDirOf(cluster))
  await rm(fresh, { recursive: true, force: true })
  throw new CannotRun(`PostgreSQL could not make its cluster in ${cluster.dir}:\n${output.trim()}`)
}

/** The superuser's password, written before the cluster so that no cluster exists without one. */
async function ensurePassword(cluster: Cluster): Promise<string> {
  const known = await readPassword(cluster)
  if (known !== undefined) return known
  const password = randomBytes(24).toString('hex')
  await writePassword(passwordFileOf(cluster), password)
  return password
}

export async function readPassword(cluster: Pick<Cluster, 'dir'>): Promise<string | undefined> {
  const text = await readFile(passwordFileOf(cluster), 'utf8').catch(() => '')
  return text.trim() || undefined
}

export function passwordFileOf(cluster: Pick<Cluster, 'dir'>): string {
  return path.join(cluster.dir, 'password')
}

async function writePassword(file: string, password: string): Promise<void> {
  await writeNew(file, `${password}\n`, 0o600)
}

/** Writes the settings of the next start; `settings` override ours, except for the listen address. */
export async function writeConfig(
  cluster: Cluster,
  port: number,
  settings: Readonly<Record<string, string>>,
): Promise<void> {
  const lines = Object.entries({
    ...defaults,
    ...settings,
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
  }).map(([name, value]) => `${name} = ${quoted(value)}`)
  const base = quoted(path.join(dataDirOf(cluster), 'postgresql.conf').replaceAll('\\', '/'))
  const text = ['# Rewritten at every start.', `include ${base}`, ...lines, ''].join('\n')
  await writeNew(configOf(cluster), text, 0o644)
}

function quoted(value: string): string {
  if (/[\r\n]/.test(value)) throw new Error('A setting of PostgreSQL has no line breaks')
  return `'${value.replaceAll("'", "''")}'`
}

/** The port of the last start, reused if it is free, so that clients can reconnect. */
export async function lastPort(cluster: Cluster): Promise<number | undefined> {
  const text = await readFile(configOf(cluster), 'utf8').catch(() => '')
  const port = Number(/^port = '(\d+)'$/m.exec(text)?.[1])
  return port > 0 ? port : undefined
}

/** Keeps the log of the last starts only, since nothing else trims it. */
export async function trimLog(cluster: Cluster): Promise<void> {
  const { size } = await stat(logOf(cluster)).catch(() => ({ size: 0 }))
  if (size > logLimitBytes) await rename(logOf(cluster), `${logOf(cluster)}.1`)
}

/** The last lines of PostgreSQL's log, which show why it did not start. */
export async function logTail(cluster: Cluster): Promise<string> {
  const text = await readFile(logOf(cluster), 'utf8').catch(() => '')
  return text.trimEnd().split('\n').slice(-12).join('\n')
}

/** Never writes through a link that the account may have created, and never leaves a partial file. */
async function writeNew(file: string, text: string, mode: number): Promise<void> {
  const draft = `${file}.${randomBytes(4).toString('hex')}`
  const handle = await open(draft, 'wx', mode)
  try {
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(draft, file)
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  )
}
