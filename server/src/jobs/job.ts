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
