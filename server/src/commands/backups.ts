import type { Logger } from 'pino'
import { folderStore } from '../adapters/backups/folder.ts'
import { s3Store } from '../adapters/backups/s3.ts'
import { systemClock } from '../adapters/clock/clock.ts'
import { type BackedUpCluster, type BackupService, backupService } from '../backup/service.ts'
import { createVault, type Vault } from '../backup/vault.ts'
import { type Config, ConfigError } from '../config.ts'
import type { Backups } from '../platform/backups/service.ts'

export type BackupConfig = NonNullable<Config['backup']>

/** With WAL at least every 30 s, nothing that is older than 60 s is only here. */
export const shipEveryMs = 2_000

export function backupsOf(
  config: Config,
  settings: BackupConfig,
  cluster: BackedUpCluster,
  logger: Logger,
): BackupService & Backups {
  const { keepDays, schedule, walSeconds } = settings
  const everyMs = walSeconds * 1_000
  const vault = vaultOf(settings)
  return {
    ...backupService({ config, vault, keepDays, everyMs, cluster, clock: systemClock, logger }),
    schedule,
  }
}

export function vaultOf({ target, s3, key }: BackupConfig): Vault {
  return createVault(s3 === undefined ? folderStore(target) : s3Store({ place: target, ...s3 }), key)
}

/** @throws ConfigError */
export function requiredBackup({ backup }: Config): BackupConfig {
  if (backup !== undefined) return backup
  throw new ConfigError(
    'Set BACKUP_TARGET to where backups are, such as /mnt/backup/mostrador, and BACKUP_KEY to the key that encrypts them. ' +
      'Make one with: mostrador keys new. Keep a copy of it elsewhere: without it no backup can be read.',
  )
}
