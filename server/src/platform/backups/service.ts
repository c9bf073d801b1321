import type { Logger } from 'pino'
import type { Grant } from '../../authorization/grant.ts'
import type { Database } from '../../database/database.ts'
import type { Job } from '../../jobs/jobs.ts'
import { ageSeconds, lastBackupMeaning } from './marks.ts'
import type { BackupReport } from './schema.ts'

/** What the process that makes backups knows about them. */
export interface BackupStatus {
  /** Where they are. */
  readonly place: string
  /** The last one that was read back whole; null: there is none. */
  readonly lastBackupAt: Date | null
  readonly lastBackupBytes: number | null
  /** The database was restored after it, so it may not lead to what is sold now. */
  readonly wasRestoredSince: boolean
  /** Everything committed until then can be restored; null: not known yet. */
  readonly archivedUntil: Date | null
  /** WAL on this disk that the store has not taken. */
  readonly waitingBytes: number
  /** Why WAL does not reach the store; null: it does. */
  readonly failure: string | null
}

/** Port: makes the backups of the database that this process runs. */
export interface Backups {
  take(): Promise<{ readonly id: string; readonly data: { readonly bytes: number } }>
  status(): Promise<BackupStatus>
  /** When one is made, as cron. */
  readonly schedule: string
}

export type BackupsService = ReturnType<typeof backupsService>

/** How the backups of the whole platform are doing. */
export function backupsService({
  database,
  backups,
}: {
  readonly database: Database
  /** Absent: this process makes none. */
  readonly backups: Backups | undefined
}) {
  const report = async (grant: Grant<'platform:operator'>): Promise<BackupReport> => {
    // The caller is checked first; nothing about backups is in the database, which a restore would set back.
    await database.read(grant, async () => undefined)
    const status = await backups?.status()
    if (status === undefined) return { isConfigured: false, ...nothing }
    const { lastBackupAt, lastBackupBytes, archivedUntil, waitingBytes, failure } = status
    return {
      isConfigured: true,
      lastBackupAt,
      lastBackupBytes,
      archivedUntil,
      waitingBytes,
      isFailing: failure !== null,
    }
  }
  return { report }
}

const nothing = {
  lastBackupAt: null,
  lastBackupBytes: null,
  archivedUntil: null,
  waitingBytes: 0,
  isFailing: false,
} as const

/** Every night, and at a start when it is due; a failure of all attempts waits among the work for operators. */
export function backupJob(
  backups: Backups | undefined,
  logger: Logger,
): Job<{ id: string; bytes: number } | null> {
  return {
    name: backupWork,
    attempts: 4,
    firstPauseMs: 600_000,
    schedule: { cron: backups?.schedule ?? usualSchedule, timeZone: 'America/Mexico_City' },
    run: async () => {
      if (backups === undefined) return null
      try {
        const { id, data } = await backups.take()
        return { id, bytes: data.bytes }
      } catch (error) {
        logger.error({ err: error }, 'the backup failed')
        throw error
      }
    },
  }
}

export const backupWork = 'nightly.backup'

/** Less than a day: a shop that is closed at night does not open at the same minute each morning. */
const freshMs = 20 * 3_600_000

/** Whether a start makes one, if it does not make up for that of the night. */
export async function isBackupDue(backups: Backups | undefined, now: Date): Promise<boolean> {
  if (backups === undefined) return false
  const { lastBackupAt, wasRestoredSince } = await backups.status()
  if (lastBackupAt === null || wasRestoredSince) return true
  const ageMs = now.getTime() - lastBackupAt.getTime()
  // One of the future is of a clock that was ahead, or is behind now: nobody knows how old it is.
  return ageMs < 0 || ageMs > freshMs
}

/** Before the other work of the night. */
const usualSchedule = '30 2 * * *'

export const backupGaugeMeanings: Readonly<Record<string, string>> = {
  ...lastBackupMeaning,
  backup_last_bytes: 'Size of the last good backup, as it is stored',
  backup_archive_lag_seconds: 'Age of the last moment that can be restored; NaN: not known yet',
  backup_waiting_bytes: 'WAL that waits on this disk because the store has not taken it',
  backup_failing: 'Whether WAL does not reach the store: 1 or 0',
}

/** The same for the monitoring system; none where no backups are made. */
export async function backupGauges(backups: Backups | undefined): Promise<{ name: string; value: number }[]> {
  const status = await backups?.status()
  if (status === undefined) return []
  return [
    { name: 'backup_last_seconds', value: ageSeconds(status.lastBackupAt) },
    { name: 'backup_last_bytes', value: status.lastBackupBytes ?? 0 },
    { name: 'backup_archive_lag_seconds', value: ageSeconds(status.archivedUntil) },
    { name: 'backup_waiting_bytes', value: status.waitingBytes },
    { name: 'backup_failing', value: status.failure === null ? 0 : 1 },
  ]
}
