import type { Reading } from './scale-protocols.ts'

/** What a screen shows of the scale. */
export interface Weight {
  readonly grams: number
  /** It stands still, and what lies on the scale has not been taken yet. */
  readonly mayTake: boolean
}

/** Less than this is an empty scale: dust, a bag, a draught. */
const emptyGrams = 20
/** Readings of a scale that does not tell whether it stands still: this close, for this long. */
const closeGrams = 3
const stillMs = 800
/** Below this part of what was taken, it was removed. */
const removedPart = 0.6

/** Decides from a scale's readings when a weight may be taken: once for each thing on the scale. */
export class WeightWatch {
  #since: { grams: number; atMs: number } | null = null
  #taken: number | null = null

  /** @param atMs when the reading came, by any clock that never goes back */
  see({ grams, isStable }: Reading, atMs: number): Weight {
    if (this.#taken !== null && (grams < emptyGrams || grams < this.#taken * removedPart)) this.#taken = null
    if (this.#since === null || Math.abs(grams - this.#since.grams) > closeGrams)
      this.#since = { grams, atMs }
    const isStill = isStable ?? atMs - this.#since.atMs >= stillMs
    return { grams, mayTake: isStill && grams >= emptyGrams && this.#taken === null }
  }

  /** The weight was used: it has to leave the scale before the next one. */
  take(grams: number): void {
    this.#taken = grams
  }
}
