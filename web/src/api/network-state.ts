import { useSyncExternalStore } from 'react'

/** The result of the last request. `navigator.onLine` can only overrule it with `false`. */
let isReached = true
/** Whether the server did not answer its own question either: perhaps only one request was lost on its way. */
let isGone = false
/** How often the server was reached, to ignore a failure that was begun before. */
let reachedCount = 0
const listeners = new Set<() => void>()

export function noteReached(reached: boolean): void {
  note(reached, isGone && !reached)
}

function note(reached: boolean, gone: boolean): void {
  if (reached) reachedCount += 1
  if (reached === isReached && gone === isGone) return
  isReached = reached
  isGone = gone
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
  if (answers || before === reachedCount) note(answers, !answers)
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

/** Whether the server is surely out of reach: it does not answer when it is asked whether it is there. */
export function useIsGone(): boolean {
  const read = () => isGone || !navigator.onLine
  return useSyncExternalStore(subscribe, read, read)
}

/** Whether the server is reachable, for code outside React. */
export const isOnline = () => isReached && navigator.onLine

/** Subscribes to changes of `isOnline`. */
export const onNetworkChange = subscribe
