import type { BackupReport } from '@mostrador/client'

/** One a night: a second missed one is a fault. */
const oldAfterMs = 26 * 3_600_000
/** Twice what may be lost. */
const behindAfterMs = 120_000

/** What somebody who looks after the platform has to know first. */
export function backupState(
  report: BackupReport,
  nowMs: number,
): 'off' | 'missing' | 'old' | 'behind' | 'good' {
  const { isConfigured, isFailing, lastBackupAt, archivedUntil } = report
  if (!isConfigured) return 'off'
  if (lastBackupAt === null) return 'missing'
  if (isFailing || archivedUntil === null || nowMs - Date.parse(archivedUntil) > behindAfterMs)
    return 'behind'
  return nowMs - Date.parse(lastBackupAt) > oldAfterMs ? 'old' : 'good'
}

export function megabytes(bytes: number): string {
  return `${(bytes / 1024 / 1024).toLocaleString('es-MX', { maximumFractionDigits: 1 })} MB`
}
