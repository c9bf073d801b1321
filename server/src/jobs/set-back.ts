/** Clocks are corrected by seconds all the time. */
const noticedMs = 60_000

/** Returns a function that says whether the clock was set back since its last call. */
export function setBackWatch(): () => boolean {
  const aheadMs = () => Date.now() - performance.now()
  let before = aheadMs()
  return () => {
    const now = aheadMs()
    const isSetBack = now < before - noticedMs
    before = now
    return isSetBack
  }
}
