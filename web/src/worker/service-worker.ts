/// <reference lib="webworker" />
import { clientsClaim } from 'workbox-core'
import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  type PrecacheEntry,
  precacheAndRoute,
} from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'

declare const self: ServiceWorkerGlobalScope
/** The till's files with their revisions, inserted by the build. */
declare const __TILL_FILES__: PrecacheEntry[]

/** How long to wait for a page from the server before showing the stored one. */
const patienceMs = 4000
/** Paths that the server answers itself, even for page navigations. */
const notPages = [
  /^\/(auth|pos|vas|platform|admin|workflows|events|setup|docs|healthz|readyz|metrics)(\/|$)/,
  /\.\w+$/,
]

// Only files of the build are stored. Answers of the API never are, because they depend on who asks and when.
precacheAndRoute(__TILL_FILES__, { cleanURLs: false, directoryIndex: '' })
cleanupOutdatedCaches()
clientsClaim()

const keptPage = createHandlerBoundToURL('/index.html')

// The page itself comes from the server whenever it answers, so a reload always shows the newest version.
registerRoute(
  new NavigationRoute(
    async (options) => {
      try {
        // A navigation request cannot be aborted, so an equal request is made.
        const answer = await fetch(options.request.url, {
          headers: { accept: 'text/html' },
          redirect: 'manual',
          signal: AbortSignal.timeout(patienceMs),
        })
        return answer.status < 500 ? answer : await keptPage(options)
      } catch {
        return keptPage(options)
      }
    },
    { denylist: notPages },
  ),
)

// A new version waits until the old one is no longer in use, or somebody asks for it.
self.addEventListener('message', (event) => {
  if (event.data === 'takeOver') void self.skipWaiting()
})
