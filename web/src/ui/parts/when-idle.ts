/** Runs `work` once the browser has nothing else to do; where it cannot tell, a second later. Outside browsers, never. */
export function whenIdle(work: () => void): void {
  if (typeof window === 'undefined') return
  if ('requestIdleCallback' in window) window.requestIdleCallback(work)
  else setTimeout(work, 1_000)
}
