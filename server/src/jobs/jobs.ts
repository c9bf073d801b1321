import { DBOS, DBOSClient, type DBOSConfig } from '@dbos-inc/dbos-sdk'
import type { Logger } from 'pino'
import { enginePool } from '../database/database.ts'

/** Work that must reach its end whatever crashes: each attempt is recorded, and resumed by the next process. */
export interface Job<R, I = void> {
  /** Kept in the database: renaming one orphans what is under way. */
  readonly name: string
  /** Times that the work is tried before it gives up. */
  readonly attempts: number
  /** Pause after the first failure; it doubles with each. */
  readonly firstPauseMs: number
  /** Takes moments, however long it may be tried: its pauses keep no place that longer work waits for. */
  readonly isShort?: boolean
  /**
   * May run more than once. Its input and its result are kept, and its result is shown to operators, so
   * neither holds a secret.
   */
  run(input: I, attempt: JobAttempt): Promise<R | Stopped>
  /** By the clock of `timeZone`: `0 3 * * *`. `every`: how often, in words; daily when absent. */
  readonly schedule?: { readonly cron: string; readonly timeZone: string; readonly every?: string }
}

/** Work that has spent its attempts. */
export interface GivenUp {
  readonly workflowId: string
  readonly name: string
  /** As it was queued; null when it was queued without. */
  readonly input: unknown
  readonly attempts: number
  readonly lastError: string
  readonly firstFailedAt: Date
}

export interface JobAttempt {
  /** When it fails, the work has failed. */
  readonly isLast: boolean
}

/** A run that has ended without what it was for, and need not be tried again. */
export interface Stopped {
  /** Why, as the code of a problem: the error of the run. */
  readonly stopped: string
  /** More about it: the result of the run. */
  readonly report: unknown
}

interface JobsOptions {
  /** Login of the worker's role; the engine keeps its tables in schema `dbos`. */
  readonly url: string
  /** Names this process; the same after a restart, so that it resumes what it left. */
  readonly executorId: string
  /** Runs jobs, or only starts and shows them. */
  readonly isWorker: boolean
  readonly logger: Logger
  readonly jobs: readonly Job<unknown, never>[]
  /** Told once the last attempt has failed, and told again after a crash: it has to recognise what it knows. */
  readonly onGivenUp: (work: GivenUp) => Promise<void>
  /** Tests shorten the pauses between attempts. */
  readonly pauseScale?: number
}

export interface JobStatus {
  readonly id: string
  readonly name: string
  readonly status: 'QUEUED' | 'RUNNING' | 'SUCCEEDED' | 'FAILED' | 'CANCELLED'
  readonly createdAt: Date
  readonly startedAt: Date | null
  readonly finishedAt: Date | null
  /** Those that have ended, well or not. */
  readonly attempts: number
  readonly result: unknown
  readonly error: string | null
  /** Whose work it is, as its input says; null when it is nobody's or everybody's. */
  readonly merchantId: string | null
}

export interface JobStep {
  readonly no: number
  readonly name: string
  readonly startedAt: Date | null
  readonly finishedAt: Date | null
  readonly error: string | null
}

export type Jobs = ReturnType<typeof createJobs>

const applicationName = 'mostrador'
const queue = 'mostrador'
/** Where many wait between two attempts; a transaction of ours queues here by `platform.enqueue_work`. */
const shortQueue = 'mostrador-short'
/** Work that one version left is resumed by the next: jobs stay compatible, or get a new name. */
const appVersion = '1'
const mostSteps = 1_000

/**
 * The durable engine: DBOS on the same PostgreSQL. Anybody may queue work and look at it; a worker also runs
 * it, and since the engine's registry belongs to the process, a process is one worker at most.
 */
export function createJobs(options: JobsOptions) {
  const { isWorker, logger, jobs } = options
  const pool = enginePool(options.url, (error) => logger.warn({ err: error }, 'jobs: connection lost'))
  const engine = { systemDatabaseUrl: options.url, systemDatabasePool: pool, logger: quiet(logger) }
  let client: DBOSClient | undefined

  const start = async (): Promise<void> => {
    client = await DBOSClient.create({ ...engine, applicationName })
    if (isWorker) await work(engine, options, steps)
  }

  /** Lets the steps that run finish, for a while; what is left goes on after the next start. */
  const stop = async (): Promise<void> => {
    if (isWorker && DBOS.isInitialized())
      await DBOS.shutdown({ workflowCompletionTimeoutMS: 5_000, deregister: true })
    await client?.destroy()
    await pool.end()
  }

  const opened = (): DBOSClient => {
    if (client === undefined) throw new Error('the job engine has not been started')
    return client
  }

  /** Queues a job under an id; the same id again is the same run, whatever its input. */
  const enqueue = async (name: string, id: string, input?: object): Promise<void> => {
    const isShort = jobs.find((job) => job.name === name)?.isShort ?? false
    const options = {
      workflowName: name,
      queueName: isShort ? shortQueue : queue,
      workflowID: id,
      appVersion,
    }
    await opened().enqueue(options, ...(input === undefined ? [] : [input]))
  }

  const status = async (id: string): Promise<JobStatus | undefined> => {
    const [found, made] = await Promise.all([opened().getWorkflow(id), steps(id)])
    if (found === undefined) return undefined
    const stopped = isStopped(found.output) ? found.output : undefined
    return {
      id,
      name: found.workflowName,
      status: stopped ? 'FAILED' : (statuses[found.status] ?? 'RUNNING'),
      createdAt: new Date(found.createdAt),
      startedAt: instant(found.dequeuedAt),
      finishedAt: instant(found.completedAt),
      attempts: (made ?? []).filter(({ name }) => name.startsWith(`${found.workflowName} #`)).length,
      result: (stopped ? stopped.report : found.output) ?? null,
      error: stopped ? stopped.stopped : messageOf(found.error),
      merchantId: merchantOf(found.input?.[0]),
    }
  }

  /** What a run has done, in order: each attempt and each pause. */
  const steps = async (id: string): Promise<JobStep[] | undefined> => {
    const found = await opened().listWorkflowSteps(id, { limit: mostSteps })
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

/** Runs what is queued, goes on with what this process left, and keeps the schedules. */
async function work(
  engine: Partial<DBOSConfig>,
  options: JobsOptions,
  stepsOf: (id: string) => Promise<JobStep[] | undefined>,
): Promise<void> {
  const { jobs } = options
  const workflows = new Map(jobs.map((job) => [job.name, durable(job, options, stepsOf)]))
  const schedules = daily(jobs, workflows)
  DBOS.setConfig({
    ...engine,
    name: applicationName,
    runMigrations: false,
    executorID: options.executorId,
    applicationVersion: appVersion,
    listenQueues: [queue, shortQueue],
    enableOTLP: false,
  })
  await DBOS.launch()
  await DBOS.registerQueue(queue, { concurrency: 4, onConflict: 'always_update' })
  await DBOS.registerQueue(shortQueue, { concurrency: 500, onConflict: 'always_update' })
  await DBOS.applySchedules(schedules)
}

/** One step per attempt, so that a crash never repeats the attempts that were made. */
function durable(
  job: Job<unknown, never>,
  { onGivenUp, pauseScale = 1 }: JobsOptions,
  stepsOf: (id: string) => Promise<JobStep[] | undefined>,
) {
  const giveUp = async (input: unknown, lastError: unknown): Promise<void> => {
    const workflowId = DBOS.workflowID as string
    const failed = (await stepsOf(workflowId))?.find(({ error }) => error !== null)
    await onGivenUp({
      workflowId,
      name: job.name,
      input: input ?? null,
      attempts: job.attempts,
      lastError: messageOf(lastError) ?? 'failed',
      firstFailedAt: failed?.finishedAt ?? new Date(),
    })
  }
  const work = async (input?: unknown): Promise<unknown> => {
    for (let attempt = 1; ; attempt++) {
      try {
        const isLast = attempt >= job.attempts
        return await DBOS.runStep(() => job.run(input as never, { isLast }), {
          name: `${job.name} #${attempt}`,
        })
      } catch (error) {
        if (attempt >= job.attempts) {
          await DBOS.runStep(() => giveUp(input, error), {
            name: `${job.name} gave up`,
            retriesAllowed: true,
            maxAttempts: 10,
            intervalSeconds: pauseScale,
          })
          throw error
        }
        await DBOS.sleep(job.firstPauseMs * pauseScale * 2 ** (attempt - 1))
      }
    }
  }
  return DBOS.registerWorkflow(work, { name: job.name })
}

/** The engine hands a schedule's time to what it starts; the job itself is the same as by hand. */
function daily(jobs: readonly Job<unknown, never>[], workflows: ReadonlyMap<string, () => Promise<unknown>>) {
  return jobs.flatMap(({ name, schedule }) => {
    const workflow = workflows.get(name)
    if (schedule === undefined || workflow === undefined) return []
    const scheduleName = `${name} ${schedule.every ?? 'daily'}`
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

function merchantOf(input: unknown): string | null {
  const { merchantId } = (typeof input === 'object' && input !== null ? input : {}) as {
    merchantId?: unknown
  }
  return typeof merchantId === 'string' ? merchantId : null
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

function isStopped(output: unknown): output is Stopped {
  return typeof output === 'object' && output !== null && 'stopped' in output
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
