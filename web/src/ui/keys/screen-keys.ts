import { useEffect, useRef } from 'react'

type Keys = Readonly<Record<string, (event: KeyboardEvent) => void>>

/**
 * Keys for the whole screen, such as Enter for its main action and Escape to go back. They are inactive while
 * a dialog is open, and a focused button or link keeps its Enter.
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
    // In the capture phase, because a dialog closes on the same key and would be gone in the bubble phase.
    window.addEventListener('keydown', onKeyDown, { capture: true })
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true })
  }, [])
}
