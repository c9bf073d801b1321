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
/** The files of the till with what tells their versions apart; the build writes them here. */
declare const __TILL_FILES__: PrecacheEntry[]

/** How long a page of the server is waited for before the kept one is shown. */
const patienceMs = 4000
/** What the server answers itself, also to a browser's window. */
const notPages = [
  /^\/(auth|pos|vas|platform|admin|workflows|events|setup|docs|healthz|readyz|metrics)(\/|$)/,
  /\.\w+$/,
]

// Only files of the build are kept. What the API answers never is: it says who may see what at that moment.
precacheAndRoute(__TILL_FILES__, { cleanURLs: false, directoryIndex: '' })
cleanupOutdatedCaches()
clientsClaim()

const keptPage = createHandlerBoundToURL('/index.html')

// The page itself comes from the server whenever that answers, so a reload always shows the newest version.
registerRoute(
  new NavigationRoute(
    async (options) => {
      try {
        // A request for a page cannot be given up on as it is, so another one of the same kind is made.
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

// A new version waits until nobody uses the old one any more, or somebody asks for it.
self.addEventListener('message', (event) => {
  if (event.data === 'takeOver') void self.skipWaiting()
})
