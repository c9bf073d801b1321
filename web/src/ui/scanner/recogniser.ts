import { canBeSlow, evenScanOf, scanOf, slowMeanMs } from './code-rules.ts'
import { KeyRun } from './key-run.ts'
import {
  areFast,
  fastGapMs,
  gapsOf,
  handBefore,
  isCharacter,
  isNative,
  isWithin,
  mean,
  slowGapMs,
  steadyGapMs,
  textOf,
} from './pace.ts'
import { defaultSettings, type Ending, type Press, type RecogniserSettings, type Scan } from './press.ts'

export interface Outcome<P extends Press> {
  /** Held keys that turned out to be typing: they must reach their field before anything else. */
  readonly typed: readonly P[]
  /** In the order in which they were read. */
  readonly scans: readonly Scan[]
}

export interface Verdict<P extends Press> extends Outcome<P> {
  /** Whether this key is held or belongs to a scan, and must not reach the page. */
  readonly isTaken: boolean
  /** Whether it begins a run: its field still has the value of before. */
  readonly isFirst: boolean
}

type Decision<P extends Press> = Omit<Verdict<P>, 'isFirst'>

/** Where nothing can be typed, and after a prefix, nobody waits to see a key. */
const looseGapMs = 350
/** An Enter or Tab that follows this late still belongs to a code without ending. */
const lateEndingMs = 500
/** Some scanners send two endings, such as Enter for CR and Enter for LF. Nobody presses Enter this soon. */
const secondEndingMs = 150
/** A slow scanner sends its second ending as it sent the first, give or take. */
const unevennessMs = 24
/** How much later than its press a key may arrive. */
const lateArrivalMs = 240
const modifiers = new Set(['Shift', 'CapsLock', 'NumLock', 'AltGraph', 'Control', 'Alt', 'Meta', 'Fn'])

/**
 * Tells a scanner's keys from a person's. Keys go in with their times and are held while they may be part of
 * a code; what comes out is either a scan or typing, complete and in order. The keys of a scan are seen by nothing else, unless
 * it says that its field was given some. It has no clock: its owner calls `rest` after `waitMs` without a key.
 */
export class Recogniser<P extends Press = Press> {
  settings: RecogniserSettings
  #held: P[] = []
  readonly #run = new KeyRun<P>()
  /** A later key went down before an earlier one was released, which scanners never do. */
  #isOverlapped = false
  /** The current run of keys was typed by hand: a slow scan cannot begin in its middle. */
  #isByHand = false
  #lastAtMs = Number.NEGATIVE_INFINITY
  #pausedAtMs = Number.NEGATIVE_INFINITY
  /** When a scan ended with its own Enter or Tab. */
  #endedAtMs = Number.NEGATIVE_INFINITY
  /** How soon after it a second ending belongs to the same scan. */
  #secondWithinMs = secondEndingMs

  constructor(settings: RecogniserSettings = defaultSettings) {
    this.settings = settings
  }

  /**
   * How long to wait for the next key before calling `rest`; `null` when nothing is held. Key events carry
   * their time but can arrive late on a busy machine, so where nobody waits to see a key, more time is given.
   */
  get waitMs(): number | null {
    const held = this.#held
    if (held.length === 0) return this.#nativeScan('pause') === null ? null : this.#runLimitMs(slowGapMs)
    const isUnseen = held[0]?.place === 'nothing' || held.length >= 8
    return this.#limitMs() + (isUnseen ? lateArrivalMs : held.length >= 4 ? lateArrivalMs / 2 : 0)
  }

  press(press: P): Verdict<P> {
    const { key, atMs, place } = press
    if (modifiers.has(key)) return { isTaken: false, isFirst: false, typed: [], scans: [] }
    const before = this.#held.length > 0 && this.#gapTo(atMs) > this.#limitMs() ? this.#end() : nothing
    if (this.#gapTo(atMs) > slowGapMs) this.#isByHand = false
    if (this.#gapTo(atMs) > this.#runLimitMs(steadyGapMs)) this.#run.begin()
    this.#run.resume(press, this.#lastAtMs)
    const now =
      key === 'Enter' || key === 'Tab'
        ? this.#ending(key, atMs)
        : isCharacter(key, place) && !(key === ' ' && place === 'nothing' && this.#held.length === 0)
          ? this.#character(press)
          : this.#other()
    if (key !== 'Enter' && key !== 'Tab') {
      this.#endedAtMs = Number.NEGATIVE_INFINITY
      if (!now.isTaken) this.#pausedAtMs = Number.NEGATIVE_INFINITY
    }
    this.#lastAtMs = atMs
    return {
      isTaken: now.isTaken,
      isFirst: this.#run.keys[0] === press,
      typed: [...before.typed, ...now.typed],
      scans: [...before.scans, ...now.scans],
    }
  }

  /** A key was released: keys that overlap are not from a slow scanner. */
  release(code: string): Outcome<P> {
    this.#run.release(code)
    const at = this.#held.findLastIndex((each) => each.code === code)
    if (at < 0 || at === this.#held.length - 1) return nothing
    this.#isOverlapped = true
    return this.#isPossible() ? nothing : this.#byHand()
  }

  /** No key has come for a while. */
  rest(): Outcome<P> {
    const withinMs = this.#held.length > 0 ? this.#limitMs() : this.#runLimitMs(slowGapMs)
    return this.#run.pause(withinMs, () => this.#end())
  }

  /** Something happens that keys must not be delayed past, and that may change their field. */
  interrupt(): Outcome<P> {
    const outcome = this.#end()
    this.#run.cut()
    return outcome
  }

  /** A key that is neither a character nor an ending. */
  #other(): Decision<P> {
    this.#run.begin()
    return { ...this.#end(), isTaken: false }
  }

  #character(press: P): Decision<P> {
    if (press.isRepeat === true) {
      this.#run.begin()
      return { ...this.#byHand(), isTaken: false }
    }
    this.#run.keys.push(press)
    if (isNative(press.place)) return { ...this.#giveBack(), isTaken: false }
    this.#held.push(press)
    const head = this.#headBeforePrefix()
    if (this.#isPossible()) return { isTaken: true, typed: head, scans: [] }
    this.#held.pop()
    return { isTaken: false, typed: [...head, ...this.#byHand().typed], scans: [] }
  }

  #ending(key: 'Enter' | 'Tab', atMs: number): Decision<P> {
    const given = this.#givenScan(key, atMs)
    if (this.#held.length === 0 && given === null) {
      const isLate = isWithin(lateEndingMs, this.#pausedAtMs, atMs) && this.settings.ending !== 'none'
      const isSecond = isWithin(this.#secondWithinMs, this.#endedAtMs, atMs)
      this.#pausedAtMs = Number.NEGATIVE_INFINITY
      this.#endedAtMs = Number.NEGATIVE_INFINITY
      this.#run.begin()
      return { isTaken: isLate || isSecond, typed: [], scans: [] }
    }
    this.#secondWithinMs = Math.max(secondEndingMs, this.#gapTo(atMs) + unevennessMs)
    const ended = given === null ? this.#end(key, this.#gapTo(atMs)) : this.#whole(given)
    this.#run.begin()
    const isTaken = ended.scans.length > 0
    this.#endedAtMs = isTaken ? atMs : Number.NEGATIVE_INFINITY
    return { ...ended, isTaken }
  }

  /** The whole run is a scan, with the keys that are still held. */
  #whole(scan: Scan): Outcome<P> {
    this.#clear()
    this.#pausedAtMs = Number.NEGATIVE_INFINITY
    return { typed: [], scans: [scan] }
  }

  /** A code that only its ending gives away: the field may have been given its first keys. */
  #givenScan(ending: Ending, atMs: number): Scan | null {
    const endingGapMs = this.#gapTo(atMs)
    const native = this.#nativeScan(ending, endingGapMs)
    if (native !== null) return native
    const run = this.#run.keys
    const isGiven = run.length > this.#held.length
    // Where nothing can be typed, keys are held for longer than a run lasts.
    if (this.#run.isOverlapped || run.length < this.#held.length) return null
    if (!isGiven && this.#scanOf(run, ending, endingGapMs) !== null) return null
    const how = { ending, endingGapMs }
    const scan = this.#delayedScan(ending, endingGapMs) ?? evenScanOf(run, this.settings, how)
    return scan === null ? null : { ...scan, isGiven }
  }

  /** The scan that the whole run is by its times, although a part of it was given back or read while the rest was late. */
  #delayedScan(ending: Ending, endingGapMs?: number): Scan | null {
    if (!this.#run.isDelayed) return null
    const isOneByOne = !this.#run.isOverlapped
    const scan = scanOf(this.#run.keys, this.settings, { ending, endingGapMs, isOneByOne })
    return scan === null ? null : { ...scan, isGiven: true }
  }

  /** A code in an element into which only the browser can type, so that its keys could not be held. */
  #nativeScan(ending: Ending, endingGapMs = Number.POSITIVE_INFINITY): Scan | null {
    if (!isNative(this.#run.keys[0]?.place)) return null
    const isOneByOne = !this.#run.isOverlapped
    const scan = scanOf(this.#run.keys, this.settings, { ending, endingGapMs, isOneByOne })
    return scan === null ? null : { ...scan, isGiven: true }
  }

  /** Decides what the held keys are. */
  #end(ending: Ending = 'pause', endingGapMs = Number.POSITIVE_INFINITY): Outcome<P> {
    const held = this.#held
    if (held.length === 0) {
      const native = this.#nativeScan(ending, endingGapMs)
      if (native === null) return nothing
      this.#pausedAtMs = this.#lastAtMs
      this.#run.begin()
      return { typed: [], scans: [native] }
    }
    const scan = this.#delayedScan(ending, endingGapMs) ?? this.#scanOf(held, ending, endingGapMs)
    // A pause does not prove typing: the next key of a scan may only be late.
    if (scan === null) return this.#giveBack()
    const from = scan.isGiven || scan.hasPrefix || this.#isOverlapped ? 0 : handBefore(held)
    this.#clear()
    this.#run.begin()
    this.#pausedAtMs = ending === 'pause' ? (held.at(-1)?.atMs ?? 0) : Number.NEGATIVE_INFINITY
    if (from === 0) return { typed: [], scans: [scan] }
    const rest = this.#scanOf(held.slice(from), ending, endingGapMs)
    return { typed: held.slice(0, from), scans: rest === null ? [] : [rest] }
  }

  #byHand(): Outcome<P> {
    // Where nothing can be typed there is no run of typing either.
    this.#isByHand = this.#held.some(({ place }) => place !== 'nothing') || this.#isByHand
    return this.#giveBack()
  }

  #giveBack(): Outcome<P> {
    const typed = this.#held
    this.#clear()
    return { typed, scans: [] }
  }

  #clear(): void {
    this.#held = []
    this.#isOverlapped = false
  }

  /** Typing that came right before a prefix. */
  #headBeforePrefix(): P[] {
    const { prefix } = this.settings
    if (prefix === '') return []
    const at = textOf(this.#held).indexOf(prefix)
    return at <= 0 ? [] : this.#held.splice(0, at)
  }

  #scanOf(keys: readonly P[], ending: Ending, endingGapMs?: number): Scan | null {
    return scanOf(keys, this.settings, { ending, endingGapMs, isOneByOne: this.#isOneByOne })
  }

  /** No key was pressed before the previous one was released, and no slow run was typed by hand. */
  get #isOneByOne(): boolean {
    return !this.#isOverlapped && !this.#isByHand
  }

  /** Whether the held keys may still become a code. */
  #isPossible(): boolean {
    const held = this.#held
    const text = textOf(held)
    if (held[0]?.place === 'nothing' || this.#isPrefix(text)) return true
    const gaps = gapsOf(held)
    if (areFast(gaps)) return true
    // The mean of two gaps is not enough; three show a steady pace.
    return this.#canBeSlow() && (gaps.length < 3 || mean(gaps) <= slowMeanMs)
  }

  #canBeSlow(): boolean {
    return this.#isOneByOne && canBeSlow(this.#held, this.settings)
  }

  /** Whether the text is the prefix or its beginning. */
  #isPrefix(text: string): boolean {
    const { prefix } = this.settings
    return prefix !== '' && (text.startsWith(prefix) || prefix.startsWith(text))
  }

  /** How late the next key of the same code may come. */
  #limitMs(): number {
    const held = this.#held
    const text = textOf(held)
    if (this.#isPrefix(text)) return looseGapMs
    // A code that is certain by its pace needs a shorter wait.
    if (held.length >= 4 && areFast(gapsOf(held))) return slowGapMs
    if (held[0]?.place === 'nothing') return looseGapMs
    return this.#canBeSlow() ? slowGapMs : fastGapMs
  }

  /** How late the next key of the run may come. */
  #runLimitMs(usualMs: number): number {
    return this.#run.keys.length > 0 && this.#isPrefix(textOf(this.#run.keys)) ? looseGapMs : usualMs
  }

  #gapTo(atMs: number): number {
    return atMs - this.#lastAtMs
  }
}

const nothing = { typed: [], scans: [] } as const
