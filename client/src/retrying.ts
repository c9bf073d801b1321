import { NoAnswer, problemOf, retryAfterMs, stillRunning } from './problem.ts'

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
 * The server may still be processing an attempt whose connection broke. It then answers the next one with
 * `idempotency_key_in_use`, which is retried too. When the attempts run out it is returned, because it names the record.
 *
 * @throws NoAnswer when access is refused to a later attempt of a command that an earlier attempt may have carried out
 */
export function retrying(send: Send, { timeoutMs, retries }: Patience): Send {
  return async (request) => {
    const tries = isRepeatable(request) ? retries + 1 : 1
    let mayBeDone = false
    for (let left = tries - 1; ; left -= 1) {
      const backoffMs = Math.min(longestBackoffMs, 250 * 2 ** (tries - 1 - left) * (1 + Math.random()))
      const response = await sendWithin(send, left > 0 ? request.clone() : request, timeoutMs).catch(
        (error: unknown) => {
          if (left === 0) throw error
          return undefined
        },
      )
      if (mayBeDone && response !== undefined && isAccessRefused(response)) throw await undecidedBy(response)
      const waitMs = response === undefined ? backoffMs : await waitMsAfter(response, backoffMs)
      const isFinal = left === 0 || waitMs === undefined || waitMs > longestWaitMs
      if (response !== undefined && isFinal) return response
      // A request that got 429 was not begun.
      if (isCommand(request) && response?.status !== 429) mayBeDone = true
      await pause(waitMs ?? backoffMs, request.signal)
    }
  }
}

const isCommand = ({ method }: Request) => method !== 'GET' && method !== 'HEAD'
const isRepeatable = (request: Request) => !isCommand(request) || request.headers.has('idempotency-key')

/**
 * The server does not return the result of an earlier attempt to a caller who has lost access since, so that these say nothing
 * about it.
 */
const isAccessRefused = ({ status }: Response) => status === 401 || status === 403 || status === 404

async function undecidedBy(response: Response): Promise<NoAnswer> {
  const cause = problemOf(response, await documentOf(response))
  return new NoAnswer('An earlier attempt got no answer, and access was refused since.', { cause })
}

const documentOf = (response: Response): Promise<unknown> => response.json().catch(() => undefined)

/** How long to wait before the next attempt; undefined: the answer is final. */
async function waitMsAfter(response: Response, backoffMs: number): Promise<number | undefined> {
  const isLater = isBusy(response) || (await isAtWork(response))
  return isLater ? (retryAfterMs(response, Date.now()) ?? backoffMs) : undefined
}

const isBusy = ({ status }: Response) => status === 429 || status === 503

/** Whether the first request with this key has not ended yet. */
async function isAtWork(response: Response): Promise<boolean> {
  if (response.status !== 409) return false
  const document = await documentOf(response.clone())
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
