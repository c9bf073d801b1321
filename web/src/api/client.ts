import { answer, createClient, isFromBetween } from '@mostrador/client'
import { confirming } from './confirmation.ts'
import { noteReached } from './network-state.ts'
import { serverClock } from './server-clock.ts'

/** Screens retry their own reads and show that they do, so the client does not. */
export const api = createClient({
  baseUrl: location.origin,
  // Longer than the server's own timeout, shorter than a person's patience.
  timeoutMs: 30_000,
  retries: 0,
  fetch: serverClock.timed((request) => fetch(request)),
})

api.use({
  onResponse: ({ response }) => {
    noteReached(!isFromBetween(response))
  },
  onError: ({ error }) => {
    if (!isGivenUp(error)) noteReached(false)
  },
})

api.use(confirming())

/** The screen was closed, or the request timed out. */
const isGivenUp = (error: unknown) =>
  error instanceof DOMException && (error.name === 'AbortError' || error.name === 'TimeoutError')

export { answer }
