import { useSyncExternalStore } from 'react'

const lookEveryMs = 60 * 60_000
const listeners = new Set<() => void>()
let registration: ServiceWorkerRegistration | null = null
let isAsked = false

function tell(): void {
  for (const listener of listeners) listener()
}

/**
 * Registers the service worker, which keeps the till's files on this device so that it opens offline, and
 * checks for newer versions now and then. In a browser without it, the till works online only.
 */
export async function registerServiceWorker(): Promise<void> {
  if (!import.meta.env.PROD || registration !== null || !('serviceWorker' in navigator)) return
  try {
    registration = await navigator.serviceWorker.register('/service-worker.js')
  } catch {
    return
  }
  // A browser under test may return nothing.
  if (registration == null) return
  registration.addEventListener('updatefound', () => {
    registration?.installing?.addEventListener('statechange', tell)
  })
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    // The first worker takes control of a page that is up to date, so no reload is needed.
    if (isAsked) location.reload()
  })
  setInterval(look, lookEveryMs)
  window.addEventListener('online', look)
  tell()
}

/**
 * Resolves once the service worker answers for the files of the till, so that loading them needs no network;
 * never in a browser without it.
 */
export async function filesStored(): Promise<void> {
  if (!('serviceWorker' in navigator)) return new Promise(() => undefined)
  await navigator.serviceWorker.ready
  if (navigator.serviceWorker.controller !== null) return
  await new Promise((resolve) => {
    navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true })
  })
}

function look(): void {
  registration?.update().catch(() => undefined)
}

/** Activates the waiting version and reloads the page. */
function takeOver(): void {
  isAsked = true
  registration?.waiting?.postMessage('takeOver')
}

/** Switches to a newer version that is ready; `null` while there is none. */
export function useNewVersion(): (() => void) | null {
  const isWaiting = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    // The first version has nothing to replace.
    () => registration?.waiting != null && navigator.serviceWorker.controller !== null,
  )
  return isWaiting ? takeOver : null
}
