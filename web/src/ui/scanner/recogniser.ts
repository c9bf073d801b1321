import { isGtin } from './gtin.ts'

/** The focused element: not a field, a numeric field, or a text field. */
export type Place = 'nothing' | 'figures' | 'text'
export type Ending = 'Enter' | 'Tab' | 'pause'

export interface RecogniserSettings {
  /** Sent by the scanner before each code; with it, timing no longer matters. */
  readonly prefix: string
  /** Sent after each code; `auto` accepts any of them. */
  readonly ending: 'auto' | 'Enter' | 'Tab' | 'none'
  /** `fast`: keys come as close as from a wired scanner, so typing is not delayed. */
  readonly pace: 'auto' | 'fast'
}

export const defaultSettings: RecogniserSettings = { prefix: '', ending: 'auto', pace: 'auto' }

/** A key press. */
export interface Press {
  /** As the browser names it: one character, or the name of a key. */
  readonly key: string
  /** The physical key, to match its release. */
  readonly code: string
  readonly atMs: number
  readonly place: Place
  readonly isRepeat?: boolean
}

export interface Scan {
  /** Without prefix and ending. */
  readonly code: string
  readonly ending: Ending
  readonly hasPrefix: boolean
  /** Between its keys. */
  readonly meanGapMs: number
  readonly longestGapMs: number
  /** A very fast typist might have typed it. */
  readonly isDoubtful: boolean
}

export interface Outcome<P extends Press> {
  /** Held keys that turned out to be typing: they must reach their field before anything else. */
  readonly typed: readonly P[]
  /** In the order in which they were read. */
  readonly scans: readonly Scan[]
}

export interface Verdict<P extends Press> extends Outcome<P> {
  /** Whether this key is held or belongs to a scan, and must not reach the page. */
  readonly isTaken: boolean
}

/** Six keys in a row this close are not typed by hand. Wired scanners stay below 20 ms. */
const fastGapMs = 50
/** Slow or wireless scanners: their keys come 45 to 120 ms apart, with jitter. */
const slowGapMs = 150
/** A typist who averages this over eight keys overlaps them: one is released after the next is pressed. */
const slowMeanMs = 130
/** Where nothing can be typed, and after a prefix, nobody waits to see a key. */
const looseGapMs = 350
/** An Enter or Tab that follows this late still belongs to a code without ending. */
const lateEndingMs = 500
/** Some scanners send two endings, such as Enter for CR and Enter for LF. Nobody presses Enter this soon. */
const secondEndingMs = 150
/** How much later than its press a key may arrive. */
const lateArrivalMs = 240
/** On a busy machine one key in this many may be late. */
const lateOneOf = 7
const group = String.fromCodePoint(29)
const slowCode = new RegExp(`^[0-9A-Z\\-.$/+%*${group}]+$`)
const modifiers = new Set(['Shift', 'CapsLock', 'NumLock', 'AltGraph', 'Control', 'Alt', 'Meta', 'Fn'])

/**
 * Tells a scanner's keys from a person's. Keys go in with their times and are held while they may be part of
 * a code; what comes out is either a scan, whose keys nothing else has seen, or typing, complete and in
 * order. It has no clock: its owner calls `rest` after `waitMs` without a key.
 */
export class Recogniser<P extends Press = Press> {
  settings: RecogniserSettings
  #held: P[] = []
  /** A later key went down before an earlier one was released, which scanners never do. */
  #isOverlapped = false
  /** The current run of keys was typed by hand: a slow scan cannot begin in its middle. */
  #isByHand = false
  #lastAtMs = Number.NEGATIVE_INFINITY
  #pausedAtMs = Number.NEGATIVE_INFINITY
  /** When a scan ended with its own Enter or Tab. */
  #endedAtMs = Number.NEGATIVE_INFINITY

  constructor(settings: RecogniserSettings = defaultSettings) {
    this.settings = settings
  }

  /**
   * How long to wait for the next key before calling `rest`; `null` when nothing is held. Key events carry
   * their time but can arrive late on a busy machine, so where nobody waits to see a key, more time is given.
   */
  get waitMs(): number | null {
    const held = this.#held
    if (held.length === 0) return null
    const isUnseen = held[0]?.place === 'nothing' || held.length >= 8
    return this.#limitMs() + (isUnseen ? lateArrivalMs : held.length >= 4 ? lateArrivalMs / 2 : 0)
  }

  press(press: P): Verdict<P> {
    const { key, atMs, place } = press
    if (modifiers.has(key)) return { isTaken: false, typed: [], scans: [] }
    const before = this.#held.length > 0 && this.#gapTo(atMs) > this.#limitMs() ? this.#end() : nothing
    if (this.#gapTo(atMs) > slowGapMs) this.#isByHand = false
    const now =
      key === 'Enter' || key === 'Tab'
        ? this.#ending(key, atMs)
        : isCharacter(key, place) && !(key === ' ' && place === 'nothing' && this.#held.length === 0)
          ? this.#character(press)
          : { ...this.#end(), isTaken: false }
    if (key !== 'Enter' && key !== 'Tab') {
      this.#endedAtMs = Number.NEGATIVE_INFINITY
      if (!now.isTaken) this.#pausedAtMs = Number.NEGATIVE_INFINITY
    }
    this.#lastAtMs = atMs
    return {
      isTaken: now.isTaken,
      typed: [...before.typed, ...now.typed],
      scans: [...before.scans, ...now.scans],
    }
  }

  /** A key was released: keys that overlap are not from a slow scanner. */
  release(code: string): Outcome<P> {
    const at = this.#held.findLastIndex((each) => each.code === code)
    if (at < 0 || at === this.#held.length - 1) return nothing
    this.#isOverlapped = true
    return this.#isPossible() ? nothing : this.#byHand()
  }

  /** No key has come for a while, or something happens that keys must not be delayed past. */
  rest(): Outcome<P> {
    return this.#end()
  }

  #character(press: P): Verdict<P> {
    if (press.isRepeat === true) return { ...this.#byHand(), isTaken: false }
    this.#held.push(press)
    const head = this.#headBeforePrefix()
    if (this.#isPossible()) return { isTaken: true, typed: head, scans: [] }
    this.#held.pop()
    return { isTaken: false, typed: [...head, ...this.#byHand().typed], scans: [] }
  }

  #ending(key: 'Enter' | 'Tab', atMs: number): Verdict<P> {
    if (this.#held.length === 0) {
      const isLate = isWithin(lateEndingMs, this.#pausedAtMs, atMs) && this.settings.ending !== 'none'
      const isSecond = isWithin(secondEndingMs, this.#endedAtMs, atMs)
      this.#pausedAtMs = Number.NEGATIVE_INFINITY
      this.#endedAtMs = Number.NEGATIVE_INFINITY
      return { isTaken: isLate || isSecond, typed: [], scans: [] }
    }
    const ended = this.#end(key)
    const isTaken = ended.scans.length > 0
    this.#endedAtMs = isTaken ? atMs : Number.NEGATIVE_INFINITY
    return { ...ended, isTaken }
  }

  /** Decides what the held keys are. */
  #end(ending: Ending = 'pause'): Outcome<P> {
    const held = this.#held
    if (held.length === 0) return nothing
    const scan = this.#scanOf(held, ending)
    // A pause does not prove typing: the next key of a scan may only be late.
    if (scan === null) return this.#giveBack()
    const isOverlapped = this.#isOverlapped
    this.#clear()
    this.#pausedAtMs = ending === 'pause' ? (held.at(-1)?.atMs ?? 0) : Number.NEGATIVE_INFINITY
    const from = scan.hasPrefix || isOverlapped ? 0 : handBefore(held)
    if (from === 0) return { typed: [], scans: [scan] }
    const rest = this.#scanOf(held.slice(from), ending)
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

  #scanOf(held: readonly P[], ending: Ending): Scan | null {
    const { prefix } = this.settings
    const text = textOf(held)
    const hasPrefix = prefix !== '' && text.startsWith(prefix)
    const code = (hasPrefix ? text.slice(prefix.length) : text).trim()
    const gaps = gapsOf(held)
    const isFast = areFast(gaps)
    if (code === '' || !(hasPrefix || this.#isCode(held, text, gaps, ending))) return null
    return {
      code,
      ending,
      hasPrefix,
      meanGapMs: Math.round(mean(gaps)),
      longestGapMs: Math.round(Math.max(0, ...gaps)),
      isDoubtful: !hasPrefix && !isFast && held[0]?.place !== 'nothing',
    }
  }

  #isCode(held: readonly P[], text: string, gaps: readonly number[], ending: Ending): boolean {
    const place = held[0]?.place ?? 'nothing'
    const length = text.length
    if (place === 'nothing') return length >= (ending === 'pause' ? 4 : 2)
    // Words are typed, sometimes by programs and text expanders, and every shop's code has a digit.
    if (place === 'text' && !/\d/.test(text)) return false
    if (areFast(gaps)) return length >= (ending === 'pause' ? 6 : 4)
    return this.#isSlowCode(held, text, gaps) && this.#hasOwnEnding(ending)
  }

  #isSlowCode(held: readonly P[], text: string, gaps: readonly number[]): boolean {
    if (!this.#canBeSlow(held, text) || mean(gaps) > slowMeanMs || Math.max(...gaps) > slowGapMs) return false
    // Nobody types letters into a numeric field.
    if (held[0]?.place === 'figures' && /[A-Za-z]/.test(text)) return text.length >= 4
    const digits = text.replaceAll(/\D/g, '').length
    return text.length >= 8 && (held[0]?.place === 'figures' || digits * 2 >= text.length)
  }

  #hasOwnEnding(ending: Ending): boolean {
    const own = this.settings.ending
    return own === 'auto' || (own === 'none' ? ending === 'pause' : own === ending)
  }

  #canBeSlow(held: readonly P[], text: string): boolean {
    const { prefix, pace } = this.settings
    if (prefix !== '' || pace === 'fast' || this.#isOverlapped || this.#isByHand) return false
    return held[0]?.place === 'figures' || slowCode.test(text)
  }

  /** Whether the held keys may still become a code. */
  #isPossible(): boolean {
    const held = this.#held
    const text = textOf(held)
    if (held[0]?.place === 'nothing' || this.#isPrefix(text)) return true
    const gaps = gapsOf(held)
    if (areFast(gaps)) return true
    // The mean of two gaps is not enough; three show a steady pace.
    return this.#canBeSlow(held, text) && (gaps.length < 3 || mean(gaps) <= slowMeanMs)
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
    if (held.length > lateOneOf && areFast(gapsOf(held))) return slowGapMs
    if (held[0]?.place === 'nothing') return looseGapMs
    return this.#canBeSlow(held, text) ? slowGapMs : fastGapMs
  }

  #gapTo(atMs: number): number {
    return atMs - this.#lastAtMs
  }
}

const nothing = { typed: [], scans: [] } as const

/** Whether `atMs` is no earlier than `sinceMs` and at most `limitMs` later. */
const isWithin = (limitMs: number, sinceMs: number, atMs: number) =>
  atMs >= sinceMs && atMs - sinceMs <= limitMs

/**
 * A single character. A dead key counts only outside fields, because it could not be typed again afterwards.
 */
function isCharacter(key: string, place: Place): boolean {
  return [...key].length === 1 || (key === 'Dead' && place === 'nothing')
}

const textOf = (held: readonly Press[]) => held.map(({ key }) => (key === 'Dead' ? '´' : key)).join('')

const gapsOf = (held: readonly Press[]) =>
  held.slice(1).map(({ atMs }, index) => atMs - (held[index]?.atMs ?? atMs))

const mean = (gaps: readonly number[]) =>
  gaps.length === 0 ? 0 : gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length

function areFast(gaps: readonly number[]): boolean {
  const late = gaps.filter((gap) => gap > fastGapMs)
  return late.length <= Math.floor(gaps.length / lateOneOf) && late.every((gap) => gap <= slowGapMs)
}

/**
 * How many keys at the beginning were typed by hand right before a fast scan: none, unless the rest is a
 * valid GTIN and the whole is not.
 */
function handBefore(held: readonly Press[]): number {
  for (let from = 1; from <= 3 && from < held.length; from += 1) {
    const tail = held.slice(from)
    const gap = (held[from]?.atMs ?? 0) - (held[from - 1]?.atMs ?? 0)
    const isSplit = gap > fastGapMs && areFast(gapsOf(tail))
    if (isSplit && isGtin(textOf(tail)) && !isGtin(textOf(held))) return from
  }
  return 0
}
