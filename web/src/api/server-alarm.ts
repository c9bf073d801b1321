import { useCallback, useSyncExternalStore } from 'react'
import { serverNowMs } from './server-clock.ts'

/** Tells once when the server's clock reaches a time. @returns a function that calls it off */
export function atServerTime(timeMs: number, tell: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const wait = () => {
    const leftMs = timeMs - serverNowMs()
    // The clock is corrected while we wait, and browsers wake up late or a little early.
    if (leftMs <= 0) tell()
    else timer = setTimeout(wait, Math.min(leftMs, longestMs))
  }
  timer = setTimeout(wait)
  return () => clearTimeout(timer)
}

const longestMs = 60_000

/** Whether a time of the server has come, such as `expiresAt`; the screen is drawn again when it does. `null`: it never comes. */
export function useIsPast(time: string | null): boolean {
  const timeMs = time === null ? Number.POSITIVE_INFINITY : Date.parse(time)
  const subscribe = useCallback(
    (tell: () => void) => (Number.isFinite(timeMs) ? atServerTime(timeMs, tell) : () => undefined),
    [timeMs],
  )
  const isPast = () => serverNowMs() >= timeMs
  return useSyncExternalStore(subscribe, isPast, isPast)
}
