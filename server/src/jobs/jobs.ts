import { DBOSClient } from '@dbos-inc/dbos-sdk'
import type { Logger } from 'pino'
import { enginePool } from '../database/pool.ts'
import { traceParent } from '../tracing/trace.ts'
import { applicationName, appVersion, messageOf, queue, quiet, shortQueue } from './engine.ts'
import type { GivenUp, Job, JobStatus, JobStep, Stopped } from './job.ts'
import { usualLeaseMs } from './lease.ts'
import { startWorker, type Worker } from './worker.ts'

export type { GivenUp, Job, JobStatus, JobStep, Stopped } from './job.ts'

interface JobsOptions {
  /** Login of the worker's role; the engine has its tables in schema `dbos`. */
  readonly url: string
  /** The name of this node, for operators; its lease has its own unique name. */
  readonly node: string
  /** Runs jobs, or only starts and shows them. */
  readonly isWorker: boolean
  readonly logger: Logger
  readonly jobs: readonly Job<unknown, never>[]
  /** Through which a request asks the engine: what the engine's errors mean for it. */
  readonly ask: <T>(ask: () => Promise<T>) => Promise<T>
  /** Called once the last attempt has failed, and again after a crash: it has to recognize repeats. */
  readonly onGivenUp: (work: GivenUp) => Promise<void>
  /** Tests shorten the pauses between attempts. */
  readonly pauseScale?: number
  /** How long a process may be silent before the others take over its work. */
  readonly leaseMs?: number
}

export type Jobs = ReturnType<typeof createJobs>

const mostSteps = 1_000

/**
 * The durable engine: DBOS on the same PostgreSQL. Any process may queue work and read it; a worker also runs
 * it. The engine's registry is per process, so a process is at most one worker.
 */
export function createJobs(options: JobsOptions) {
  const { isWorker, logger, jobs } = options
  const pool = enginePool(options.url, (error) => logger.warn({ err: error }, 'jobs: connection lost'))
  const engine = { systemDatabaseUrl: options.url, systemDatabasePool: pool, logger: quiet(logger) }
  let client: DBOSClient | undefined
  let worker: Worker | undefined

  /** @returns the jobs whose scheduled work was missed while no process ran, and is queued now */
  const start = async (): Promise<readonly string[]> => {
    client = await DBOSClient.create({ ...engine, applicationName })
    if (!isWorker) return []
    const { leaseMs = usualLeaseMs, pauseScale = 1 } = options
    worker = await startWorker({ ...options, engine, client, pool, leaseMs, pauseScale, stepsOf: steps })
    return worker.missed
  }

  /** Lets running steps finish, for a while; other workers continue the rest, or the next one does. */
  const stop = async (): Promise<void> => {
    await worker?.stop()
    await client?.destroy()
    await pool.end()
  }

  const opened = (): DBOSClient => {
    if (client === undefined) throw new Error('the job engine has not been started')
    return client
  }

  /** Queues a job with an id; the same id is the same run, even with other input. */
  const enqueue = async (name: string, id: string, input?: object): Promise<void> => {
    const isShort = jobs.find((job) => job.name === name)?.isShort ?? false
    const options = {
      workflowName: name,
      queueName: isShort ? shortQueue : queue,
      workflowID: id,
      appVersion,
    }
    const origin = traceParent()
    const args = origin !== undefined ? [input ?? null, origin] : input === undefined ? [] : [input]
    await opened().enqueue(options, ...args)
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

  /** The steps of a run, in order: each attempt and each pause. */
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

  const { ask } = options
  return {
    start,
    stop,
    enqueue: (...order: Parameters<typeof enqueue>) => ask(() => enqueue(...order)),
    status: (id: string) => ask(() => status(id)),
    steps: (id: string) => ask(() => steps(id)),
  }
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
