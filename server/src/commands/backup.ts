import { type Manifest, readManifests } from '../backup/manifest.ts'
import { clusterDirOf } from '../backup/service.ts'
import { BackupFault } from '../backup/store.ts'
import { verifyBackups } from '../backup/verify.ts'
import { type Config, parseConfig } from '../config.ts'
import { startEmbeddedPostgres } from '../database/embedded/launch.ts'
import { hasCluster } from '../database/embedded/recovery.ts'
import { createLogger } from '../logger.ts'
import { readArguments } from './arguments.ts'
import { type BackupConfig, backupsOf, requiredBackup, vaultOf } from './backups.ts'

export const usage = `Usage: mostrador backup [list | verify [ID]]

  backup  makes one now
  list    shows those that are complete
  verify  reads all, or one, as a restore would; exits 1 when a restore would fail`

/**
 * `mostrador backup` makes one now; `list` shows those that are complete; `verify` reads them as a restore would, and
 * exits 1 when one would fail. See docs/backup.md.
 */
export async function run(environment: NodeJS.ProcessEnv, args: readonly string[]): Promise<void> {
  const { action, id } = readArguments(args, usage, { allowPositionals: true }, ({ positionals }) => {
    const [action, id, ...rest] = positionals
    const isKnown =
      [undefined, 'list', 'verify'].includes(action) && (id === undefined || action === 'verify')
    return isKnown && rest.length === 0 ? { action, id } : undefined
  })
  const config = parseConfig(environment)
  const settings = requiredBackup(config)
  if (action === 'list') return list(settings)
  if (action === 'verify') return verify(settings, id)
  return take(config, settings)
}

async function verify(settings: BackupConfig, id: string | undefined): Promise<void> {
  const { backups, leftBehind, segmentCount, faults } = await verifyBackups(vaultOf(settings), id)
  for (const { id, timeline } of leftBehind)
    console.log(
      `A restore has left the backup ${id} behind: only --timeline ${timeline} leads to what follows it.`,
    )
  for (const fault of faults) console.log(fault)
  console.log(
    `${backups.length} backups and ${segmentCount} segments of WAL were read: ${faults.length} faults`,
  )
  if (faults.length > 0) process.exitCode = 1
}

async function take(config: Config, settings: BackupConfig): Promise<void> {
  const dir = clusterDirOf(config)
  await refuseAbsent(dir, config)
  const postgres = await startEmbeddedPostgres({ dir, archive: { everySeconds: settings.walSeconds } })
  const backups = backupsOf(config, settings, postgres, createLogger(config.logLevel))
  try {
    console.log(lineOf(await backups.take()))
  } finally {
    await backups.close()
    await postgres.stop()
  }
}

async function refuseAbsent(dir: string, { databaseUrl, dataDir }: Config): Promise<void> {
  if (await hasCluster(dir)) return
  throw new BackupFault(
    databaseUrl === undefined
      ? `There is no database in ${dataDir}. Set MOSTRADOR_DATA_DIR to its folder.`
      : 'DATABASE_URL leads to a PostgreSQL of its own, which is backed up with pgBackRest: see docs/backup.md.',
  )
}

async function list(settings: BackupConfig): Promise<void> {
  const manifests = await readManifests(vaultOf(settings))
  if (manifests.length === 0) console.log(`There is no complete backup in ${settings.target}.`)
  for (const manifest of manifests) console.log(lineOf(manifest))
}

function lineOf({ id, finishedAt, data }: Manifest): string {
  const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(1)} MB`
  return `${id}  complete ${finishedAt}  ${megabytes(data.bytes)}, of ${megabytes(data.plainBytes)}`
}
