import { inSpan, setAttributes, setFailed } from '../../../tracing/trace.ts'
import type { Exchange } from '../../../vas/sales/aggregator.ts'
import type { Clock } from '../../clock/clock.ts'
import type { Transport, WireRequest, WireResponse } from '../transport.ts'
import { readErrorCode } from './messages.ts'

export interface Call {
  /** What it is for, without the ids in its path. */
  readonly operation: Exchange['operation']
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly query?: Readonly<Record<string, string>> | undefined
  readonly body?: unknown
  /** For all attempts together. */
  readonly timeoutMs: number
}

export type Reply =
  | { readonly kind: 'ok'; readonly headers: Readonly<Record<string, string>>; readonly body: unknown }
  /** A definite refusal: a 4xx with the provider's own error code. */
  | { readonly kind: 'refused'; readonly status: number; readonly code: number }
  /** The outcome is unknown. `cause` never contains the body. */
  | { readonly kind: 'unclear'; readonly cause: string }

export interface ClientOptions {
  readonly transport: Transport
  readonly apiKey: string
  readonly apiSecret: string
  readonly clock: Clock
  /** Called after every exchange. */
  readonly onExchange?: ((exchange: Exchange) => void) | undefined
  /** Between 0 and 1; spreads the retries of many processes. */
  readonly random?: (() => number) | undefined
}

/** One request to the provider; returns a value and never throws. */
export type Client = (call: Call) => Promise<Reply>

const retryDelaysMs = [200, 600]
/** 4xx that mean 'not now' and say nothing about the order. */
const passingStatuses: ReadonlySet<number> = new Set([408, 409, 423, 425, 429])

/**
 * Authenticates, enforces the time limit and reads the answer. Only GETs are retried, and only within their
 * own limit: whether a POST was executed is for the caller to find out.
 */
export function dtoneClient({
  transport,
  apiKey,
  apiSecret,
  clock,
  onExchange,
  random = Math.random,
}: ClientOptions): Client {
  const authorization = `Basic ${Buffer.from(`${apiKey}:${apiSecret}`).toString('base64')}`
  const headers = { authorization, accept: 'application/json', 'accept-language': 'es' }
  const headersWithBody = { ...headers, 'content-type': 'application/json' }

  return async (call) => {
    const request: WireRequest = {
      method: call.method,
      path: call.path,
      query: new URLSearchParams(call.query),
      headers: call.body === undefined ? headers : headersWithBody,
      body: call.body === undefined ? undefined : JSON.stringify(call.body),
    }
    const deadlineMs = performance.now() + call.timeoutMs
    const delaysMs = call.method === 'GET' ? retryDelaysMs : []
    const exchange = (timeoutMs: number) =>
      exchanged(call.operation, transport, request, { timeoutMs, onExchange })
    let reply = await exchange(call.timeoutMs)
    for (const delayMs of delaysMs) {
      const waitMs = delayMs * (0.5 + random())
      const leftMs = deadlineMs - performance.now() - waitMs
      if (reply.kind !== 'unclear' || leftMs <= 0) break
      await clock.sleep(waitMs)
      reply = await exchange(leftMs)
    }
    return reply
  }
}

/** One exchange, measured and traced without its path, query and bodies. */
function exchanged(
  operation: Exchange['operation'],
  transport: Transport,
  request: WireRequest,
  { timeoutMs, onExchange }: { timeoutMs: number; onExchange: ClientOptions['onExchange'] },
): Promise<Reply> {
  const attributes = { 'http.request.method': request.method, 'mostrador.provider.operation': operation }
  return inSpan(`provider ${operation}`, attributes, async () => {
    const begunAt = performance.now()
    const reply = await attempt(transport, request, timeoutMs)
    const { kind: outcome } = reply
    onExchange?.({ operation, outcome, seconds: (performance.now() - begunAt) / 1000 })
    setAttributes({ 'mostrador.provider.outcome': outcome })
    if (reply.kind === 'refused')
      setAttributes({ 'http.response.status_code': reply.status, 'mostrador.provider.code': reply.code })
    if (reply.kind === 'unclear') setFailed(reply.cause)
    return reply
  })
}

async function attempt(transport: Transport, request: WireRequest, timeoutMs: number): Promise<Reply> {
  const abort = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<'timeout'>((resolve) => {
    timer = setTimeout(resolve, timeoutMs, 'timeout')
  })
  try {
    const response = await Promise.race([transport(request, abort.signal), timeout])
    if (response !== 'timeout') return readReply(response)
    abort.abort()
    return { kind: 'unclear', cause: `no answer within ${Math.round(timeoutMs)} ms` }
  } catch (error) {
    return { kind: 'unclear', cause: connectionFault(error) }
  } finally {
    clearTimeout(timer)
  }
}

function readReply({ status, headers, body: text }: WireResponse): Reply {
  const body = readJson(text)
  if (body === undefined) return { kind: 'unclear', cause: `HTTP ${status} with an unreadable body` }
  if (status >= 200 && status < 300) return { kind: 'ok', headers, body }
  const code = readErrorCode(body)
  if (status >= 400 && status < 500 && code !== undefined && !passingStatuses.has(status)) {
    return { kind: 'refused', status, code }
  }
  return { kind: 'unclear', cause: code === undefined ? `HTTP ${status}` : `HTTP ${status}, error ${code}` }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function connectionFault(error: unknown): string {
  if (!(error instanceof Error)) return 'the connection failed'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}
