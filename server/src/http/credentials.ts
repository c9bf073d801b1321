import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { isApiKey } from '../authorization/api-key-token.ts'
import type { Credential } from '../authorization/grant.ts'
import { Problem } from '../problem/problem.ts'
import type { RequestHeaders } from './headers.ts'

/**
 * `__Host-` binds the cookie to this host over TLS; plain HTTP is used on loopback only, where browsers
 * refuse the prefix.
 */
const cookieName = (isHttps: boolean) => (isHttps ? '__Host-mostrador' : 'mostrador')
/** The cookie of a device enabled as a terminal: it outlives every session. */
const deviceCookieName = (isHttps: boolean) => `${cookieName(isHttps)}-terminal`
const deviceCookieSeconds = 400 * 24 * 3600

const token = /^[A-Za-z0-9_-]{43}$/
const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

function hashToken(value: string): Buffer {
  return createHash('sha256').update(value).digest()
}

/**
 * The credentials of a request: a bearer token, an API key, or a browser's cookie. Browsers send cookies
 * automatically, so a request that changes something must also come from our own pages.
 *
 * @throws Problem `cross_site_request`
 */
export function credentialOf(request: FastifyRequest, isHttps: boolean): Credential | undefined {
  const { authorization } = request.headers
  if (authorization !== undefined) {
    const [scheme, value = ''] = authorization.split(' ')
    return scheme?.toLowerCase() === 'bearer' && (token.test(value) || isApiKey(value))
      ? { tokenHash: hashToken(value) }
      : undefined
  }
  const cookie = request.cookies[cookieName(isHttps)]
  if (cookie === undefined || !token.test(cookie)) return undefined
  if (!safeMethods.has(request.method)) assertSameSite(request)
  return { tokenHash: hashToken(cookie) }
}

/** The session cookie; an empty value with age zero clears it. */
export function sessionCookie(value: string, maxAgeSeconds: number, isHttps: boolean): string {
  return cookie(cookieName(isHttps), value, maxAgeSeconds, isHttps)
}

/** The cookie of a device enabled as a terminal. */
export function deviceCookie(deviceToken: string, isHttps: boolean): string {
  return cookie(deviceCookieName(isHttps), deviceToken, deviceCookieSeconds, isHttps)
}

/** The token of a device: `Authorization: Terminal <token>`, or its cookie. */
export function deviceTokenOf(headers: RequestHeaders, isHttps: boolean): string | undefined {
  const { authorization, cookie: cookies } = headers
  if (authorization !== undefined) {
    const [scheme, value = ''] = authorization.split(' ')
    return scheme?.toLowerCase() === 'terminal' && token.test(value) ? value : undefined
  }
  const prefix = `${deviceCookieName(isHttps)}=`
  const found = cookies
    ?.split(/;\s*/)
    .find((each) => each.startsWith(prefix))
    ?.slice(prefix.length)
  return found !== undefined && token.test(found) ? found : undefined
}

/** The hash of the device's token as stored in the database; `null`: there is none. */
export function deviceHashOf(headers: RequestHeaders, isHttps: boolean): Buffer | null {
  const value = deviceTokenOf(headers, isHttps)
  return value === undefined ? null : hashToken(value)
}

/** Not accessible to scripts or other sites. */
function cookie(name: string, value: string, maxAgeSeconds: number, isHttps: boolean): string {
  return `${name}=${value}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Strict${isHttps ? '; Secure' : ''}`
}

/** @throws Problem `cross_site_request` */
function assertSameSite(request: FastifyRequest): void {
  const { origin, host, 'sec-fetch-site': site } = request.headers
  if (site === 'same-origin' || site === 'none') return
  if (site === undefined && origin !== undefined && URL.canParse(origin) && new URL(origin).host === host)
    return
  throw new Problem('cross_site_request', {
    detail: 'Cookies are accepted only from our own pages. Programs send a bearer token.',
  })
}
