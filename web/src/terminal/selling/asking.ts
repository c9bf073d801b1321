/** When to ask again; `null`: the end is known. */
export type Again = { readonly inMs: number } | null

/** @param count how often this was asked about, this time included */
type Ask = (count: number) => Promise<Again>

interface Lane {
  ask: Ask
  count: number
  isAsking: boolean
  isHurried: boolean
  /** Of the next time. */
  cancel: () => void
}

/**
 * Asks about things until they are settled, each in its lane: one question at a time, with longer pauses from one to the
 * next. Orders of services, payments of goods, and the handing in of what was sold without a network all wait here.
 */
export class Asking {
  readonly #lanes = new Map<string, Lane>()
  readonly #after: (delayMs: number, work: () => void) => () => void

  /** @param after runs `work` later; the answer cancels it */
  constructor(after: (delayMs: number, work: () => void) => () => void) {
    this.#after = after
  }

  /** Asks at once and until the end is known. Of a lane that is there, this asks from now on. */
  until(name: string, ask: Ask): void {
    const present = this.#lanes.get(name)
    if (present !== undefined) present.ask = ask
    else this.#lanes.set(name, { ask, count: 0, isAsking: false, isHurried: false, cancel: () => undefined })
    this.hurry(name)
  }

  /** Asks at once instead of waiting for its turn. */
  hurry(name: string): void {
    const lane = this.#lanes.get(name)
    if (lane === undefined) return
    lane.cancel()
    if (lane.isAsking) lane.isHurried = true
    else void this.#go(name, lane)
  }

  /** The network has come back: everything is asked about at once. */
  hurryAll(): void {
    for (const name of this.#lanes.keys()) this.hurry(name)
  }

  /** Asks no more; what the journal keeps is found again. */
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

/** Pauses between questions, longer each time. */
const pausesMs = [1000, 2000, 3000, 5000, 8000, 13_000] as const

export const pauseMsAfter = (count: number) => pausesMs[count - 1] ?? 20_000
