/** When jobs outside the product have last saved what it keeps; null: never, as far as is known. */
export interface BackupMarks {
  /** The database was backed up. */
  readonly backupAt: Date | null
  /** The authority journal and the audit log's seals were copied. */
  readonly copyAt: Date | null
}

/** Port: reads them. */
export type ReadBackupMarks = () => Promise<BackupMarks>

/** The age of a time, for a gauge; NaN: there is none. */
export const ageSeconds = (at: Date | null): number =>
  at === null ? Number.NaN : (Date.now() - at.getTime()) / 1000

export const lastBackupMeaning = { backup_last_seconds: 'Age of the last good backup; NaN: there is none' }

export const backupMarkMeanings: Readonly<Record<string, string>> = {
  ...lastBackupMeaning,
  backup_copy_seconds: 'Age of the last copy of the authority journal and of the seals; NaN: there is none',
}

/** For the monitoring system, of a PostgreSQL that is backed up by others; none where the process backs up its own. */
export async function backupMarkGauges(
  read: ReadBackupMarks | undefined,
): Promise<{ name: string; value: number }[]> {
  const marks = await read?.()
  if (marks === undefined) return []
  return [
    { name: 'backup_last_seconds', value: ageSeconds(marks.backupAt) },
    { name: 'backup_copy_seconds', value: ageSeconds(marks.copyAt) },
  ]
}
