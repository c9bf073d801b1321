/** Port: carries a signed message to an address on the internet, and to no other. */
export interface WebhookTransport {
  /** Why nothing is ever sent there, in words for whoever named the address; undefined when it is a public one. */
  refusalOf(url: string, ports: readonly number[]): Promise<string | undefined>
  /** Never throws: what went wrong is the outcome. Addresses are looked at again when the connection is made. */
  post(message: WebhookMessage): Promise<Outcome>
  close(): Promise<void>
}

export interface WebhookMessage {
  readonly url: string
  /** Those that the platform sends to. */
  readonly ports: readonly number[]
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** The receiver's status, or why there was no answer. */
export type Outcome = { readonly status: number } | { readonly error: string }
