import { isProblem, NoAnswer, ProblemError } from '@mostrador/client'

const retryMs = [500, 1000, 2000, 3000] as const

/** Whether asking again may help: nobody answered, or the server was not able to. */
export const isPassing = (error: unknown) =>
  error instanceof NoAnswer ||
  (error instanceof ProblemError && (error.status >= 500 || error.status === 429)) ||
  isProblem(error, 'idempotency_key_in_use')

export const pause = (attempt: number) =>
  new Promise((resolve) => setTimeout(resolve, retryMs[Math.min(attempt, retryMs.length - 1)]))

/** Asks a few times where nobody answers; the request says by its key or id that it is the same one. */
export async function insist<T>(ask: () => Promise<T>, isOnline: () => boolean): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await ask()
    } catch (error) {
      // Once it is clear that the network is gone, the till goes on without it at once.
      if (!isPassing(error) || attempt >= 3 || (attempt >= 1 && !isOnline())) throw error
    }
    await pause(attempt)
  }
}
