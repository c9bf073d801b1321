/** The source of time, ids and randomness, so that a test can fix them. */
export interface Clock {
  now(): Date
  /** Resolves after `delayMs`, or immediately when `signal` aborts; never rejects. */
  sleep(delayMs: number, signal?: AbortSignal): Promise<void>
}

export const systemClock: Clock = {
  now: () => new Date(),
  sleep: (delayMs, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted) return resolve()
      const done = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', done)
        resolve()
      }
      const timer = setTimeout(done, delayMs)
      signal?.addEventListener('abort', done, { once: true })
    }),
}
