import { isIP } from 'node:net'
import { Problem } from '../problem/problem.ts'

/** Where a client sits and what it calls itself, as far as the connection tells. */
export function clientOf(from: {
  readonly address: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}): { address: string; userAgent: string | undefined } {
  const userAgent = from.headers['user-agent']
  return { address: from.address, userAgent: Array.isArray(userAgent) ? userAgent[0] : userAgent }
}

/**
 * An address as it is compared and kept: without the zone of a link, and IPv4 as such where a dual-stack socket
 * wrote it as IPv6.
 *
 * @throws Problem `malformed_request` when the connection has ended, and nobody knows whose it was
 */
export function plainAddress(address: string | undefined): string {
  const plain = address?.replace(/%.*$/, '').replace(/^::ffff:(?=\d+\.)/, '')
  if (plain === undefined || isIP(plain) === 0)
    throw new Problem('malformed_request', { detail: 'The connection ended before the answer.' })
  return plain
}

const withPort = /^(?:\[([^[\]]+)\]|(\d{1,3}(?:\.\d{1,3}){3}))(?::\d{1,5})?$/

/** What a proxy wrote for an address: with or without its port, in brackets or quotes. Undefined when it is none. */
function writtenAddress(text: string): string | undefined {
  const unquoted = text.trim().replace(/^"(.*)"$/, '$1')
  const [, inBrackets, beforePort] = withPort.exec(unquoted) ?? []
  const address = (inBrackets ?? beforePort ?? unquoted).replace(/%.*$/, '')
  return isIP(address) === 0 ? undefined : address
}

/**
 * `X-Forwarded-For` with addresses alone. The nearest proxy wrote the last entry, so what stands left of one that is
 * no address (`unknown`, or somebody's invention) is nobody's word, and goes with it.
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
