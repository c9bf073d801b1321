import { DBOS } from '@dbos-inc/dbos-sdk'
import type { Logger } from 'pino'
import { enginePool } from '../database/database.ts'

/** Work that must reach its end whatever crashes: each attempt is recorded, and resumed by the next process. */
export interface Job<R> {
  /** Kept in the database: renaming one orphans what is under way. */
  readonly name: string
  /** Times that the work is tried before it gives up. */
  readonly attempts: number
  /** Pause after the first failure; it doubles with each. */
  readonly firstPauseMs: number
  /** May run more than once; its result is kept and shown to operators, so it holds no secret. */
  run(): Promise<R>
  /** Once a day, by the clock of `timeZone`: `0 3 * * *`. */
  readonly schedule?: { readonly cron: string; readonly timeZone: string }
}

interface JobsOptions {
  /** Login of the worker's role; the engine keeps its tables in schema `dbos`. */
  readonly url: string
  /** Names this process; the same after a restart, so that it resumes what it left. */
  readonly executorId: string
  /** Runs jobs, or only starts and shows them. */
  readonly isWorker: boolean
  readonly logger: Logger
  readonly jobs: readonly Job<unknown>[]
}

export interface JobStatus {
  readonly id: string
  readonly name: string
  readonly status: 'QUEUED' | 'RUNNING' | 'SUCCEEDED' | 'FAILED' | 'CANCELLED'
  readonly createdAt: Date
  readonly startedAt: Date | null
  readonly finishedAt: Date | null
  readonly result: unknown
  readonly error: string | null
}

export interface JobStep {
  readonly no: number
  readonly name: string
  readonly startedAt: Date | null
  readonly finishedAt: Date | null
  readonly error: string | null
}

export type Jobs = ReturnType<typeof createJobs>

const queue = 'mostrador'
const mostRuns = 1_000

/**
 * The durable engine: DBOS on the same PostgreSQL. Its registry belongs to the process, so a process has one.
 */
export function createJobs(options: JobsOptions) {
  const pool = enginePool(options.url, (error) =>
    options.logger.warn({ err: error }, 'jobs: connection lost'),
  )
  const workflows = new Map<string, () => Promise<unknown>>()

  const start = async (): Promise<void> => {
    for (const job of options.jobs) workflows.set(job.name, durable(job))
    const schedules = daily(options.jobs, workflows)
    DBOS.setConfig({
      name: 'mostrador',
      systemDatabaseUrl: options.url,
      systemDatabasePool: pool,
      runMigrations: false,
      executorID: options.executorId,
      // Work that one version left is resumed by the next: jobs stay compatible, or get a new name.
      applicationVersion: '1',
      listenQueues: options.isWorker ? [queue] : ['none'],
      enableOTLP: false,
      logger: quiet(options.logger),
    })
    await DBOS.launch()
    await DBOS.registerQueue(queue, { concurrency: 4, onConflict: 'always_update' })
    if (options.isWorker) await DBOS.applySchedules(schedules)
  }

  /** Lets the steps that run finish, for a while; what is left goes on after the next start. */
  const stop = async (): Promise<void> => {
    if (DBOS.isInitialized()) await DBOS.shutdown({ workflowCompletionTimeoutMS: 5_000, deregister: true })
    await pool.end()
  }

  /** Queues a job under an id; the same id again is the same run. */
  const enqueue = async (name: string, id: string): Promise<void> => {
    const workflow = workflows.get(name)
    if (workflow === undefined) throw new TypeError(`there is no job ${name}`)
    await DBOS.startWorkflow(workflow, { workflowID: id, queueName: queue })()
  }

  const status = async (id: string): Promise<JobStatus | undefined> => {
    const found = await DBOS.getWorkflowStatus(id)
    if (found === null) return undefined
    return {
      id,
      name: found.workflowName,
      status: statuses[found.status] ?? 'RUNNING',
      createdAt: new Date(found.createdAt),
      startedAt: found.dequeuedAt === undefined ? null : new Date(found.dequeuedAt),
      finishedAt: found.completedAt === undefined ? null : new Date(found.completedAt),
      result: found.output ?? null,
      error: messageOf(found.error),
    }
  }

  /** What a run has done, in order: each attempt and each pause. */
  const steps = async (id: string): Promise<JobStep[] | undefined> => {
    const found = await DBOS.listWorkflowSteps(id, { limit: mostRuns })
    return found?.map((step) => ({
      no: step.functionID,
      name: step.name,
      startedAt: instant(step.startedAtEpochMs),
      finishedAt: instant(step.completedAtEpochMs),
      error: messageOf(step.error),
    }))
  }

  return { start, stop, enqueue, status, steps }
}

/** One step per attempt, so that a crash never repeats the attempts that were made. */
function durable<R>(job: Job<R>) {
  const work = async (): Promise<R> => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await DBOS.runStep(() => job.run(), { name: `${job.name} #${attempt}` })
      } catch (error) {
        if (attempt >= job.attempts) throw error
        await DBOS.sleep(job.firstPauseMs * 2 ** (attempt - 1))
      }
    }
  }
  return DBOS.registerWorkflow(work, { name: job.name })
}

/** The engine hands a schedule's time to what it starts; the job itself is the same as by hand. */
function daily(jobs: readonly Job<unknown>[], workflows: ReadonlyMap<string, () => Promise<unknown>>) {
  return jobs.flatMap(({ name, schedule }) => {
    const workflow = workflows.get(name)
    if (schedule === undefined || workflow === undefined) return []
    const scheduleName = `${name} daily`
    const workflowFn = DBOS.registerWorkflow(
      async (_at: Date, _context: unknown): Promise<void> => {
        await workflow()
      },
      { name: scheduleName },
    )
    return [
      {
        scheduleName,
        workflowFn,
        schedule: schedule.cron,
        cronTimezone: schedule.timeZone,
        queueName: queue,
      },
    ]
  })
}

const statuses: Readonly<Record<string, JobStatus['status']>> = {
  ENQUEUED: 'QUEUED',
  DELAYED: 'QUEUED',
  PENDING: 'RUNNING',
  SUCCESS: 'SUCCEEDED',
  ERROR: 'FAILED',
  MAX_RECOVERY_ATTEMPTS_EXCEEDED: 'FAILED',
  CANCELLED: 'CANCELLED',
}

function instant(epochMs: number | undefined): Date | null {
  return epochMs === undefined ? null : new Date(epochMs)
}

function messageOf(error: unknown): string | null {
  if (error === undefined || error === null) return null
  return error instanceof Error ? error.message : 'failed'
}

/** The engine's own lines: only what went wrong is of interest here. */
function quiet(logger: Logger) {
  return {
    debug: () => {},
    info: () => {},
    warn: (entry: unknown) => logger.warn({ engine: String(entry) }, 'jobs'),
    error: (entry: unknown) => logger.error({ engine: String(entry) }, 'jobs'),
  }
}
