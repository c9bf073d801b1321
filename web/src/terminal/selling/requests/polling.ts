/** When to poll again; `null` when the outcome is known. */
export type NextPoll = { readonly inMs: number } | null

/** @param count the number of attempts so far, including this one */
type Poll = (count: number) => Promise<NextPoll>

interface Task {
  poll: Poll
  count: number
  isPolling: boolean
  /** Poll again as soon as the current attempt ends. */
  isDue: boolean
  /** Cancels the next attempt. */
  cancel: () => void
}

/**
 * Polls until an outcome is known. Each name runs one poll at a time, with growing pauses. Orders of services,
 * payments of goods and offline sales all use it.
 */
export class Poller {
  readonly #tasks = new Map<string, Task>()
  readonly #after: (delayMs: number, work: () => void) => () => void

  /** @param after runs `work` after a delay and returns a function that cancels it */
  constructor(after: (delayMs: number, work: () => void) => () => void) {
    this.#after = after
  }

  /** Polls now, and until the outcome is known. Replaces the poll of the same name. */
  start(name: string, poll: Poll): void {
    const present = this.#tasks.get(name)
    if (present !== undefined) present.poll = poll
    else this.#tasks.set(name, { poll, count: 0, isPolling: false, isDue: false, cancel: () => undefined })
    this.pollNow(name)
  }

  /** Polls now instead of waiting for the next attempt. */
  pollNow(name: string): void {
    const task = this.#tasks.get(name)
    if (task === undefined) return
    task.cancel()
    if (task.isPolling) task.isDue = true
    else void this.#run(name, task)
  }

  /** The network is back: polls everything now. */
  pollAllNow(): void {
    for (const name of this.#tasks.keys()) this.pollNow(name)
  }

  /** Stops polling. What the journal keeps is found again later. */
  stop(name: string): void {
    this.#tasks.get(name)?.cancel()
    this.#tasks.delete(name)
  }

  async #run(name: string, task: Task): Promise<void> {
    task.isPolling = true
    task.isDue = false
    task.count += 1
    const next = await task.poll(task.count).catch((error: unknown): NextPoll => {
      console.warn('a poll failed and is repeated', error)
      return { inMs: pollPauseMs(task.count) }
    })
    task.isPolling = false
    if (this.#tasks.get(name) !== task) return
    if (task.isDue) void this.#run(name, task)
    else if (next === null) this.#tasks.delete(name)
    else task.cancel = this.#after(next.inMs, () => void this.#run(name, task))
  }
}

/** Pauses between attempts. */
const pausesMs = [1000, 2000, 3000, 5000, 8000, 13_000] as const

export const pollPauseMs = (count: number) => pausesMs[count - 1] ?? 20_000
