import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Credential } from '../authorization/grant.ts'
import { Problem } from '../problem/problem.ts'

/** `__Host-` binds the cookie to this host over TLS; plain HTTP exists on loopback only, where browsers refuse the prefix. */
export const cookieName = (isHttps: boolean) => (isHttps ? '__Host-mostrador' : 'mostrador')

const token = /^[A-Za-z0-9_-]{43}$/
const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

function hashToken(value: string): Buffer {
  return createHash('sha256').update(value).digest()
}

/**
 * The session that a request presents: a bearer token, or the cookie of a browser. A cookie travels by
 * itself, so a request that changes something must also come from our own pages.
 *
 * @throws Problem `cross_site_request`
 */
export function credentialOf(request: FastifyRequest, isHttps: boolean): Credential | undefined {
  const { authorization } = request.headers
  if (authorization !== undefined) {
    const [scheme, value = ''] = authorization.split(' ')
    return scheme?.toLowerCase() === 'bearer' && token.test(value)
      ? { tokenHash: hashToken(value) }
      : undefined
  }
  const cookie = request.cookies[cookieName(isHttps)]
  if (cookie === undefined || !token.test(cookie)) return undefined
  if (!safeMethods.has(request.method)) assertSameSite(request)
  return { tokenHash: hashToken(cookie) }
}

/** @throws Problem `cross_site_request` */
function assertSameSite(request: FastifyRequest): void {
  const { origin, host, 'sec-fetch-site': site } = request.headers
  if (site === 'same-origin' || site === 'none') return
  if (site === undefined && origin !== undefined && URL.canParse(origin) && new URL(origin).host === host)
    return
  throw new Problem('cross_site_request', {
    detail: 'Cookies are accepted from our own pages; programs send a bearer token.',
  })
}
