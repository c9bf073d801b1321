/** Port: sends a signed message to a public address, and to no other. */
export interface WebhookTransport {
  /**
   * Why messages are never sent to this address, worded for the person who entered it; undefined for a public
   * address.
   */
  refusalOf(url: string, ports: readonly number[]): Promise<string | undefined>
  /** Never throws: failures are outcomes. The address is checked again when the connection is made. */
  post(message: WebhookMessage): Promise<Outcome>
  close(): Promise<void>
}

export interface WebhookMessage {
  readonly url: string
  /** The ports that the platform sends to. */
  readonly ports: readonly number[]
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** The receiver's status, or why there was no answer. */
export type Outcome = { readonly status: number } | { readonly error: string }
