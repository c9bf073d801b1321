import { DBOSClient } from '@dbos-inc/dbos-sdk'
import type { Logger } from 'pino'
import { enginePool } from '../database/database.ts'
import { applicationName, appVersion, messageOf, queue, quiet, shortQueue } from './engine.ts'
import type { GivenUp, Job, JobStatus, JobStep, Stopped } from './job.ts'
import { usualLeaseMs } from './lease.ts'
import { startWorker, type Worker } from './worker.ts'

export type { GivenUp, Job, JobStatus, JobStep, Stopped } from './job.ts'

interface JobsOptions {
  /** Login of the worker's role; the engine keeps its tables in schema `dbos`. */
  readonly url: string
  /** Names where this process runs, for people; its lease has a name of its own. */
  readonly node: string
  /** Runs jobs, or only starts and shows them. */
  readonly isWorker: boolean
  readonly logger: Logger
  readonly jobs: readonly Job<unknown, never>[]
  /** Told once the last attempt has failed, and told again after a crash: it has to recognise what it knows. */
  readonly onGivenUp: (work: GivenUp) => Promise<void>
  /** Tests shorten the pauses between attempts. */
  readonly pauseScale?: number
  /** How long a process may say nothing before the others take over its work. */
  readonly leaseMs?: number
}

export type Jobs = ReturnType<typeof createJobs>

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
  let worker: Worker | undefined

  const start = async (): Promise<void> => {
    client = await DBOSClient.create({ ...engine, applicationName })
    if (!isWorker) return
    const { leaseMs = usualLeaseMs, pauseScale = 1 } = options
    worker = await startWorker({ ...options, engine, client, pool, leaseMs, pauseScale, stepsOf: steps })
  }

  /** Lets the steps that run finish, for a while; what is left another worker goes on with, or the next one. */
  const stop = async (): Promise<void> => {
    await worker?.stop()
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
