import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Clock } from '../adapters/clock/clock.ts'
import type { Config } from '../config.ts'
import { type ArchiverWatch, archiverWatch } from '../database/base-backup.ts'
import type { BackupStatus } from '../platform/backups/service.ts'
import { takeBackup, walArrived } from './base.ts'
import { fileShipping, type KeptFile, type KeptText } from './files.ts'
import { type Manifest, newestBackupId, readManifest } from './manifest.ts'
import { passwordName, settingsText } from './names.ts'
import { forgetOld } from './retention.ts'
import { type Shipping, walShipping } from './shipping.ts'
import { BackupFault } from './store.ts'
import type { Vault } from './vault.ts'
import { segmentBefore } from './wal.ts'

/** A running embedded PostgreSQL that archives its WAL. */
export interface BackedUpCluster {
  /** A superuser's. */
  readonly url: string
  readonly dir: string
  readonly dataDir: string
  readonly archiveDir: string
}

/** The folder of the embedded PostgreSQL in the data folder. */
export const clusterDirOf = ({ dataDir }: Pick<Config, 'dataDir'>): string => path.join(dataDir, 'postgres')

/** The key of the embedded PostgreSQL's secrets: there is no setting for it. */
export const keyFileOf = ({ dataDir }: Pick<Config, 'dataDir'>): string => path.join(dataDir, 'key')

/** Where encrypted WAL waits for the store. */
export const spoolDirOf = ({ dataDir }: Pick<Config, 'dataDir'>): string => path.join(dataDir, 'backup-spool')

/** What belongs to a backup beside the cluster. */
export function keptFiles(config: Config): KeptFile[] {
  return [
    { name: 'key', place: keyFileOf(config) },
    { name: 'audit-seals.jsonl', place: config.auditSeals },
    { name: 'authority', place: config.authorityJournal, extension: '.jsonl' },
    { name: 'simulator', place: path.join(config.dataDir, 'simulator'), extension: '.jsonl' },
  ]
}

/** The keys that open the database's secrets; never the one of the backup. */
function keptTexts({ keyEncryptionKey, oldKeys }: Config): KeptText {
  if (keyEncryptionKey === undefined) return {}
  const lines = [
    `MOSTRADOR_KEY=${keyEncryptionKey}`,
    ...(oldKeys.length > 0 ? [`MOSTRADOR_OLD_KEYS=${oldKeys.join(',')}`] : []),
  ]
  return { [settingsText]: `${lines.join('\n')}\n` }
}

interface BackupOptions {
  readonly config: Config
  readonly vault: Vault
  readonly keepDays: number
  /** How old a change may get before it is archived. */
  readonly everyMs: number
  readonly cluster: BackedUpCluster
  readonly clock: Clock
  readonly logger: Logger
}

export type BackupService = ReturnType<typeof backupService>

/** How long an answer about the store may be used again. */
const freshMs = 30_000
/** How long a stop waits for its last changes: less than the command, which has to stop PostgreSQL too. */
const lastPatienceMs = 10_000

/** Backups of one cluster, by the process that runs beside it. */
export function backupService({ config, vault, keepDays, everyMs, cluster, clock, logger }: BackupOptions) {
  const watch = archiverWatch(cluster.url)
  const shipping = walShipping({
    vault,
    watch,
    walDir: path.join(cluster.dataDir, 'pg_wal'),
    archiveDir: cluster.archiveDir,
    spoolDir: spoolDirOf(config),
    clock,
    everyMs,
  })
  const password = { name: passwordName, place: path.join(cluster.dir, 'password') }
  const files = fileShipping({
    vault,
    files: [password, ...keptFiles(config)],
    texts: keptTexts(config),
    clock,
  })
  const last = lastBackup(vault, clock)
  let failure: string | undefined

  /** Makes a backup, and deletes what is older than it has to be kept. @throws BackupFault */
  const take = async (): Promise<Manifest> => {
    const manifest = await takeBackup({ url: cluster.url, vault, shipping, files, clock })
    last.note(manifest)
    const forgotten = await forgetOld(vault, keepDays, clock.now())
    if (forgotten.backups.length > 0) logger.info(forgotten, 'backup: old ones were deleted')
    return manifest
  }

  const ship = async (): Promise<void> => {
    await shipping.pass()
    await files.added()
  }

  const status = async (): Promise<BackupStatus> => {
    const [latest, { archivedUntil, waitingBytes, isArchiverFailing }, running] = await Promise.all([
      last.read().catch(() => undefined),
      shipping.state(),
      watch.cluster().catch(() => undefined),
    ])
    return {
      place: vault.store.place,
      lastBackupAt: latest === undefined ? null : new Date(latest.finishedAt),
      lastBackupBytes: latest?.data.bytes ?? null,
      wasRestoredSince: latest !== undefined && running !== undefined && latest.timeline !== running.timeline,
      archivedUntil: archivedUntil ?? null,
      waitingBytes,
      failure: failure ?? (isArchiverFailing ? 'PostgreSQL cannot copy its WAL: see postgresql.log' : null),
    }
  }

  return {
    take,
    status,
    /** Ships what PostgreSQL and the journals have written, until it is stopped; then the rest. */
    start: (intervalMs: number) => {
      const loop = repeated(intervalMs, async () => {
        try {
          await ship()
          if (failure !== undefined) logger.info('backup: WAL reaches the store again')
          failure = undefined
          return true
        } catch (error) {
          failure = (error as Error).message
          const { waitingBytes } = await shipping.state()
          logger.error({ err: error, waitingBytes }, 'backup: WAL does not reach the store')
          return false
        }
      })
      // The journals first: they are small, and do not wait for PostgreSQL.
      const shipLast = () => files.added().then(() => endArrived(watch, shipping))
      return { stop: () => inTime(loop.stop().then(shipLast), logger) }
    },
    close: async (): Promise<void> => {
      await watch.close()
      vault.store.close()
    },
  }
}

/** The last segment is switched only after a while, and after a stop nothing ships it before the next start. */
async function endArrived(watch: ArchiverWatch, shipping: Shipping): Promise<void> {
  const { lsn, cluster } = await watch.state()
  const last = segmentBefore(lsn, cluster.segmentBytes)
  if (!shipping.has(last)) await watch.switchWal()
  await walArrived(shipping, last, lastPatienceMs)
}

/** Ends with the work, or without it: a store that is away must not keep PostgreSQL from being stopped. */
async function inTime(work: Promise<unknown>, logger: Logger): Promise<void> {
  const late = async () => {
    await pause(lastPatienceMs, undefined, { ref: false })
    throw new BackupFault('The store takes too long.')
  }
  await Promise.race([work, late()]).catch((error: unknown) => {
    logger.error({ err: error }, 'backup: the last changes go out after the next start')
  })
}

/** The newest good backup, also of another process; asked for at most every half a minute. */
function lastBackup(vault: Vault, clock: Clock) {
  let known: Manifest | undefined
  let askedAt = 0
  return {
    note(manifest: Manifest): void {
      known = manifest
    },
    async read(): Promise<Manifest | undefined> {
      const now = clock.now()
      // A clock that was set back must not keep an answer for as long as it was ahead.
      if (Math.abs(now.getTime() - askedAt) < freshMs) return known
      const id = await newestBackupId(vault, now)
      if (id !== known?.id) known = id === undefined ? undefined : await readManifest(vault, id)
      askedAt = now.getTime()
      return known
    },
  }
}

/** Runs `work` again and again, with longer pauses after failures (false). */
function repeated(intervalMs: number, work: () => Promise<boolean>): { stop(): Promise<void> } {
  let isStopping = false
  let wake = () => {}
  const loop = async (): Promise<void> => {
    while (!isStopping) {
      const pauseMs = (await work()) ? intervalMs : intervalMs * 5
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, isStopping ? 0 : pauseMs)
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
  }
  const running = loop()
  return {
    async stop() {
      isStopping = true
      wake()
      await running
    },
  }
}
