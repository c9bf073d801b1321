import { httpClient } from '../../http-client.ts'
import type { Transport } from '../transport.ts'

export interface HttpTransport {
  readonly transport: Transport
  close(): Promise<void>
}

const connectTimeoutMs = 3_000
/** A page of a hundred products is far smaller; anything larger is not the provider. */
const largestAnswerBytes = 4 * 1024 * 1024

/** HTTP with keep-alive to `baseUrl`, which ends in the version: `https://host/v1`. */
export function httpTransport(baseUrl: string): HttpTransport {
  const base = new URL(baseUrl)
  const prefix = base.pathname.replace(/\/$/, '')
  // The caller limits the time with the signal.
  const client = httpClient({
    connect: { timeout: connectTimeoutMs },
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout: 20_000,
    maxResponseSize: largestAnswerBytes,
  })

  return {
    async transport({ method, path, query, headers, body }, signal) {
      const url = new URL(`${prefix}${path}`, base)
      url.search = query.toString()
      const response = await client.request(url, { method, headers, body: body ?? null, signal })
      return {
        status: response.statusCode,
        headers: flat(response.headers),
        body: await response.body.text(),
      }
    },
    close: client.close,
  }
}

function flat(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]),
  )
}
