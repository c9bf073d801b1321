import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import helmet from 'helmet'

/**
 * Headers of every answer, whichever part writes it: set before the request is parsed.
 *
 * @returns names in lower case, with their values
 */
export function securityHeaders(isHttps: boolean): ReadonlyMap<string, string> {
  const request = new IncomingMessage(new Socket())
  const answer = new ServerResponse(request)
  helmet(policy(isHttps))(request, answer, () => {})
  return new Map(Object.entries(answer.getHeaders()).map(([name, value]) => [name, String(value)]))
}

const policy = (isHttps: boolean) => ({
  contentSecurityPolicy: {
    directives: {
      defaultSrc: ["'self'"],
      // Mantine writes its variables into style elements and attributes.
      styleSrc: ["'self'", "'unsafe-inline'"],
      // The print bridge on the till's own computer: docs/printing.md.
      connectSrc: ["'self'", 'http://127.0.0.1:*'],
      imgSrc: ["'self'", 'data:', 'blob:'],
      // The till's files are cached by its own service worker, and it can be installed.
      workerSrc: ["'self'"],
      manifestSrc: ["'self'"],
      objectSrc: ["'none'"],
      frameAncestors: ["'none'"],
      upgradeInsecureRequests: isHttps ? [] : null,
    },
  },
  strictTransportSecurity: isHttps ? { maxAge: 31_536_000 } : (false as const),
})
