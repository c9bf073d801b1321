import { isWithin } from './pace.ts'
import type { Press } from './press.ts'

interface Paused<P extends Press> {
  readonly keys: P[]
  /** The longest gap, by the keys' own times, after which the next key still belongs to them. */
  readonly withinMs: number
  /** They were read as a scan without an ending. */
  readonly isScan: boolean
}

/**
 * The latest keys that may belong together, whether they are held or have reached their field. A field that passes the focus
 * on when it is full does not end a run; a person who moves the focus does.
 */
export class KeyRun<P extends Press> {
  keys: P[] = []
  /** A key was released after the next one was pressed, which scanners never do. */
  isOverlapped = false
  /** Some keys arrived so late that a pause was seen before them, but their own times show none. */
  isDelayed = false
  #paused: Paused<P> | null = null

  /** Starts a new run with the next key. */
  begin(): void {
    this.keys = []
    this.isOverlapped = false
    this.isDelayed = false
  }

  /** Starts a new run with the next key, even if that one was only late. */
  cut(): void {
    this.begin()
    this.#paused = null
  }

  /** A key was released. */
  release(code: string): void {
    const at = this.keys.findLastIndex((each) => each.code === code)
    if (at >= 0 && at < this.keys.length - 1) this.isOverlapped = true
  }

  /**
   * No key has come for a while. The run is remembered, in case the next key was only late.
   *
   * @param withinMs how late, by its own time, the next key would still belong to it
   * @param decide decides what the keys are
   * @returns the decision
   */
  pause<T extends { readonly scans: readonly unknown[] }>(withinMs: number, decide: () => T): T {
    const { keys } = this
    const outcome = decide()
    if (keys.length > 0) this.#paused = { keys, withinMs, isScan: outcome.scans.length > 0 }
    return outcome
  }

  /** Resumes the run that a pause seemed to end, when by its own time this key came right after the last one. */
  resume({ key, atMs }: P, lastAtMs: number): void {
    const paused = this.#paused
    this.#paused = null
    if (paused === null || !isWithin(paused.withinMs, lastAtMs, atMs)) return
    // The late ending of a scan that was read without it.
    if (paused.isScan && (key === 'Enter' || key === 'Tab')) return
    this.keys = paused.keys
    this.isDelayed = true
  }
}
