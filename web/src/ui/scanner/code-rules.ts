import { areFast, areMachine, areSteady, gapsOf, mean, slowGapMs, textOf } from './pace.ts'
import type { Ending, Press, RecogniserSettings, Scan } from './press.ts'

/** A typist who averages this over eight keys overlaps them: one is released after the next is pressed. */
export const slowMeanMs = 130
const group = String.fromCodePoint(29)
const slowCode = new RegExp(`^[0-9A-Z\\-.$/+%*${group}]+$`)
/** The codes that a shop may give its goods. */
const ownCode = /^[\w.-]{3,48}$/

/** A store's code, which may be of letters only, and a folio. */
const ticketCode = /^[A-Z0-9-]{1,12}\/[A-Z]-\d{6,9}$/

/** What came after the keys, and how. */
interface Reading {
  readonly ending: Ending
  /** Before the ending; without it, it came late or never. */
  readonly endingGapMs?: number | undefined
  /** The keys may be a slow scanner's: each was released before the next, and they began together. */
  readonly isOneByOne?: boolean
}

/** The scan that these keys are, or `null` for typing. */
export function scanOf(keys: readonly Press[], settings: RecogniserSettings, how: Reading): Scan | null {
  const { prefix } = settings
  const hasPrefix = prefix !== '' && textOf(keys).startsWith(prefix)
  const scan = readAs(keys, how.ending, hasPrefix ? prefix.length : 0)
  return scan.code !== '' && (hasPrefix || isCode(keys, settings, how)) ? scan : null
}

/**
 * The scan that these keys are, however slow they came: because hardly any hand types as evenly, or because nobody types letters
 * into a numeric field.
 */
export function evenScanOf(keys: readonly Press[], settings: RecogniserSettings, how: Reading): Scan | null {
  const { prefix, pace } = settings
  if (prefix !== '' || pace === 'fast' || !isOwnEnding(how.ending, settings)) return null
  const text = textOf(keys)
  const isOfFigures = keys[0]?.place === 'figures'
  const isAmount = isOfFigures && /^[\d.]*\.[\d.]*$/.test(text)
  if (isAmount || keys.some(({ isCredential }) => isCredential)) return null
  if (!ownCode.test(text) && !ticketCode.test(text)) return null
  const isNoFigure = isOfFigures && /[A-Za-z]/.test(text) && text.length >= 4
  if (!isNoFigure && !areSteady(gapsWith(keys, how))) return null
  return { ...readAs(keys, how.ending, 0), isDoubtful: true }
}

/** Whether these keys may be the beginning of a slow scan. */
export function canBeSlow(keys: readonly Press[], { prefix, pace }: RecogniserSettings): boolean {
  if (prefix !== '' || pace === 'fast') return false
  return keys[0]?.place === 'figures' || slowCode.test(textOf(keys))
}

function readAs(keys: readonly Press[], ending: Ending, prefixLength: number): Scan {
  const gaps = gapsOf(keys)
  const hasPrefix = prefixLength > 0
  return {
    code: textOf(keys).slice(prefixLength).trim(),
    ending,
    hasPrefix,
    meanGapMs: Math.round(mean(gaps)),
    longestGapMs: Math.round(Math.max(0, ...gaps)),
    isDoubtful: !hasPrefix && !areFast(gaps) && keys[0]?.place !== 'nothing',
    isGiven: false,
  }
}

function isCode(keys: readonly Press[], settings: RecogniserSettings, how: Reading): boolean {
  const place = keys[0]?.place ?? 'nothing'
  const text = textOf(keys)
  const isPaused = how.ending === 'pause'
  if (place === 'nothing') return text.length >= (isPaused ? 4 : 2)
  const isCredential = keys.some((each) => each.isCredential)
  if (!isCredential && ownCode.test(text) && areMachine(gapsWith(keys, how))) return true
  // Words are typed, sometimes by programs and text expanders, but without an Enter.
  if (place !== 'figures' && !/\d/.test(text)) return false
  if (areFast(gapsOf(keys))) return text.length >= (isPaused ? 6 : 4)
  const isSlow = how.isOneByOne === true && canBeSlow(keys, settings) && isSlowCode(keys)
  return isSlow && isOwnEnding(how.ending, settings)
}

function isSlowCode(keys: readonly Press[]): boolean {
  const gaps = gapsOf(keys)
  const text = textOf(keys)
  if (mean(gaps) > slowMeanMs || Math.max(...gaps) > slowGapMs) return false
  const isOfFigures = keys[0]?.place === 'figures'
  // Nobody types letters into a numeric field.
  if (isOfFigures && /[A-Za-z]/.test(text)) return text.length >= 4
  const digits = text.replaceAll(/\D/g, '').length
  // A date is typed with eight digits.
  const least = keys[0]?.place === 'date' ? 9 : 8
  return text.length >= least && (isOfFigures || digits * 2 >= text.length || ticketCode.test(text))
}

function isOwnEnding(ending: Ending, { ending: own }: RecogniserSettings): boolean {
  return own === 'auto' || (own === 'none' ? ending === 'pause' : own === ending)
}

/** The gaps between the keys, and before the ending. */
const gapsWith = (keys: readonly Press[], { endingGapMs = Number.POSITIVE_INFINITY }: Reading) => [
  ...gapsOf(keys),
  endingGapMs,
]
