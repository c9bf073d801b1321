/** A mail as people read it. */
export interface Letter {
  /** Identifies it to mail servers, which drop a repeated one. */
  readonly id: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

/**
 * How an attempt ended. `LATER`: nothing was accepted, and it may be tried again. `REFUSED`: this mail will
 * never be accepted. `UNCLEAR`: the connection ended before the answer, so it may have been accepted.
 */
export type Delivery = 'SENT' | 'LATER' | 'REFUSED' | 'UNCLEAR'

/** Port: hands letters to a mail server, or keeps them for the demo. */
export interface Mailer {
  /** Never throws. */
  send(letter: Letter): Promise<Delivery>
  close(): void
}
