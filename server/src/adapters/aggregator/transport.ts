/** One exchange of the provider's wire. Bodies are JSON text, so that they can arrive damaged. */
export interface WireRequest {
  readonly method: 'GET' | 'POST'
  /** Below the version prefix: `/async/transactions`. */
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

/** Carries a request and brings the answer, or rejects; it gives up when `signal` aborts. */
export type Transport = (request: WireRequest, signal: AbortSignal) => Promise<WireResponse>
