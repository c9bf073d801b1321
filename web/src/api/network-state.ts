import { useSyncExternalStore } from 'react'

/** The result of the last request. `navigator.onLine` can only overrule it with `false`. */
let isReached = true
/** Whether `/healthz` has failed, too. A single failed request may only have been lost. */
let isOutage = false
/** How often the server was reached, to ignore a failure that was begun before. */
let reachedCount = 0
const listeners = new Set<() => void>()

export function noteReached(reached: boolean): void {
  setState(reached, isOutage && !reached)
}

function setState(reached: boolean, outage: boolean): void {
  if (reached) reachedCount += 1
  if (reached === isReached && outage === isOutage) return
  isReached = reached
  isOutage = outage
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** Whether the server is reachable, as far as this client knows. */
export function useIsOnline(): boolean {
  return useSyncExternalStore(subscribe, isOnline, isOnline)
}

const askEveryMs = 4000
/** `/healthz` waits for nothing, so a server that is only slow with other answers still gives this one. */
const answersWithinMs = 5000
let asking: Promise<void> | null = null

/** Asks the server whether it is there; calls at the same time share the question. */
export function askServer(): Promise<void> {
  asking ??= ask().finally(() => {
    asking = null
  })
  return asking
}

async function ask(): Promise<void> {
  const before = reachedCount
  const answers = await isAnswering()
  // Another request may have been answered while this one waited.
  if (answers || before === reachedCount) setState(answers, !answers)
}

async function isAnswering(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(answersWithinMs)
    return (await fetch('/healthz', { cache: 'no-store', signal })).ok
  } catch {
    return false
  }
}

/** Polls the server while it is unreachable. @returns a function that stops it */
export function watchNetwork(): () => void {
  const askIfGone = () => {
    if (!isReached && navigator.onLine) void askServer()
  }
  const timer = setInterval(askIfGone, askEveryMs)
  window.addEventListener('online', askIfGone)
  return () => {
    clearInterval(timer)
    window.removeEventListener('online', askIfGone)
  }
}

/** Whether the server is out of reach: not only a request has failed, but also `/healthz`. */
export function useIsOutage(): boolean {
  const read = () => isOutage || !navigator.onLine
  return useSyncExternalStore(subscribe, read, read)
}

/** Whether the server is reachable, for code outside React. */
export const isOnline = () => isReached && navigator.onLine

/** Subscribes to changes of `isOnline`. */
export const onNetworkChange = subscribe
