import { useEffect, useEffectEvent } from 'react'
import { scannedKeys } from './scanned-keys.ts'

/** Hears of codes that a scanner types anywhere on the page, except into an open dialog. */
export function useScanner(onCode: (code: string) => void): void {
  const tell = useEffectEvent(onCode)
  useEffect(() => {
    const feed = scannedKeys()
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return
      const code = feed(event.key, event.timeStamp)
      if (code === null || document.querySelector('[role="dialog"]') !== null) return
      event.preventDefault()
      event.stopPropagation()
      // What the scanner typed into the field that had the focus belongs to nobody.
      const { target } = event
      if (target instanceof HTMLInputElement && target.type === 'search') target.select()
      tell(code)
    }
    window.addEventListener('keydown', onKeyDown, { capture: true })
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true })
  }, [])
}
