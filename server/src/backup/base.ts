import type { Clock } from '../adapters/clock/clock.ts'
import { NotBackupable, startBaseBackup } from '../database/base-backup.ts'
import { packDataDirectory } from './data-directory.ts'
import type { FileShipping } from './files.ts'
import { type Manifest, writeManifest } from './manifest.ts'
import { dataObject, stampOf } from './names.ts'
import type { Shipping } from './shipping.ts'
import { BackupFault } from './store.ts'
import type { Vault } from './vault.ts'
import { segmentBefore } from './wal.ts'

interface BackupParts {
  readonly url: string
  readonly vault: Vault
  readonly shipping: Shipping
  readonly files: FileShipping
  readonly clock: Clock
  /** How long the WAL of the backup may take to the store. */
  readonly walPatienceMs?: number
}

const pauseMs = 200

/**
 * Copies the running cluster to the store, reads the copy back, and waits until the WAL that belongs to it is there
 * too. Only then does the backup exist. @throws BackupFault
 */
export async function takeBackup(parts: BackupParts): Promise<Manifest> {
  const { url, vault, shipping, files, clock, walPatienceMs = 600_000 } = parts
  // Before anything is written: the place may have the backups of somebody else.
  await shipping.pass()
  const startedAt = clock.now()
  const id = stampOf(startedAt)
  const backup = await startBaseBackup(url, `mostrador ${id}`).catch(asFault)
  try {
    const filesFrom = await files.all()
    let stopped: Awaited<ReturnType<typeof backup.stop>> | undefined
    const data = await vault.write(
      dataObject(id),
      packDataDirectory(backup.dataDir, async () => {
        stopped = await backup.stop()
        return { backup_label: stopped.label, tablespace_map: stopped.tablespaceMap }
      }),
    )
    if (stopped === undefined) throw new Error('a backup ends when its files are copied')
    const finishedAt = clock.now()
    const { systemIdentifier, timeline, segmentBytes, major } = backup.cluster
    await walArrived(shipping, segmentBefore(stopped.stopLsn, segmentBytes), walPatienceMs)
    const manifest: Manifest = {
      format: 1,
      id,
      startedAt: startedAt.toISOString(),
      finishedAt: finishedAt.toISOString(),
      systemIdentifier,
      timeline,
      startLsn: backup.startLsn,
      stopLsn: stopped.stopLsn,
      segmentBytes,
      postgresMajor: major,
      capacities: backup.capacities,
      data,
      filesFrom,
    }
    await writeManifest(vault, manifest)
    return manifest
  } finally {
    await backup.close()
  }
}

const asFault = (error: unknown): never => {
  throw error instanceof NotBackupable ? new BackupFault(error.message) : error
}

/** Ships until all WAL up to this segment is in the store. @throws BackupFault */
export async function walArrived(shipping: Shipping, last: bigint, patienceMs: number): Promise<void> {
  const deadline = Date.now() + patienceMs
  for (;;) {
    await shipping.pass()
    if (shipping.has(last)) return
    if (Date.now() > deadline)
      throw new BackupFault(
        'PostgreSQL does not archive its WAL: the disk of its folder may be full. See the end of its postgresql.log.',
      )
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}
