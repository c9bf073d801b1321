import type { Transport, WireResponse } from '../src/adapters/aggregator/transport.ts'

/** Faults between the adapter and the provider. 'after' means that the provider has done its part. */
export const wireFaults = [
  'reset before',
  'reset after',
  'hang before',
  'hang after',
  'server error after',
  'unavailable before',
  'too many requests before',
  'truncated answer after',
  'empty answer after',
  'page of a proxy before',
  'unknown status after',
  'answer of another after',
] as const
export type WireFault = (typeof wireFaults)[number]

/** A transport that works until `break` is called, and again after `mend`. */
export function breakable(inner: Transport) {
  let fault: WireFault | undefined
  let sent = 0
  const transport: Transport = async (request, signal) => {
    sent += 1
    if (!fault) return inner(request, signal)
    const answer = fault.endsWith('after') ? await inner(request, signal) : undefined
    return faulty(fault, answer, signal)
  }
  return {
    transport,
    break: (next: WireFault) => {
      fault = next
    },
    mend: () => {
      fault = undefined
    },
    /** The number of requests sent so far. */
    sent: () => sent,
  }
}

async function faulty(
  fault: WireFault,
  answer: WireResponse | undefined,
  signal: AbortSignal,
): Promise<WireResponse> {
  const json = { 'content-type': 'application/json' }
  const body = answer?.body ?? ''
  switch (fault) {
    case 'reset before':
    case 'reset after':
      throw Object.assign(new Error('the connection was reset'), { code: 'ECONNRESET' })
    case 'hang before':
    case 'hang after':
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    case 'server error after':
      return {
        status: 500,
        headers: json,
        body: '{"errors":[{"code":1009001,"message":"Unexpected error"}]}',
      }
    case 'unavailable before':
      return { status: 503, headers: json, body: '{"errors":[{"code":1009503,"message":"Retry later"}]}' }
    case 'too many requests before':
      return {
        status: 429,
        headers: json,
        body: '{"errors":[{"code":1000429,"message":"Too many requests"}]}',
      }
    case 'truncated answer after':
      return { status: answer?.status ?? 200, headers: json, body: body.slice(0, -20) }
    case 'empty answer after':
      return { status: answer?.status ?? 200, headers: json, body: '' }
    case 'page of a proxy before':
      return { status: 400, headers: { 'content-type': 'text/html' }, body: '<h1>Bad Request</h1>' }
    case 'unknown status after':
      return { status: 200, headers: json, body: body.replace(/"class":\{"id":\d+/g, '"class":{"id":6') }
    case 'answer of another after':
      return {
        status: 200,
        headers: json,
        body: body.replace(/"external_id":"[^"]+"/g, '"external_id":"another"'),
      }
  }
}
