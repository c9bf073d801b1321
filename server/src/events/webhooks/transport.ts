/** Why an address is refused, before anything is sent to it. */
const targetFaults = [
  'not_a_url',
  'not_https',
  'credentials_in_url',
  'port_not_allowed',
  'not_public',
] as const

/** Why an attempt had no answer. */
export const deliveryFaults = [
  ...targetFaults,
  'timeout',
  'no_host',
  'connection_refused',
  'bad_certificate',
  'connection_failed',
] as const
export type DeliveryFault = (typeof deliveryFaults)[number]

export interface RefusedTarget {
  readonly fault: (typeof targetFaults)[number]
  /** The same in words, with the ports that are allowed. */
  readonly detail: string
}

/** Port: sends a signed message to a public address, and to no other. */
export interface WebhookTransport {
  /** Why messages are never sent to this address; undefined for a public one. */
  refusalOf(url: string, ports: readonly number[]): Promise<RefusedTarget | undefined>
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
export type Outcome = { readonly status: number } | { readonly error: DeliveryFault }
