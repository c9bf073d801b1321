import { useEffect, useRef } from 'react'

/** A shorter look at a screen is none. */
const readMs = 500

/**
 * Tells whether a key was pressed at least half a second after this screen was painted, so that the person can have read it.
 * Compares the time of the press, not of its arrival: a slow device delivers a key that was meant for the previous screen
 * long after this one appeared.
 */
export function useReadable(): (event?: KeyboardEvent) => boolean {
  const paintedAtMs = useRef(Number.POSITIVE_INFINITY)
  useEffect(() => {
    // The first frame is about to be painted when this is called, and has been when the second is.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => {
        paintedAtMs.current = performance.now()
      })
    })
    return () => cancelAnimationFrame(frame)
  }, [])
  return (event) => (event?.timeStamp ?? performance.now()) - paintedAtMs.current > readMs
}
