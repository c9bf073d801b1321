import type { DBOSClient } from '@dbos-inc/dbos-sdk'
import { TimeMatcher } from '@dbos-inc/dbos-sdk/internal/scheduler/crontab'
import type { EnginePool } from '../database/pool.ts'
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
    `update dbos.workflow_schedules set last_fired_at = $1 where last_fired_at is null and application_name = 'mostrador'`,
    [new Date().toISOString()],
  )
}

/**
 * Queues scheduled work that was due and that nobody has queued: while no process ran, or after the clock of a process was set
 * back, where the engine waits for the time that the clock has shown. Of each schedule only the latest occasion, under the id that
 * the engine gives it: what several processes queue is one run.
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
    const firedMs = firedAt === null || firedAt === undefined ? Number.NaN : Date.parse(firedAt)
    // A later one is of a clock that was ahead, and says nothing about today.
    const isSince = firedMs > nowMs || (due?.getTime() ?? 0) > firedMs
    if (due !== undefined && isSince)
      missed.set(`sched-${scheduleName}-${due.toISOString()}`, { ...each, due })
  }
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
