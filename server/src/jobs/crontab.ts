import { validateCrontab } from '@dbos-inc/dbos-sdk/internal/scheduler/crontab'

/** Whether a text is a schedule that the engine takes: five fields of cron that name times that exist. */
export function isCrontab(text: string): boolean {
  try {
    validateCrontab(text)
    return true
  } catch {
    return false
  }
}
