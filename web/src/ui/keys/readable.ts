import { useEffect, useRef } from 'react'

/** A shorter look at a screen is none. */
const readMs = 500

/**
 * Tells whether who pressed a key could have read this screen: half a second after it was painted, by the keyboard's own
 * time. On a slow device a key that was meant for the screen before arrives when this one has long been there.
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
