import createFetchClient, { type Client as FetchClient, type Middleware } from 'openapi-fetch'
import { idempotentOperations } from './idempotent.generated.ts'
import { isAbort, NoAnswer } from './problem.ts'
import { retrying } from './retrying.ts'
import type { paths } from './schema.generated.ts'
import { unansweredKeys } from './unanswered-keys.ts'
import { uuidV7 } from './uuid-v7.ts'

/** Methods `GET`, `POST`, … typed by the contract's paths; `use` adds middleware. */
export type Client = FetchClient<paths>

export interface ClientOptions {
  /** The server's origin, such as `https://pos.example.com`. */
  readonly baseUrl: string
  /** An API key of a merchant, `mostrador_sk_…`: for programs on a server. Never ship one to a browser. */
  readonly apiKey?: string
  /**
   * The token of a session, or a function that returns one for each request. Without it and without an API key, the
   * browser's session cookie authenticates.
   */
  readonly token?: string | (() => string | undefined | Promise<string | undefined>)
  /** Whether cookies are sent. Default: `same-origin`. */
  readonly credentials?: RequestCredentials
  /** The timeout of one attempt. Default: 30 seconds. */
  readonly timeoutMs?: number
  /** How often a repeatable request is retried. Default: 2. */
  readonly retries?: number
  /** Replaces the global `fetch`. */
  readonly fetch?: (request: Request) => Promise<Response>
}

/**
 * Creates a client of the API. Every command that takes an `Idempotency-Key` gets one, unless the caller sends its own:
 * the same for all its attempts, and for the same request if it is sent again within ten minutes of a failure. Reads and
 * requests with a key are retried after a network error, also in the middle of an answer, and after 429, 503 and
 * `idempotency_key_in_use` once `Retry-After` has passed.
 *
 * @throws TypeError for an API key that is empty or comes with a token
 * @throws NoAnswer from every call that gets no answer
 */
export function createClient(options: ClientOptions): Client {
  const { baseUrl, apiKey, credentials = 'same-origin', timeoutMs = 30_000, retries = 2 } = options
  if (apiKey === '') throw new TypeError('apiKey is empty')
  if (apiKey !== undefined && options.token !== undefined)
    throw new TypeError('Send apiKey or token, not both')
  const { fetch = (request: Request) => globalThis.fetch(request) } = options
  const client = createFetchClient<paths>({
    baseUrl,
    credentials,
    fetch: retrying(fetch, { timeoutMs, retries }),
  })
  client.use(named(apiKey ?? options.token), keyed(), faults)
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

/**
 * A request without a successful answer may have been carried out, so the same one gets the same key when it is sent
 * again. One that was refused has left its key free.
 */
function keyed(): Middleware {
  const sent = new Map<string, { readonly content: string; readonly key: string }>()
  const unanswered = unansweredKeys()
  const conclude = (id: string, isDone: boolean) => {
    const request = sent.get(id)
    sent.delete(id)
    if (request !== undefined && !isDone) unanswered.keep(request.content, request.key)
  }
  return {
    onRequest: async ({ request, schemaPath, id }) => {
      const isIdempotent = idempotentOperations.has(`${request.method} ${schemaPath}`)
      if (!isIdempotent || request.headers.has('idempotency-key')) return
      const content = `${request.method} ${request.url} ${await request.clone().text()}`
      const key = unanswered.take(content) ?? uuidV7()
      sent.set(id, { content, key })
      request.headers.set('idempotency-key', key)
    },
    onResponse: ({ id, response }) => conclude(id, response.ok && !isPage(response)),
    onError: ({ id }) => conclude(id, false),
  }
}

/** A page in place of an answer comes from something on the way, such as the sign-in of a network. */
const isPage = ({ headers }: Response) => headers.get('content-type')?.startsWith('text/html') === true

const faults: Middleware = {
  onError: ({ error }) =>
    error instanceof NoAnswer || isAbort(error)
      ? error
      : new NoAnswer('No answer from the server.', { cause: error }),
}
