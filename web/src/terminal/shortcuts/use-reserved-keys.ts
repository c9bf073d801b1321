import { useEffect } from 'react'
import { chordOf } from '../../ui/keys/chord.ts'
import { reservedKeys } from './shortcuts.ts'

/**
 * Keeps the browser's own effect of the till's keys away, also while a dialog leaves them without meaning: F1
 * would open its help, F3 its search, and F12 its tools.
 */
export function useReservedKeys(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (reservedKeys.has(chordOf(event) ?? '')) event.preventDefault()
    }
    // In the bubble phase: a prevented key would not reach the commands.
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
}
