import { randomUUID } from 'node:crypto'
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Logger } from 'pino'
import { Problem } from '../problem/problem.ts'
import { readableForwarding } from './client.ts'
import { problemBody } from './problem-handler.ts'

type Headers = ReadonlyMap<string, string>

/**
 * Prepares requests before the framework sees them: sets the security headers of the answer, and normalizes
 * forwarded addresses.
 */
export function prepareRequests(server: Server, headers: Headers): void {
  server.prependListener('request', ({ headers: sent }: IncomingMessage, response: ServerResponse) => {
    for (const [name, value] of headers) response.setHeader(name, value)
    if (sent['x-forwarded-for'] === undefined) return
    const forwarding = readableForwarding(String(sent['x-forwarded-for']))
    if (forwarding === undefined) delete sent['x-forwarded-for']
    else sent['x-forwarded-for'] = forwarding
  })
  // An unknown Expect header is no reason to refuse a request; Node.js would, with an empty answer.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
}

/** Answers an unparseable request with a problem document, and closes its connection. */
export function refuseUnreadable(headers: Headers, logger: Logger) {
  return (error: NodeJS.ErrnoException, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return
    const problem = problemOf(error)
    const requestId = randomUUID()
    logger.info({ reqId: requestId, status: problem.status, reason: error.code }, 'unreadable request')
    if (!socket.writable) socket.destroy()
    else socket.end(plainAnswer(problem, requestId, headers), () => socket.destroy())
  }
}

function problemOf({ code }: NodeJS.ErrnoException): Problem {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new Problem('request_timeout')
  if (code === 'HPE_HEADER_OVERFLOW') return new Problem('headers_too_large')
  return new Problem('malformed_request', { detail: 'This is not an HTTP/1.1 request.' })
}

/** A raw answer: there is no response object for an unparseable request. */
function plainAnswer(problem: Problem, requestId: string, headers: Headers): string {
  const body = JSON.stringify(problemBody(problem, requestId))
  const lines = [
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
    ...[...headers].map(([name, value]) => `${name}: ${value}`),
    `date: ${new Date().toUTCString()}`,
    'content-type: application/problem+json; charset=utf-8',
    'cache-control: no-store',
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${requestId}`,
    'connection: close',
  ]
  return `${lines.join('\r\n')}\r\n\r\n${body}`
}
