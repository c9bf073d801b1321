import { useSyncExternalStore } from 'react'

const lookEveryMs = 60 * 60_000
const listeners = new Set<() => void>()
let registration: ServiceWorkerRegistration | null = null
let isAsked = false

function tell(): void {
  for (const listener of listeners) listener()
}

/**
 * Keeps the till's files on this device, so that it opens without a network, and looks for newer ones now and then. A
 * browser that cannot or may not do that has a till all the same, as long as there is a network.
 */
export async function keepTill(): Promise<void> {
  if (!import.meta.env.PROD || registration !== null || !('serviceWorker' in navigator)) return
  try {
    registration = await navigator.serviceWorker.register('/service-worker.js')
  } catch {
    return
  }
  // A browser under test answers nothing at all.
  if (registration == null) return
  registration.addEventListener('updatefound', () => {
    registration?.installing?.addEventListener('statechange', tell)
  })
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    // The first worker takes over a page that is up to date; nobody has asked for another one then.
    if (isAsked) location.reload()
  })
  setInterval(look, lookEveryMs)
  window.addEventListener('online', look)
  tell()
}

function look(): void {
  registration?.update().catch(() => undefined)
}

/** Changes to the version that waits, and loads the page anew. */
function takeOver(): void {
  isAsked = true
  registration?.waiting?.postMessage('takeOver')
}

/** Changes to the newer version that lies ready; `null` while there is none. */
export function useNewVersion(): (() => void) | null {
  const isWaiting = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    // The first version of all has nothing to take over from.
    () => registration?.waiting != null && navigator.serviceWorker.controller !== null,
  )
  return isWaiting ? takeOver : null
}
