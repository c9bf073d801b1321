import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { openDialogCount } from '../layers/open-dialogs.ts'
import { sound } from '../sounds/sounds.ts'
import { isCredential, isWritable } from './focus-place.ts'
import { isGtin } from './gtin.ts'
import { type PageScan, takeScans } from './scanner.ts'
import { typeText } from './typing.ts'

/** Something that the person can do about a refused code. */
export interface ScanAct {
  readonly label: string
  /** Why they cannot, in words; `null` when they can. */
  readonly reason: string | null
  readonly run: () => void
}

/** Why a code was refused, in words for the person who scanned it. */
export interface ScanRefusal {
  readonly title: string
  readonly hint?: string
  readonly acts?: readonly ScanAct[]
}

/** A scan, as handlers receive it. */
export interface AskedScan extends PageScan {
  /** A dialog that does not handle scans itself lies over the handler. */
  readonly isUnderDialog: boolean
}

/** Handles a code: returns `null` when it took it, or the refusal. */
export type TakeScan = (scan: AskedScan) => ScanRefusal | null

/** How close to the person a handler is; the closest one decides. */
const levels = ['frame', 'screen', 'dialog'] as const
type Level = (typeof levels)[number]

interface Meaning {
  readonly level: Level
  readonly take: TakeScan
}

/** A refusal on the screen, with the last codes refused for it. */
export interface ShownRefusal extends ScanRefusal {
  /** Without what may be a credential. */
  readonly codes: readonly string[]
  /** Types the last code into the field that had the focus, because a very fast typist may have typed it. */
  readonly typeIt: (() => void) | null
}

/** As many as can be read at once. */
const shownCodes = 6

let meanings: readonly Meaning[] = []
let shown: ShownRefusal | null = null
const listeners = new Set<() => void>()
let stop: (() => void) | null = null

function hand(scan: PageScan): void {
  const refusal = answerTo(scan)
  sound(refusal === null ? 'hit' : 'miss')
  // Earlier refusals stay, so that they can be read.
  if (refusal === null) return
  const { focused, code, isDoubtful } = scan
  const field = isDoubtful && isWritable(focused) ? focused : null
  tellRefusal(code, refusal, field === null ? null : () => typeText(field, code), mayBeCredential(scan))
}

/** Whether it may be a credential that somebody typed: only goods have long codes with a check digit. */
const mayBeCredential = ({ focused, code }: PageScan) =>
  isCredential(focused) && !(code.length > 8 && isGtin(code))

/** Refuses a code after it was taken, for example by the server. */
export function refuseScan(code: string, refusal: ScanRefusal): void {
  sound('miss')
  tellRefusal(code, refusal, null, false)
}

function tellRefusal(
  code: string,
  refusal: ScanRefusal,
  typeIt: (() => void) | null,
  isHidden: boolean,
): void {
  const before = shown?.title === refusal.title ? shown.codes : []
  const codes = isHidden ? before : [...before, code].slice(-shownCodes)
  show({ ...refusal, codes, typeIt })
}

function answerTo(scan: PageScan): ScanRefusal | null {
  const isUnderDialog = openDialogCount() > meanings.filter(({ level }) => level === 'dialog').length
  // Under a dialog that does not handle scans, only the frame is asked: the dialog's question may concern the
  // screen's content.
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

/** The current refusal. */
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
 * Handles scans while the component is mounted.
 *
 * @param level a `frame` handles scans that no `screen` does, and a `dialog` comes before both
 * @param isOn whether it handles scans now
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
