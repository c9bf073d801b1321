import { lookup as systemLookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import type {
  DeliveryFault,
  Outcome,
  RefusedTarget,
  WebhookMessage,
  WebhookTransport,
} from '../../events/webhooks/transport.ts'
import { httpClient } from '../http-client.ts'
import { internetLookup, NotResolved } from './internet-names.ts'
import { isPublicAddress } from './public-address.ts'

interface TransportOptions {
  /** Allows any address, and plain HTTP: for tests, and for receivers in the same network. */
  readonly allowsPrivate: boolean
  readonly timeoutMs?: number
  /**
   * Resolves host names; tests replace it. By default the name servers of the internet are asked, or the system's resolver if
   * private addresses are allowed.
   */
  readonly lookup?: LookupFunction
}

/** Longer answers are not read. */
const heardBytes = 4_096

const notPublic: RefusedTarget = { fault: 'not_public', detail: 'The host has no public address.' }

class NotPublic extends Error {
  override readonly name = 'NotPublic'
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
    connect: {
      lookup: allowsPrivate ? lookup : publicOnly(lookup),
      timeout: Math.min(5_000, timeoutMs),
      // Of several addresses, each but the last one; usually 250 ms, which is too short for a receiver far away.
      autoSelectFamilyAttemptTimeout: 2_000,
    },
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    keepAliveTimeout: 1_000,
    maxHeaderSize: 16_384,
  })

  const refusalOf = async (url: string, ports: readonly number[]): Promise<RefusedTarget | undefined> => {
    const wrong = refusalOfUrl(url, ports, allowsPrivate)
    if (wrong !== undefined || allowsPrivate) return wrong
    const host = hostOf(new URL(url))
    if (isIP(host) !== 0) return undefined
    // Callers must not learn whether a name does not exist or is private.
    return new Promise((resolve) => {
      publicOnly(lookup)(host, { all: true }, (error) => resolve(error === null ? undefined : notPublic))
    })
  }

  const post = async ({ url, ports, headers, body }: WebhookMessage): Promise<Outcome> => {
    // A literal address in the URL is not looked up, so it is checked here.
    const wrong = refusalOfUrl(url, ports, allowsPrivate)
    if (wrong !== undefined) return { error: wrong.fault }
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
      return { error: faultOf(error) }
    }
  }

  return { refusalOf, post, close: client.destroy }
}

const hostOf = ({ hostname }: URL) => hostname.replace(/^\[(.*)\]$/, '$1')

function refusalOfUrl(
  text: string,
  ports: readonly number[],
  allowsPrivate: boolean,
): RefusedTarget | undefined {
  if (!URL.canParse(text)) return { fault: 'not_a_url', detail: 'This is not a URL.' }
  const url = new URL(text)
  if (url.protocol !== 'https:' && !(allowsPrivate && url.protocol === 'http:'))
    return { fault: 'not_https', detail: 'Only https is allowed.' }
  if (url.username !== '' || url.password !== '' || url.hash !== '') {
    const detail = 'The URL must not contain a user name, a password or a fragment.'
    return { fault: 'credentials_in_url', detail }
  }
  if (allowsPrivate) return undefined
  // A URL omits the default port of its scheme.
  if (!ports.includes(url.port === '' ? 443 : Number(url.port))) {
    const [noun, verb] = ports.length === 1 ? ['port', 'is'] : ['ports', 'are']
    return { fault: 'port_not_allowed', detail: `Only ${noun} ${ports.join(' and ')} ${verb} allowed.` }
  }
  const host = hostOf(url)
  if (isIP(host) !== 0) return isPublicAddress(host) ? undefined : notPublic
  return host.includes('.') && !/(^|\.)(localhost|local|internal|lan|home\.arpa)\.?$/.test(host)
    ? undefined
    : notPublic
}

/** Resolves like `lookup`, and only when every address of the name is public. */
function publicOnly(lookup: LookupFunction): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error !== null) return callback(error, [])
      const addresses = Array.isArray(found) ? found : [{ address: found, family: isIP(found) }]
      if (addresses.length === 0 || !addresses.every(({ address }) => isPublicAddress(address)))
        return callback(new NotPublic(notPublic.detail), [])
      const [first] = addresses
      return options.all === true
        ? callback(null, addresses)
        : callback(null, first?.address ?? '', first?.family)
    })
  }
}

/** The code to record, instead of the error's message, which may quote what was sent. */
function faultOf(error: unknown): DeliveryFault {
  const { name, code, cause } = error as { name?: string; code?: string; cause?: unknown }
  if (error instanceof NotPublic || cause instanceof NotPublic) return 'not_public'
  if (error instanceof NotResolved || cause instanceof NotResolved) return 'no_host'
  if (name === 'TimeoutError' || /TIMEOUT|ETIMEDOUT/.test(code ?? '')) return 'timeout'
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'no_host'
  if (code === 'ECONNREFUSED') return 'connection_refused'
  if (/CERT|TLS|SSL/.test(code ?? '')) return 'bad_certificate'
  return 'connection_failed'
}
