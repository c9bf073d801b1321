/** One exchange with the provider. Bodies are JSON text, so that tests can corrupt them. */
export interface WireRequest {
  readonly method: 'GET' | 'POST'
  /** Path after the version prefix: `/async/transactions`. */
  readonly path: string
  readonly query: URLSearchParams
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

export interface WireResponse {
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Sends a request and returns the answer, or rejects; gives up when `signal` aborts. */
export type Transport = (request: WireRequest, signal: AbortSignal) => Promise<WireResponse>
