import createFetchClient, { type Client as FetchClient, type Middleware } from 'openapi-fetch'
import { idempotentOperations } from './idempotent.generated.ts'
import { NoAnswer } from './problem.ts'
import { retrying } from './retrying.ts'
import type { paths } from './schema.generated.ts'

/** `GET`, `POST`, … with the paths of the contract; `use` adds middleware. */
export type Client = FetchClient<paths>

export interface ClientOptions {
  /** Where the server is: `https://pos.example.com`. */
  readonly baseUrl: string
  /** A bearer token, or what gives one for each request. Without it the browser's cookie says who asks. */
  readonly token?: string | (() => string | undefined | Promise<string | undefined>)
  /** Whether cookies travel along; `same-origin` unless said otherwise. */
  readonly credentials?: RequestCredentials
  /** How long one try may take; 30 seconds unless said otherwise. */
  readonly timeoutMs?: number
  /** How often a request that may be repeated is sent again; twice unless said otherwise. */
  readonly retries?: number
  /** In place of the global `fetch`. */
  readonly fetch?: (request: Request) => Promise<Response>
}

/**
 * A client of the API. Every `POST` that takes an `Idempotency-Key` gets one, kept for all its tries, unless the caller
 * sends its own. Reads and requests with a key are tried again after a network fault, and after 429 and 503 when
 * `Retry-After` has passed.
 *
 * @throws NoAnswer from every call, when nobody answered
 */
export function createClient(options: ClientOptions): Client {
  const { baseUrl, token, credentials = 'same-origin', timeoutMs = 30_000, retries = 2 } = options
  const { fetch = (request: Request) => globalThis.fetch(request) } = options
  const client = createFetchClient<paths>({
    baseUrl,
    credentials,
    fetch: retrying(fetch, { timeoutMs, retries }),
  })
  client.use(named(token), keyed, faults)
  return client
}

function named(token: ClientOptions['token']): Middleware {
  return {
    onRequest: async ({ request }) => {
      const value = typeof token === 'function' ? await token() : token
      if (value !== undefined && !request.headers.has('authorization'))
        request.headers.set('authorization', `Bearer ${value}`)
    },
  }
}

const keyed: Middleware = {
  onRequest: ({ request, schemaPath }) => {
    const isIdempotent = idempotentOperations.has(`${request.method} ${schemaPath}`)
    if (isIdempotent && !request.headers.has('idempotency-key'))
      request.headers.set('idempotency-key', crypto.randomUUID())
  },
}

const faults: Middleware = {
  onError: ({ error }) =>
    error instanceof Error && error.name === 'AbortError'
      ? error
      : new NoAnswer('No answer from the server.', { cause: error }),
}
