import { isIP } from 'node:net'
import { Problem } from '../problem/problem.ts'
import type { RequestHeaders } from './headers.ts'

/** The client's address and user agent, as far as the connection shows them. */
export function clientOf(from: { readonly address: string; readonly headers: RequestHeaders }): {
  address: string
  userAgent: string | undefined
} {
  return { address: from.address, userAgent: from.headers['user-agent'] }
}

/**
 * An address in canonical form: without the zone of a link, and IPv4 where a dual-stack socket shows it as
 * IPv6.
 *
 * @throws Problem `malformed_request` when the connection has ended, and its address is unknown
 */
export function plainAddress(address: string | undefined): string {
  const plain = address?.replace(/%.*$/, '').replace(/^::ffff:(?=\d+\.)/, '')
  if (plain === undefined || isIP(plain) === 0)
    throw new Problem('malformed_request', { detail: 'The connection ended before the answer.' })
  return plain
}

const withPort = /^(?:\[([^[\]]+)\]|(\d{1,3}(?:\.\d{1,3}){3}))(?::\d{1,5})?$/

/**
 * Parses an address written by a proxy: with or without port, brackets or quotes. Undefined when it is not an
 * address.
 */
function writtenAddress(text: string): string | undefined {
  const unquoted = text.trim().replace(/^"(.*)"$/, '$1')
  const [, inBrackets, beforePort] = withPort.exec(unquoted) ?? []
  const address = (inBrackets ?? beforePort ?? unquoted).replace(/%.*$/, '')
  return isIP(address) === 0 ? undefined : address
}

/**
 * `X-Forwarded-For` reduced to addresses. The nearest proxy wrote the last entry, so everything to the left
 * of an invalid entry (`unknown`, or an invention) cannot be trusted, and is dropped with it.
 *
 * @returns undefined when nothing is left
 */
export function readableForwarding(header: string): string | undefined {
  const addresses: string[] = []
  for (const entry of header.split(',').reverse()) {
    const address = writtenAddress(entry)
    if (address === undefined) break
    addresses.unshift(address)
  }
  return addresses.length > 0 ? addresses.join(', ') : undefined
}
