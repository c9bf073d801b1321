/** Time, ids and randomness come from here, so that a test can hold them still. */
export interface Clock {
  now(): Date
  /** Resolves after `delayMs`, or at once when `signal` aborts; never rejects. */
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
