import { stat } from 'node:fs/promises'
import path from 'node:path'
import type { BackupMarks } from '../../platform/backups/marks.ts'

/**
 * Reads the files that the jobs of docs/backup.md touch in the data folder after each backup, and after each copy of the
 * files: their times are all that is known of a backup that is not ours.
 */
export async function readBackupMarks(dataDir: string): Promise<BackupMarks> {
  const [backupAt, copyAt] = await Promise.all([
    touchedAt(path.join(dataDir, 'last-backup')),
    readCopyMark(dataDir),
  ])
  return { backupAt, copyAt }
}

/** When this folder was last copied. */
export const readCopyMark = (folder: string): Promise<Date | null> =>
  touchedAt(path.join(folder, 'last-copy'))

/** Null: it is not there, or cannot be seen, and then nothing is known either. */
const touchedAt = (file: string): Promise<Date | null> =>
  stat(file).then(
    ({ mtime }) => mtime,
    () => null,
  )
