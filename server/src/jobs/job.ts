/** Work that must complete despite crashes: each attempt is recorded, and resumed by the next process. */
export interface Job<R, I = void> {
  /** Stored in the database: renaming one orphans work in progress. */
  readonly name: string
  /** Maximum attempts. */
  readonly attempts: number
  /** Pause after the first failure; it doubles with each. */
  readonly firstPauseMs: number
  /** Short work, however many attempts it has: its pauses do not occupy a slot that longer work waits for. */
  readonly isShort?: boolean
  /**
   * May run more than once. Its input and its result are stored, and its result is shown to operators, so
   * neither may contain a secret.
   */
  run(input: I, attempt: JobAttempt): Promise<R | Stopped>
  /** Cron in `timeZone`: `0 3 * * *`. `every`: the interval in words; default daily. */
  readonly schedule?: { readonly cron: string; readonly timeZone: string; readonly every?: string }
}

/** Work that has failed all its attempts. */
export interface GivenUp {
  readonly workflowId: string
  readonly name: string
  /** The input as queued; null without one. */
  readonly input: unknown
  readonly attempts: number
  readonly lastError: string
  readonly firstFailedAt: Date
}

export interface JobAttempt {
  /** When it fails, the work has failed. */
  readonly isLast: boolean
}

/** A run that ended without success, and need not be retried. */
export interface Stopped {
  /** The reason, as the code of a problem: the error of the run. */
  readonly stopped: string
  /** Details: the result of the run. */
  readonly report: unknown
}

export interface JobStatus {
  readonly id: string
  readonly name: string
  readonly status: 'QUEUED' | 'RUNNING' | 'SUCCEEDED' | 'FAILED' | 'CANCELLED'
  readonly createdAt: Date
  readonly startedAt: Date | null
  readonly finishedAt: Date | null
  /** Completed ones, successful or not. */
  readonly attempts: number
  readonly result: unknown
  readonly error: string | null
  /** The merchant of the work, from its input; null when it has none or concerns all. */
  readonly merchantId: string | null
}

export interface JobStep {
  readonly no: number
  readonly name: string
  readonly startedAt: Date | null
  readonly finishedAt: Date | null
  readonly error: string | null
}
