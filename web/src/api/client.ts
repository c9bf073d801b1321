import { answer, createClient, isFromBetween } from '@mostrador/client'
import { confirming } from './confirmation.ts'
import { askServer, noteReached } from './network-state.ts'
import { serverClock } from './server-clock.ts'

/** Screens retry their own reads and show that they do, so the client does not. */
export const api = createClient({
  baseUrl: location.origin,
  // Longer than the server's own timeout, shorter than a person's patience.
  timeoutMs: 30_000,
  retries: 0,
  fetch: serverClock.timed((request) => fetch(request)),
})

// Answers pass the last one first: what comes after a confirmation is not an answer of the network.
api.use(confirming(), {
  onResponse: ({ response }) => {
    noteReached(!isFromBetween(response))
  },
  onError: async ({ error }) => {
    const name = error instanceof DOMException ? error.name : null
    // A network that swallows packets looks like a slow server.
    if (name === 'TimeoutError') await askServer()
    // When the screen was closed, nothing was learned.
    else if (name !== 'AbortError') noteReached(false)
  },
})

export { answer }
