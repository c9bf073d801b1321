/** When to ask again; `null` when the end is known. */
export type Again = { readonly inMs: number } | null

/** @param count the number of attempts so far, including this one */
type Ask = (count: number) => Promise<Again>

interface Lane {
  ask: Ask
  count: number
  isAsking: boolean
  isHurried: boolean
  /** Cancels the next attempt. */
  cancel: () => void
}

/**
 * Polls things until they are settled. Each name runs one question at a time, with growing pauses. Service
 * orders, payments of goods and offline sales all use it.
 */
export class Asking {
  readonly #lanes = new Map<string, Lane>()
  readonly #after: (delayMs: number, work: () => void) => () => void

  /** @param after runs `work` after a delay and returns a function that cancels it */
  constructor(after: (delayMs: number, work: () => void) => () => void) {
    this.#after = after
  }

  /** Asks now and until the end is known. Replaces the question of the same name. */
  until(name: string, ask: Ask): void {
    const present = this.#lanes.get(name)
    if (present !== undefined) present.ask = ask
    else this.#lanes.set(name, { ask, count: 0, isAsking: false, isHurried: false, cancel: () => undefined })
    this.hurry(name)
  }

  /** Asks now instead of waiting for the next attempt. */
  hurry(name: string): void {
    const lane = this.#lanes.get(name)
    if (lane === undefined) return
    lane.cancel()
    if (lane.isAsking) lane.isHurried = true
    else void this.#go(name, lane)
  }

  /** The network is back: asks everything now. */
  hurryAll(): void {
    for (const name of this.#lanes.keys()) this.hurry(name)
  }

  /** Stops asking. What the journal keeps is found again later. */
  stop(name: string): void {
    this.#lanes.get(name)?.cancel()
    this.#lanes.delete(name)
  }

  async #go(name: string, lane: Lane): Promise<void> {
    lane.isAsking = true
    lane.isHurried = false
    lane.count += 1
    const again = await lane.ask(lane.count).catch((error: unknown): Again => {
      console.warn('asking broke, and goes on', error)
      return { inMs: pauseMsAfter(lane.count) }
    })
    lane.isAsking = false
    if (this.#lanes.get(name) !== lane) return
    if (lane.isHurried) void this.#go(name, lane)
    else if (again === null) this.#lanes.delete(name)
    else lane.cancel = this.#after(again.inMs, () => void this.#go(name, lane))
  }
}

/** Pauses between attempts. */
const pausesMs = [1000, 2000, 3000, 5000, 8000, 13_000] as const

export const pauseMsAfter = (count: number) => pausesMs[count - 1] ?? 20_000
