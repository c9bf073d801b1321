import { useEffect, useRef } from 'react'

type Keys = Readonly<Record<string, (event: KeyboardEvent) => void>>

/**
 * Keys of the whole screen, such as Enter for its main action and Escape for the way back. They rest
 * while a dialog is open, and Enter belongs to a button or link that has the focus.
 */
export function useScreenKeys(keys: Keys): void {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const act = Object.hasOwn(latest.current, event.key) ? latest.current[event.key] : undefined
      const isTaken = event.defaultPrevented || event.repeat || event.ctrlKey || event.metaKey || event.altKey
      if (act === undefined || isTaken || document.querySelector('[role="dialog"],[role="menu"]') !== null)
        return
      const { target } = event
      const isOnControl = target instanceof Element && target.closest('button, a, [role="tab"]') !== null
      if (event.key === 'Enter' && isOnControl) return
      act(event)
    }
    // Dialogs close on the way down and are gone by the time the page hears of the key.
    window.addEventListener('keydown', onKeyDown, { capture: true })
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true })
  }, [])
}
