import createClient from 'openapi-fetch'
import { confirming } from './confirmation.ts'
import { noteReached } from './network-state.ts'
import { ApiProblem, NoAnswer, retryAfterMs } from './problem.ts'
import { learnServerTime } from './server-clock.ts'
import type { paths } from './types.ts'

/** Longer than the server's own patience, shorter than a person's. */
const timeoutMs = 30_000

export const api = createClient<paths>({ baseUrl: location.origin, credentials: 'same-origin' })

api.use({
  onRequest: ({ request }) =>
    new Request(request, { signal: AbortSignal.any([request.signal, AbortSignal.timeout(timeoutMs)]) }),
  onResponse: ({ response }) => {
    noteReached(!isFromBetween(response))
    learnServerTime(response.headers.get('date'))
  },
  onError: ({ error, request }) => {
    if (!request.signal.aborted) noteReached(false)
    return error instanceof Error && error.name === 'AbortError'
      ? error
      : new NoAnswer('no answer', { cause: error })
  },
})

api.use(confirming(timeoutMs))

/** A proxy speaks in place of a server that does not: nobody has answered. */
const isFromBetween = (response: Response) =>
  response.status >= 502 && !(response.headers.get('content-type') ?? '').includes('json')

interface Answered {
  data?: unknown
  error?: unknown
  response: Response
}

/**
 * The body of a successful answer.
 *
 * @throws ApiProblem when the server refused · NoAnswer when nobody spoke
 */
export async function answer<R extends Answered>(call: Promise<R>): Promise<Exclude<R['data'], undefined>> {
  const { data, error, response } = await call
  if (response.ok) return data as Exclude<R['data'], undefined>
  if (isFromBetween(response)) throw new NoAnswer('no answer', { cause: response.status })
  const document = typeof error === 'object' && error !== null ? error : {}
  throw new ApiProblem(
    response.status,
    document as Record<string, unknown>,
    retryAfterMs(response, Date.now()),
  )
}
