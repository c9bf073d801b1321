import { createHash } from 'node:crypto'
import { access, chown, constants, mkdir, realpath } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Account, CannotRun, canEnter, run, unprivilegedAccount } from './account.ts'
import { findBinaries } from './binaries.ts'
import * as clusters from './cluster.ts'
import { withLock } from './lock.ts'
import { choosePort } from './port.ts'
import { findPostmaster, forgetPostmaster, serves } from './postmaster.ts'
import { forgetOthers, hasOtherUsers, hireWatchdog, leaversGone, type Watchdog } from './watchdog.ts'

export interface EmbeddedPostgres {
  /** Superuser's address of the database `postgres`. */
  readonly url: string
  /** On 127.0.0.1; the same as last time if that is still free. */
  readonly port: number
  /** `started` by us; `adopted`, because it ran without an owner; `shared` with another live process. */
  readonly how: 'started' | 'adopted' | 'shared'
  readonly dataDir: string
  /** The cluster's folder: `options.dir`, or where root has put it for its helper account. */
  readonly dir: string
  /** Where finished WAL is put, with `archive`. */
  readonly archiveDir: string
  /** Ends our use of it. When the last user leaves, even by kill -9, the server stops. */
  stop(): Promise<void>
}

export interface EmbeddedPostgresOptions {
  /** A dedicated folder: it is handed to the account that PostgreSQL runs as. */
  readonly dir: string
  /** Settings as in postgresql.conf; no effect on a server that is running already. */
  readonly settings?: Readonly<Record<string, string>>
  /**
   * Copies each segment of WAL, whole and synced, to `archiveDir` when it is full or this old, and keeps it until
   * that worked. Somebody has to take the copies away.
   */
  readonly archive?: { readonly everySeconds: number } | undefined
  readonly log?: (message: string) => void
  /** Where root stores what its helper account could not reach elsewhere; /var/lib/mostrador by default. */
  readonly systemDir?: string
}

const patienceMs = 120_000
const launches = 5
const defaultSystemDir = '/var/lib/mostrador'

/**
 * Starts the PostgreSQL that npm installed, or joins the one that already serves this folder. For
 * development, tests and a single shop: it listens on 127.0.0.1 only, without TLS.
 *
 * @throws Error when it cannot run here, when the folder belongs to another account or major version, or when
 * it does not start (with the end of its log)
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const log = options.log ?? (() => {})
  const systemDir = options.systemDir ?? defaultSystemDir
  const { dir, account } = await settle(path.resolve(options.dir), systemDir)
  const copiesDir = account === undefined ? dir : systemDir
  const cluster = { dir, account, binaries: await findBinaries(account, copiesDir) }
  return withLock(path.join(dir, 'launch.lock'), patienceMs, async () => {
    await clusters.ensureCluster(cluster)
    const archiving = options.archive && (await clusters.archivingOf(cluster, options.archive.everySeconds))
    const watchdog = await hireWatchdog(cluster)
    try {
      const { how, port } = await joinOrLaunch(cluster, watchdog, { ...archiving, ...options.settings })
      log(`PostgreSQL ${cluster.binaries.version} ${how} on 127.0.0.1:${port}, data in ${dir}`)
      log('This PostgreSQL has no TLS and gets security fixes late: for development and a single shop only')
      const url = await urlOf(cluster, port)
      const [dataDir, archiveDir] = [clusters.dataDirOf(cluster), clusters.archiveDirOf(cluster)]
      return { url, port, how, dir, dataDir, archiveDir, stop: () => watchdog.dismiss() }
    } catch (error) {
      await watchdog.dismiss()
      throw error
    }
  })
}

/** Chooses the account and a folder that it can reach, and hands the folder to it. */
export async function settle(
  wanted: string,
  systemDir = defaultSystemDir,
): Promise<{ dir: string; account: Account }> {
  await makeFolder(wanted)
  let dir = await realpath(wanted)
  let account = await unprivilegedAccount(path.join(dir, 'data'))
  if (!(await canEnter(account, path.dirname(dir)))) {
    dir = reachablePlace(dir, systemDir)
    await makeFolder(dir)
    account = await unprivilegedAccount(path.join(dir, 'data'))
  }
  if (account !== undefined) await chown(dir, account.uid, account.gid)
  await access(dir, constants.R_OK | constants.W_OK | constants.X_OK).catch((cause: unknown) => {
    throw new CannotRun(`${dir} belongs to another account: run as that account, or choose another folder`, {
      cause,
    })
  })
  return { dir, account }
}

/** Where root stores a cluster whose own folder its helper account cannot reach. */
const reachablePlace = (dir: string, systemDir: string): string =>
  path.join(systemDir, createHash('sha256').update(dir).digest('hex').slice(0, 12))

/**
 * A superuser's address of the server that runs on this folder, or in the place that root has given it; undefined: none
 * does. Starts and changes nothing.
 */
export async function startedServer(dir: string, systemDir = defaultSystemDir): Promise<string | undefined> {
  const wanted = await realpath(path.resolve(dir)).catch(() => undefined)
  if (wanted === undefined) return undefined
  for (const place of [wanted, reachablePlace(wanted, systemDir)]) {
    const found = await findPostmaster(clusters.dataDirOf({ dir: place }))
    const password = await clusters.readPassword({ dir: place })
    if (found?.state === 'ready' && password !== undefined) return addressOf(password, found.port)
  }
  return undefined
}

const addressOf = (password: string, port: number): string =>
  `postgres://postgres:${password}@127.0.0.1:${port}/postgres`

async function makeFolder(dir: string): Promise<void> {
  // The parent folders stay open for others: only the folder itself is closed.
  await mkdir(path.dirname(dir), { recursive: true, mode: 0o755 })
  await mkdir(dir, { recursive: true, mode: 0o700 })
}

async function urlOf(cluster: clusters.Cluster, port: number): Promise<string> {
  const password = await clusters.readPassword(cluster)
  if (password === undefined) throw new CannotRun(`${cluster.dir} has lost its file 'password'`)
  return addressOf(password, port)
}

async function joinOrLaunch(
  cluster: clusters.Cluster,
  watchdog: Watchdog,
  settings: Readonly<Record<string, string>>,
): Promise<Pick<EmbeddedPostgres, 'how' | 'port'>> {
  const deadline = Date.now() + patienceMs
  const dataDir = clusters.dataDirOf(cluster)
  await leaversGone(cluster, deadline)
  for (;;) {
    const found = await findPostmaster(dataDir)
    if (found === undefined || found.state === 'gone') break
    if (found.state === 'stranger') {
      await forgetPostmaster(dataDir)
      break
    }
    if (found.state === 'ready' && (await serves(await urlOf(cluster, found.port), dataDir))) {
      const isShared = await hasOtherUsers(cluster, watchdog)
      return { how: isShared ? 'shared' : 'adopted', port: found.port }
    }
    if (Date.now() > deadline) {
      throw new CannotRun(`PostgreSQL (process ${found.pid}) runs on ${dataDir} and does not answer`)
    }
    await sleep(50)
  }
  await forgetOthers(cluster, watchdog)
  return { how: 'started', port: await launch(cluster, settings, deadline) }
}

/** Tries again on another port, and while processes of a killed server are still exiting. */
async function launch(
  cluster: clusters.Cluster,
  settings: Readonly<Record<string, string>>,
  deadline: number,
): Promise<number> {
  await clusters.trimLog(cluster)
  for (let attempt = 1; ; attempt++) {
    const port = await choosePort(attempt === 1 ? await clusters.lastPort(cluster) : undefined)
    await clusters.writeConfig(cluster, port, settings)
    const arguments_ = ['start', '--wait', `--timeout=${patienceMs / 1_000}`, '--silent']
    const where = ['--pgdata', clusters.dataDirOf(cluster), '--log', clusters.logOf(cluster)]
    const config = ['--options', `-c config_file=${shellQuoted(clusters.configOf(cluster))}`]
    const pgCtl = [...arguments_, ...where, ...config]
    const { code } = await run(cluster.account, cluster.binaries.pgCtl, pgCtl, false)
    if (code === 0) return port
    if (attempt === launches || Date.now() > deadline) {
      throw new Error(
        `PostgreSQL did not start in ${cluster.dir}. Its log ends:\n${await clusters.logTail(cluster)}`,
      )
    }
    await sleep(200 * attempt)
  }
}

/** pg_ctl passes its options to a shell: /bin/sh, and cmd on Windows. */
function shellQuoted(text: string): string {
  return process.platform === 'win32' ? `"${text}"` : `'${text.replaceAll("'", `'\\''`)}'`
}
