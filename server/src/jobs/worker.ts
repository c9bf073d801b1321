import { DBOS, type DBOSClient, type DBOSConfig } from '@dbos-inc/dbos-sdk'
import type { Logger } from 'pino'
import type { EnginePool } from '../database/pool.ts'
import { continueTrace } from '../tracing/trace.ts'
import { applicationName, appVersion, messageOf, queue, shortQueue } from './engine.ts'
import type { GivenUp, Job, JobStep } from './job.ts'
import { gracePeriod, holdLease, type Lease, takeOverWork } from './lease.ts'
import { noteNewSchedules, queueMissed, type Schedule } from './missed.ts'
import { setBackWatch } from './set-back.ts'

interface WorkerOptions {
  readonly engine: Partial<DBOSConfig>
  readonly client: DBOSClient
  readonly pool: EnginePool
  readonly node: string
  readonly leaseMs: number
  readonly pauseScale: number
  readonly logger: Logger
  readonly jobs: readonly Job<unknown, never>[]
  readonly onGivenUp: (work: GivenUp) => Promise<void>
  readonly stepsOf: (id: string) => Promise<JobStep[] | undefined>
}

export interface Worker {
  /** The jobs whose scheduled work was missed, and was queued at the start. */
  readonly missed: readonly string[]
  stop(): Promise<void>
}

/** Work that this many processes have started, and none survived, is not started again. */
const mostTakeovers = 20
/** Missed and fatal work, which the engine does not report, is looked for now and then: with the usual lease once a minute. */
const beatsBetweenLooks = 6

/**
 * Runs queued work and the schedules while the lease of this process is renewed. Live processes take over
 * what others left behind; a process whose work was taken over starts no other step, and registers under a
 * new name.
 */
export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const { pool, node, leaseMs, logger, jobs } = options
  let lease: Lease | undefined
  let beats = 0

  const workflows = new Map(
    jobs.map((job) => [job.name, durable(job, options, () => guardOfRun(() => lease))]),
  )
  const schedules = daily(jobs, workflows)

  const begin = async (): Promise<void> => {
    const held = await holdLease(pool, node, leaseMs)
    lease = held
    try {
      await launch(options, held, schedules)
    } catch (error) {
      lease = undefined
      await held.end().catch(() => {})
      throw error
    }
  }

  const beginAnew = async (): Promise<void> => {
    const former = lease
    lease = undefined
    await DBOS.shutdown()
    await former?.end()
    await begin()
  }

  const mayTakeOver = gracePeriod(leaseMs)
  const wasSetBack = setBackWatch()

  /** @returns the jobs whose missed work it has queued */
  const beat = async (): Promise<readonly string[]> => {
    const isTakenOver = lease === undefined || !(await lease.renew())
    // The engine does not look at its queues and schedules until the clock shows its former time again.
    const isSetBack = wasSetBack()
    if (isTakenOver)
      logger.error({ worker: lease?.id }, 'durable work of this process was taken over: it begins anew')
    if (isSetBack) logger.warn('the clock was set back: durable work begins anew')
    if (isTakenOver || isSetBack) {
      await beginAnew()
      beats = 0
    }
    const taken = mayTakeOver() ? await takeOverWork(pool) : 0
    if (taken > 0) logger.warn({ taken }, 'durable work of dead processes was taken over')
    if (beats++ % beatsBetweenLooks !== 0) return []
    const missed = await catchUp(options, schedules)
    await tellOfFatalWork(options)
    return missed
  }

  let beating: Promise<unknown> | undefined
  await begin()
  const missed = await beat()
  const timer = setInterval(() => {
    beating ??= beat()
      .catch((error: unknown) => logger.warn({ err: error }, 'jobs: the lease could not be renewed'))
      .finally(() => {
        beating = undefined
      })
  }, leaseMs / 3)

  return {
    missed,
    /** Lets running steps finish, for a while. */
    async stop() {
      clearInterval(timer)
      await beating
      if (DBOS.isInitialized()) await DBOS.shutdown({ workflowCompletionTimeoutMS: 5_000, deregister: true })
      await lease
        ?.end()
        .catch((error: unknown) => logger.warn({ err: error }, 'jobs: the lease was not ended'))
    },
  }
}

/**
 * For a run that starts now: the check before each step. While the database is away the owner is unknown;
 * with a lost lease the run stops.
 */
function guardOfRun(held: () => Lease | undefined): () => Promise<void> {
  const mine = held()
  return async () => {
    for (;;) {
      const isMine = mine === undefined || mine !== held() ? false : await mine.renew().catch(() => undefined)
      if (isMine === true) return
      if (isMine === false) return new Promise<never>(() => {})
      await new Promise((resolve) => setTimeout(resolve, 500))
    }
  }
}

async function launch(
  { engine, pool }: WorkerOptions,
  { id }: Lease,
  schedules: ReturnType<typeof daily>,
): Promise<void> {
  DBOS.setConfig({
    ...engine,
    name: applicationName,
    runMigrations: false,
    executorID: id,
    applicationVersion: appVersion,
    listenQueues: [queue, shortQueue],
    enableOTLP: false,
  })
  await DBOS.launch()
  await DBOS.registerQueue(queue, { concurrency: 4, onConflict: 'always_update' })
  await DBOS.registerQueue(shortQueue, { concurrency: 500, onConflict: 'always_update' })
  await DBOS.applySchedules(schedules)
  await noteNewSchedules(pool)
}

/** A failure is only logged: a shop opens without it, and the next look tries again. */
async function catchUp(
  { client, logger }: WorkerOptions,
  schedules: readonly Schedule[],
): Promise<readonly string[]> {
  try {
    const missed = await queueMissed(client, schedules)
    if (missed.length > 0) logger.info({ missed }, 'scheduled work that was missed is done now')
    return missed
  } catch (error) {
    logger.warn({ err: error }, 'jobs: scheduled work that was missed could not be queued')
    return []
  }
}

/** Work that no process survives needs a person, like work that has failed all attempts. */
async function tellOfFatalWork({ client, jobs, onGivenUp }: WorkerOptions): Promise<void> {
  const fatal = await client.listWorkflows({
    status: 'MAX_RECOVERY_ATTEMPTS_EXCEEDED',
    sortDesc: true,
    limit: 100,
  })
  for (const found of fatal) {
    await onGivenUp({
      workflowId: found.workflowID,
      name: found.workflowName,
      input: found.input?.[0] ?? null,
      attempts: jobs.find(({ name }) => name === found.workflowName)?.attempts ?? 1,
      lastError: 'every process that ran it has died',
      firstFailedAt: new Date(found.createdAt),
    })
  }
}

/** One step per attempt, so that a crash never repeats completed attempts. */
function durable(
  job: Job<unknown, never>,
  { onGivenUp, stepsOf, pauseScale }: WorkerOptions,
  startGuard: () => () => Promise<void>,
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
  /** @param origin the trace in which it was queued */
  const work = async (input?: unknown, origin?: unknown): Promise<unknown> => {
    const cause = typeof origin === 'string' ? origin : undefined
    const mayGoOn = startGuard()
    for (let attempt = 1; ; attempt++) {
      try {
        const isLast = attempt >= job.attempts
        await mayGoOn()
        const run = () => job.run(input as never, { isLast })
        const attributes = { 'mostrador.attempt': attempt }
        return await DBOS.runStep(() => continueTrace(`work ${job.name}`, cause, attributes, run), {
          name: `${job.name} #${attempt}`,
        })
      } catch (error) {
        if (attempt >= job.attempts) {
          await mayGoOn()
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
  return DBOS.registerWorkflow(work, { name: job.name, maxRecoveryAttempts: mostTakeovers })
}

/**
 * The engine passes the scheduled time to what it starts; the job itself is the same as when started
 * manually.
 */
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
        job: name,
        scheduleName,
        workflowFn,
        schedule: schedule.cron,
        cronTimezone: schedule.timeZone,
        queueName: queue,
      },
    ]
  })
}
