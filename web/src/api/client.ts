import { answer, createClient, isFromBetween } from '@mostrador/client'
import { confirming } from './confirmation.ts'
import { noteReached } from './network-state.ts'
import { learnServerTime } from './server-clock.ts'

/** Longer than the server's own patience, shorter than a person's. */
const timeoutMs = 30_000

/** What a screen asks for it asks again itself, and says so meanwhile. */
export const api = createClient({ baseUrl: location.origin, timeoutMs, retries: 0 })

api.use({
  onResponse: ({ response }) => {
    noteReached(!isFromBetween(response))
    learnServerTime(response.headers.get('date'))
  },
  onError: ({ error }) => {
    if (!isGivenUp(error)) noteReached(false)
  },
})

api.use(confirming(timeoutMs))

/** The screen was left, or the time was over. */
const isGivenUp = (error: unknown) =>
  error instanceof DOMException && (error.name === 'AbortError' || error.name === 'TimeoutError')

// Whoever calls needs both.
export { answer }
