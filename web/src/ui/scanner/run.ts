import { isWithin } from './pace.ts'
import type { Press } from './press.ts'

interface Paused<P extends Press> {
  readonly keys: P[]
  /** How late, by its own time, the next key would still have belonged to them. */
  readonly withinMs: number
  /** They were read as a scan without an ending. */
  readonly isScan: boolean
}

/**
 * The latest keys, whether they are held or have reached their field. A field that is filled passes the focus on in the
 * middle of a run; a person who moves it interrupts the run.
 */
export class Run<P extends Press> {
  keys: P[] = []
  /** A key was released after the next one was pressed, which scanners never do. */
  isOverlapped = false
  /** Some keys arrived so late that a pause was seen before them; their own times show none. */
  isDelayed = false
  #paused: Paused<P> | null = null

  /** Begins with the next key. */
  begin(): void {
    this.keys = []
    this.isOverlapped = false
    this.isDelayed = false
  }

  /** Begins with the next key, whenever that was sent. */
  cut(): void {
    this.begin()
    this.#paused = null
  }

  released(code: string): void {
    const at = this.keys.findLastIndex((each) => each.code === code)
    if (at >= 0 && at < this.keys.length - 1) this.isOverlapped = true
  }

  /**
   * A pause seems to end it.
   *
   * @param end says what the keys were, and whether that is a scan
   */
  pause<T extends { readonly scans: readonly unknown[] }>(withinMs: number, end: () => T): T {
    const { keys } = this
    const outcome = end()
    if (keys.length > 0) this.#paused = { keys, withinMs, isScan: outcome.scans.length > 0 }
    return outcome
  }

  /** Continues after a pause, if by its own time this key came right after the last one: it was only late to arrive. */
  continue({ key, atMs }: P, lastAtMs: number): void {
    const paused = this.#paused
    this.#paused = null
    if (paused === null || !isWithin(paused.withinMs, lastAtMs, atMs)) return
    // The late ending of a scan that was read without it.
    if (paused.isScan && (key === 'Enter' || key === 'Tab')) return
    this.keys = paused.keys
    this.isDelayed = true
  }
}
