import { useLayoutEffect, useRef } from 'react'
import { openDialogCount } from '../layers/open-dialogs.ts'
import { chordOf } from './chord.ts'

type Keys = Readonly<Record<string, (event: KeyboardEvent) => void>>

/** Where keys act: on the screen while nothing lies over it, or in the only open dialog. */
export type KeyLayer = 'screen' | 'dialog'

/**
 * Keys for the whole screen by their chords, such as `Enter` for its main action, `F12` or `Alt+1`. They are
 * inactive while a dialog covers their layer, and a focused button or link keeps its Enter.
 */
export function useScreenKeys(keys: Keys, layer: KeyLayer = 'screen'): void {
  const latest = useRef(keys)
  // Before the screen is painted: who sees it can press its keys.
  useLayoutEffect(() => {
    latest.current = keys
  })
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const chord = chordOf(event)
      const act = chord !== null && Object.hasOwn(latest.current, chord) ? latest.current[chord] : undefined
      if (act === undefined || event.defaultPrevented || event.repeat || isCovered(layer)) return
      const { target } = event
      const isOnControl = target instanceof Element && target.closest('button, a, [role="tab"]') !== null
      if (chord === 'Enter' && isOnControl) return
      act(event)
    }
    // In the capture phase, because a dialog closes on the same key and would be gone in the bubble phase.
    window.addEventListener('keydown', onKeyDown, { capture: true })
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true })
  }, [layer])
}

function isCovered(layer: KeyLayer): boolean {
  return document.querySelector('[role="menu"]') !== null || openDialogCount() > (layer === 'dialog' ? 1 : 0)
}
