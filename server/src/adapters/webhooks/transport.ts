import { lookup as systemLookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import type { Outcome, WebhookMessage, WebhookTransport } from '../../events/webhooks/transport.ts'
import { httpClient } from '../http-client.ts'
import { internetLookup } from './internet-names.ts'
import { isPublicAddress } from './public-address.ts'

interface TransportOptions {
  /** Allows any address, and plain HTTP: for tests, and for receivers in the same network. */
  readonly allowsPrivate: boolean
  readonly timeoutMs?: number
  /** Resolves names, if a test provides one. Otherwise the internet's name servers do, or the system where it may be private. */
  readonly lookup?: LookupFunction
}

/** Longer answers are not read. */
const heardBytes = 4_096

class RefusedTarget extends Error {
  override readonly name = 'RefusedTarget'
}

/**
 * Posts to the internet. A name is resolved when the connection is made, and exactly that address is checked.
 */
export function webhookTransport(options: TransportOptions): WebhookTransport {
  const { allowsPrivate, timeoutMs = 15_000 } = options
  // Receivers in the same network may have names that only the system knows.
  const usual = allowsPrivate ? (systemLookup as LookupFunction) : internetLookup()
  const { lookup = usual } = options
  const client = httpClient({
    connect: { lookup: allowsPrivate ? lookup : publicOnly(lookup), timeout: Math.min(5_000, timeoutMs) },
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    keepAliveTimeout: 1_000,
    maxHeaderSize: 16_384,
  })

  const refusalOf = async (url: string, ports: readonly number[]): Promise<string | undefined> => {
    const wrong = refusalOfUrl(url, ports, allowsPrivate)
    if (wrong !== undefined || allowsPrivate) return wrong
    const host = hostOf(new URL(url))
    if (isIP(host) !== 0) return undefined
    // Callers must not learn whether a name does not exist or is private.
    return new Promise((resolve) => {
      publicOnly(lookup)(host, { all: true }, (error) =>
        resolve(error === null ? undefined : 'The host has no public address.'),
      )
    })
  }

  const post = async ({ url, ports, headers, body }: WebhookMessage): Promise<Outcome> => {
    // A literal address in the URL is not looked up, so it is checked here.
    const wrong = refusalOfUrl(url, ports, allowsPrivate)
    if (wrong !== undefined) return { error: wrong }
    try {
      const answer = await client.request(url, {
        method: 'POST',
        headers: { ...headers, 'user-agent': 'Mostrador-Webhooks/1' },
        body,
        signal: AbortSignal.timeout(timeoutMs),
      })
      await answer.body.dump({ limit: heardBytes }).catch(() => {})
      return { status: answer.statusCode }
    } catch (error) {
      return { error: wordsFor(error) }
    }
  }

  return { refusalOf, post, close: client.destroy }
}

const hostOf = ({ hostname }: URL) => hostname.replace(/^\[(.*)\]$/, '$1')

function refusalOfUrl(text: string, ports: readonly number[], allowsPrivate: boolean): string | undefined {
  if (!URL.canParse(text)) return 'This is not a URL.'
  const url = new URL(text)
  if (url.protocol !== 'https:' && !(allowsPrivate && url.protocol === 'http:'))
    return 'Only https is allowed.'
  if (url.username !== '' || url.password !== '' || url.hash !== '')
    return 'The URL must not contain a user name, a password or a fragment.'
  if (allowsPrivate) return undefined
  // A URL omits the default port of its scheme.
  if (!ports.includes(url.port === '' ? 443 : Number(url.port)))
    return `Only port${ports.length === 1 ? '' : 's'} ${ports.join(' and ')} ${ports.length === 1 ? 'is' : 'are'} allowed.`
  const host = hostOf(url)
  if (isIP(host) !== 0) return isPublicAddress(host) ? undefined : 'The host has no public address.'
  return host.includes('.') && !/(^|\.)(localhost|local|internal|lan|home\.arpa)\.?$/.test(host)
    ? undefined
    : 'The host has no public address.'
}

/** Resolves like `lookup`, and only when every address of the name is public. */
function publicOnly(lookup: LookupFunction): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error !== null) return callback(error, [])
      const addresses = Array.isArray(found) ? found : [{ address: found, family: isIP(found) }]
      if (addresses.length === 0 || !addresses.every(({ address }) => isPublicAddress(address)))
        return callback(new RefusedTarget('The host has no public address.'), [])
      const [first] = addresses
      return options.all === true
        ? callback(null, addresses)
        : callback(null, first?.address ?? '', first?.family)
    })
  }
}

/** The recorded reason, in our own words: an error's message may quote what was sent. */
function wordsFor(error: unknown): string {
  const { name, code, cause } = error as { name?: string; code?: string; cause?: unknown }
  if (error instanceof RefusedTarget || cause instanceof RefusedTarget)
    return 'The host has no public address.'
  if (name === 'TimeoutError' || /TIMEOUT|ETIMEDOUT/.test(code ?? '')) return 'No answer in time.'
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'The host does not exist.'
  if (code === 'ECONNREFUSED') return 'The connection was refused.'
  if (/CERT|TLS|SSL/.test(code ?? '')) return 'The certificate is not valid.'
  return 'The connection failed.'
}
