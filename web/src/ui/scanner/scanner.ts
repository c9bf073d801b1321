import { isCredential, placeOf } from './focus-place.ts'
import type { Press, Scan } from './press.ts'
import { type Outcome, Recogniser } from './recogniser.ts'
import { onScannerSettings, scannerSettings } from './scanner-settings.ts'
import { type Content, contentOf, type HeldKey, isGivenBack, putBack, typeHeld } from './typing.ts'

/** A key press and the element that had the focus. */
type PagePress = Press & HeldKey

/** A scan and the element that had the focus throughout. */
export interface PageScan extends Scan {
  readonly focused: Element | null
}

const recogniser = new Recogniser<PagePress>(scannerSettings())
/** Keys whose press was held back: their release must be hidden too. */
const taken = new Set<string>()
const takers = new Set<(scan: PageScan) => void>()
const tickMs = 25
/** The fields of the latest run of keys, as they were before it: one, unless it filled a field that passes the focus on. */
let before: Content[] = []
let latestTarget: EventTarget | null = null
let timer: ReturnType<typeof setTimeout> | undefined
let isListening = false

/**
 * Listens to the keyboard before anything else on the page. Keys of a scan reach no field, button or dialog;
 * keys that may belong to a scan are held for a moment and given back. A code that is recognized only by its ending
 * is taken out of its field again. While nothing handles scans, keys are left alone.
 */
export function listenForScans(): void {
  if (isListening) return
  isListening = true
  const first = { capture: true }
  window.addEventListener('keydown', onKeyDown, first)
  window.addEventListener('keyup', onKeyUp, first)
  // Other input must not overtake keys that were pressed before it.
  for (const other of ['pointerdown', 'paste', 'cut', 'drop', 'compositionstart', 'blur', 'pagehide'])
    window.addEventListener(
      other,
      (event) => (event.type !== 'blur' || event.target === window) && interrupt(),
      first,
    )
  onScannerSettings(() => {
    interrupt()
    recogniser.settings = scannerSettings()
  })
}

/** Passes every scan to `take` until the returned function is called. */
export function takeScans(take: (scan: PageScan) => void): () => void {
  takers.add(take)
  return () => {
    takers.delete(take)
    if (takers.size === 0) rest()
  }
}

function onKeyDown(event: KeyboardEvent): void {
  if (takers.size === 0 || isGivenBack()) return
  const key = characterOf(event)
  if (key === null) {
    interrupt()
    return
  }
  const press = {
    key,
    code: event.code,
    atMs: event.timeStamp,
    place: placeOf(event.target),
    isCredential: isCredential(event.target),
    isRepeat: event.repeat,
    target: event.target,
  }
  const { isTaken, isFirst, ...outcome } = recogniser.press(press)
  if (isTaken) {
    taken.add(event.code)
    swallow(event)
  }
  settle(outcome)
  if (isFirst) before = []
  if (isFirst || event.target !== latestTarget) remember(event.target)
}

function remember(target: EventTarget | null): void {
  latestTarget = target
  const content = contentOf(target)
  if (content !== null) before.push(content)
}

function onKeyUp(event: KeyboardEvent): void {
  if (isGivenBack()) return
  if (taken.delete(event.code)) swallow(event)
  if (takers.size > 0) settle(recogniser.release(event.code))
}

/** The key's character; `null` for a shortcut or during composition. */
function characterOf(event: KeyboardEvent): string | null {
  // On-screen keyboards do not name keys.
  if (event.isComposing || event.keyCode === 229 || event.key === 'Unidentified') return null
  const isAltGraph = event.getModifierState('AltGraph')
  // FNC1 between the parts of a GS1 code, as keyboards send it.
  if (event.ctrlKey && event.key === ']' && recogniser.waitMs !== null) return String.fromCodePoint(29)
  const isShortcut = (event.ctrlKey || event.altKey) && !isAltGraph
  return (isShortcut || event.metaKey) && event.key.length === 1 ? null : event.key
}

function swallow(event: Event): void {
  event.preventDefault()
  event.stopImmediatePropagation()
}

function rest(): void {
  settle(recogniser.rest())
}

function interrupt(): void {
  settle(recogniser.interrupt())
}

function settle({ typed, scans }: Outcome<PagePress>): void {
  clearTimeout(timer)
  const { waitMs } = recogniser
  if (waitMs !== null) wait(waitMs)
  typeHeld(typed)
  for (const scan of scans) {
    if (scan.isGiven) putAllBack()
    for (const take of [...takers]) take({ ...scan, focused: document.activeElement })
  }
}

function putAllBack(): void {
  before.toReversed().forEach(putBack)
  if (before.length > 1) before[0]?.field.focus()
}

/**
 * Calls `rest` after a pause. Time in which the page was blocked does not count, because keys wait in its
 * queue.
 */
function wait(forMs: number): void {
  let leftMs = forMs
  let atMs = performance.now()
  const tick = () => {
    const nowMs = performance.now()
    leftMs -= Math.min(nowMs - atMs, 2 * tickMs)
    atMs = nowMs
    if (leftMs <= 0) rest()
    else timer = setTimeout(tick, Math.min(leftMs, tickMs))
  }
  timer = setTimeout(tick, Math.min(leftMs, tickMs))
}
