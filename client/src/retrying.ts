import { retryAfterMs, stillRunning } from './problem.ts'

type Send = (request: Request) => Promise<Response>

interface Patience {
  readonly timeoutMs: number
  readonly retries: number
}

/** A longer `Retry-After` is not waited for: the caller gets the answer. */
const longestWaitMs = 60_000
const longestBackoffMs = 10_000

/**
 * Retries a request that is safe to repeat: a read, or one with an `Idempotency-Key`. Each attempt has its own timeout, and
 * fails too when its answer breaks off. The pauses in between double, unless the server sends `Retry-After`. Aborting the
 * request's signal also ends a pause.
 *
 * After an attempt that broke off the next one may find it at work still. That is no refusal: it is retried, and is the answer
 * when the attempts run out, because it names the record that the first attempt works on.
 */
export function retrying(send: Send, { timeoutMs, retries }: Patience): Send {
  return async (request) => {
    const tries = isRepeatable(request) ? retries + 1 : 1
    for (let left = tries - 1; ; left -= 1) {
      const backoffMs = Math.min(longestBackoffMs, 250 * 2 ** (tries - 1 - left) * (1 + Math.random()))
      try {
        const response = await sendWithin(send, left > 0 ? request.clone() : request, timeoutMs)
        const isLater = isBusy(response) || (await isAtWork(response))
        const waitMs = isLater ? (retryAfterMs(response, Date.now()) ?? backoffMs) : undefined
        if (left === 0 || waitMs === undefined || waitMs > longestWaitMs) return response
        await pause(waitMs, request.signal)
      } catch (error) {
        if (left === 0) throw error
        await pause(backoffMs, request.signal)
      }
    }
  }
}

const isRepeatable = ({ method, headers }: Request) =>
  method === 'GET' || method === 'HEAD' || headers.has('idempotency-key')

const isBusy = ({ status }: Response) => status === 429 || status === 503

/** Whether the first request with this key has not ended yet. */
async function isAtWork(response: Response): Promise<boolean> {
  if (response.status !== 409) return false
  const document: unknown = await response
    .clone()
    .json()
    .catch(() => undefined)
  return (document as { code?: unknown } | null | undefined)?.code === stillRunning
}

/**
 * The timeout covers the whole answer. The body is read here, so that an answer which breaks off after its headers fails like
 * one that never came. An event stream has no end: it is passed on as it comes, without a timeout.
 */
async function sendWithin(send: Send, request: Request, timeoutMs: number): Promise<Response> {
  const over = new AbortController()
  const timer = setTimeout(() => over.abort(new DOMException('Not in time', 'TimeoutError')), timeoutMs)
  try {
    const response = await send(
      new Request(request, { signal: AbortSignal.any([request.signal, over.signal]) }),
    )
    if (isStream(response)) return response
    const body = await response.arrayBuffer()
    // Browsers give a 204 an empty body, and refuse to construct one with a body.
    return new Response(body.byteLength === 0 ? null : body, response)
  } finally {
    clearTimeout(timer)
  }
}

const isStream = ({ headers }: Response) =>
  headers.get('content-type')?.startsWith('text/event-stream') === true

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal.reason as Error)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    }, ms)
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
  })
}
