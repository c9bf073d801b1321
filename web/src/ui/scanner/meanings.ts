import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { placeOf } from './focus-place.ts'
import { type PageScan, takeScans } from './scanner.ts'
import { sound } from './sounds.ts'
import { typeText } from './typing.ts'

/** Why a code was not taken, in words for whoever scanned it. */
export interface ScanRefusal {
  readonly title: string
  readonly hint?: string
}

/** What is asked what a scan means. */
export interface AskedScan extends PageScan {
  /** A dialog lies over what is asked, and says nothing about scans itself. */
  readonly isUnderDialog: boolean
}

/** What becomes of a code: `null`, it was taken. */
export type TakeScan = (scan: AskedScan) => ScanRefusal | null

/** How near to the person's hand it is that says what a scan means; the nearest says it. */
const levels = ['frame', 'screen', 'dialog'] as const
type Level = (typeof levels)[number]

interface Meaning {
  readonly level: Level
  readonly take: TakeScan
}

/** A refusal that is on the screen, with the last codes that it has met. */
export interface ShownRefusal extends ScanRefusal {
  readonly codes: readonly string[]
  /** Puts the last code into the field that had the focus: it may have been typed, by a very fast hand. */
  readonly typeIt: (() => void) | null
}

/** As many as can be read at once; each was told of when it came. */
const shownCodes = 6

let meanings: readonly Meaning[] = []
let shown: ShownRefusal | null = null
const listeners = new Set<() => void>()
let stop: (() => void) | null = null

function hand(scan: PageScan): void {
  const refusal = answerTo(scan)
  sound(refusal === null ? 'hit' : 'miss')
  // What was refused before stays to be read.
  if (refusal === null) return
  const { focused, code, isDoubtful } = scan
  const field = isDoubtful && focused !== null && placeOf(focused) !== 'nothing' ? focused : null
  tellRefusal(code, refusal, field === null ? null : () => typeText(field, code))
}

/** Refuses a code that had been taken: somebody else said no. */
export function refuseScan(code: string, refusal: ScanRefusal): void {
  sound('miss')
  tellRefusal(code, refusal, null)
}

function tellRefusal(code: string, refusal: ScanRefusal, typeIt: (() => void) | null): void {
  const before = shown?.title === refusal.title ? shown.codes : []
  show({ ...refusal, codes: [...before, code].slice(-shownCodes), typeIt })
}

function answerTo(scan: PageScan): ScanRefusal | null {
  const openCount = document.querySelectorAll('[role="dialog"]').length
  const isUnderDialog = openCount > meanings.filter(({ level }) => level === 'dialog').length
  // Under a dialog that says nothing, only the frame is asked: what the dialog asks for may be about the screen.
  const asked = isUnderDialog ? (['frame'] as const) : levels.toReversed()
  const [nearest] = asked.flatMap((level) => meanings.findLast((each) => each.level === level) ?? [])
  return nearest === undefined ? null : nearest.take({ ...scan, isUnderDialog })
}

function show(refusal: ShownRefusal | null): void {
  if (shown === refusal) return
  shown = refusal
  for (const listener of listeners) listener()
}

export const dismissRefusal = () => show(null)

/** The refusal that is to be read now. */
export function useShownRefusal(): ShownRefusal | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => shown,
  )
}

/**
 * Says what a scan means while this is on the screen.
 *
 * @param level a `frame` says it where no `screen` does, and a `dialog` before both
 * @param isOn whether it says so just now
 */
export function useScans(level: Level, take: TakeScan, isOn = true): void {
  const latest = useEffectEvent(take)
  useEffect(() => {
    if (!isOn) return
    const meaning: Meaning = { level, take: (scan) => latest(scan) }
    meanings = [...meanings, meaning]
    stop ??= takeScans(hand)
    return () => {
      meanings = meanings.filter((each) => each !== meaning)
      if (meanings.length > 0) return
      stop?.()
      stop = null
      show(null)
    }
  }, [level, isOn])
}
