import { isGtin } from './gtin.ts'
import type { Place, Press } from './press.ts'

/** Six keys in a row this close are not typed by hand. Wired scanners stay below 20 ms. */
export const fastGapMs = 50
/** Three keys and an Enter this close are not typed by hand. */
const machineGapMs = 35
/** Slow or wireless scanners: their keys come 45 to 120 ms apart, with jitter. */
export const slowGapMs = 150
/** A code that comes as evenly as no hand types may be as slow as this. */
export const steadyGapMs = 250
/** On a busy machine one key in this many may be late. */
const lateOneOf = 7

export const textOf = (keys: readonly Press[]) => keys.map(({ key }) => (key === 'Dead' ? '´' : key)).join('')

/** The milliseconds between keys. */
export const gapsOf = (keys: readonly Press[]) =>
  keys.slice(1).map(({ atMs }, index) => atMs - (keys[index]?.atMs ?? atMs))

export const mean = (gaps: readonly number[]) =>
  gaps.length === 0 ? 0 : gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length

export function areFast(gaps: readonly number[]): boolean {
  const late = gaps.filter((gap) => gap > fastGapMs)
  return late.length <= Math.floor(gaps.length / lateOneOf) && late.every((gap) => gap <= slowGapMs)
}

/** @param gaps with the one before the ending */
export const areMachine = (gaps: readonly number[]) => gaps.every((gap) => gap <= machineGapMs)

/**
 * Whether keys come as evenly as hardly any hand types them. How close the gaps of a hand may be by chance depends on how many
 * there are.
 *
 * @param gaps with the one before the ending: one for each character
 */
export function areSteady(gaps: readonly number[]): boolean {
  const spreadMs = gaps.length >= 8 ? 16 : gaps.length >= 5 ? 8 : gaps.length === 4 ? 4 : -1
  const longestMs = Math.max(...gaps)
  // Browsers round each time to a tenth of a millisecond, up or down.
  return longestMs <= steadyGapMs && Math.round(longestMs - Math.min(...gaps)) <= spreadMs
}

/** Whether `atMs` is no earlier than `sinceMs` and at most `limitMs` later. */
export const isWithin = (limitMs: number, sinceMs: number, atMs: number) =>
  atMs >= sinceMs && atMs - sinceMs <= limitMs

/**
 * A single character. A dead key counts only outside fields, because it could not be typed again afterwards.
 */
export function isCharacter(key: string, place: Place): boolean {
  return [...key].length === 1 || (key === 'Dead' && place === 'nothing')
}

/**
 * How many keys at the beginning were typed by hand right before a fast scan: none, unless the rest is a
 * valid GTIN and the whole is not.
 */
export function handBefore(held: readonly Press[]): number {
  for (let from = 1; from <= 3 && from < held.length; from += 1) {
    const tail = held.slice(from)
    const gap = (held[from]?.atMs ?? 0) - (held[from - 1]?.atMs ?? 0)
    const isSplit = gap > fastGapMs && areFast(gapsOf(tail))
    if (isSplit && isGtin(textOf(tail)) && !isGtin(textOf(held))) return from
  }
  return 0
}

/** Whether only the browser can type into it, so that its keys cannot be held. */
export const isNative = (place: Place | undefined) => place === 'date' || place === 'list'
