import type { DBOSClient } from '@dbos-inc/dbos-sdk'
import { TimeMatcher } from '@dbos-inc/dbos-sdk/internal/scheduler/crontab'
import type { EnginePool } from '../database/pool.ts'
import { applicationName } from './engine.ts'
import type { Job } from './job.ts'

/** What the engine queues at the times of a job, under this name. */
export interface Schedule {
  /** The job's name. */
  readonly job: string
  readonly scheduleName: string
  /** Cron in `cronTimezone`. */
  readonly schedule: string
  readonly cronTimezone: string
}

/** The engine queues work up to ten seconds after its time, so that processes do not do so at once. */
const engineTakesMs = 15_000
/** How far back a due time is looked for: what was due once a year is the most. */
const longestMs = 367 * 86_400_000

/** The last time that was due until now; undefined: there was none within a year. */
export function latestDue(
  { cron, timeZone }: NonNullable<Job<unknown>['schedule']>,
  now: Date,
): Date | undefined {
  const times = new TimeMatcher(cron, timeZone)
  for (let backMs = 600_000; backMs < 2 * longestMs; backMs *= 2) {
    // A time that is due exactly now is found, and one that is due exactly at the beginning is not.
    let due = times.nextWakeupTime(now.getTime() - Math.min(backMs, longestMs))
    let last: Date | undefined
    while (due.getTime() <= now.getTime()) {
      last = due
      due = times.nextWakeupTime(due)
    }
    if (last !== undefined) return last
  }
  return undefined
}

/** Notes for new schedules that nothing was due before: called after they were applied. */
export async function noteNewSchedules(pool: EnginePool): Promise<void> {
  await pool.query(
    'update dbos.workflow_schedules set last_fired_at = $1 where last_fired_at is null and application_name = $2',
    [new Date().toISOString(), applicationName],
  )
}

/**
 * Queues scheduled work that was due and that nobody has queued: no process ran, or the clock of a process was set back, and the
 * engine waits until it shows its former time again. Of each schedule it queues only the latest run, under the id that the engine
 * gives it, so that several processes queue it once.
 *
 * @returns the names of their jobs
 */
export async function queueMissed(client: DBOSClient, schedules: readonly Schedule[]): Promise<string[]> {
  const nowMs = Date.now()
  const known = await client.listSchedules()
  const missed = new Map<string, Schedule & { readonly due: Date }>()
  for (const each of schedules) {
    const { scheduleName, schedule, cronTimezone } = each
    const due = latestDue({ cron: schedule, timeZone: cronTimezone }, new Date(nowMs - engineTakesMs))
    const firedAt = known.find((one) => one.scheduleName === scheduleName)?.lastFiredAt
    if (due === undefined || !firedAt) continue
    const firedMs = Date.parse(firedAt)
    // A time that has not come yet was set by a clock that was ahead, and says nothing.
    if (due.getTime() > firedMs || firedMs > nowMs)
      missed.set(`sched-${scheduleName}-${due.toISOString()}`, { ...each, due })
  }
  // For an empty list of ids the engine sends an invalid statement.
  if (missed.size === 0) return []
  const found = await client.listWorkflows({
    workflowIDs: [...missed.keys()],
    loadInput: false,
    loadOutput: false,
  })
  for (const { workflowID } of found) missed.delete(workflowID)
  for (const { scheduleName, due } of missed.values()) {
    const [fromMs, toMs] = [due.getTime() - 1, due.getTime() + 1]
    await client.backfillSchedule(scheduleName, new Date(fromMs), new Date(toMs))
  }
  return [...missed.values()].map(({ job }) => job)
}
