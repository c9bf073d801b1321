/**
 * The server's time. Clocks of cheap tablets are hours off, and a comparison with the server's timestamps
 * must not be.
 *
 * The Date header of an answer has whole seconds and was written between sending the request and reading the
 * answer, so each answer bounds the difference between both clocks. Bounds of several answers together leave a
 * fraction of a second. An answer that contradicts them means that a clock was set or has drifted: it replaces
 * them.
 */
export class ServerClock {
  readonly #deviceNowMs: () => number
  #leastOffsetMs = 0
  #mostOffsetMs = 0
  #isKnown = false

  /** @param deviceNowMs the device's time, in milliseconds since 1970 */
  constructor(deviceNowMs: () => number) {
    this.#deviceNowMs = deviceNowMs
  }

  /** Sends a request, and learns from its answer. */
  readonly timed =
    (send: (request: Request) => Promise<Response>) =>
    async (request: Request): Promise<Response> => {
      const sentAtMs = this.#deviceNowMs()
      const response = await send(request)
      this.#learn(Date.parse(response.headers.get('date') ?? ''), sentAtMs, this.#deviceNowMs())
      return response
    }

  /** The server's current time, in milliseconds since 1970. The device's, until an answer was learned from. */
  nowMs(): number {
    return this.#deviceNowMs() + Math.round((this.#leastOffsetMs + this.#mostOffsetMs) / 2)
  }

  #learn(secondMs: number, sentAtMs: number, answeredAtMs: number): void {
    // A device whose clock was set back in between says nothing.
    if (Number.isNaN(secondMs) || answeredAtMs < sentAtMs) return
    const leastMs = secondMs - answeredAtMs
    const mostMs = secondMs + 1000 - sentAtMs
    const isContradicted = mostMs < this.#leastOffsetMs || leastMs > this.#mostOffsetMs
    const isNew = !this.#isKnown || isContradicted
    this.#leastOffsetMs = isNew ? leastMs : Math.max(leastMs, this.#leastOffsetMs)
    this.#mostOffsetMs = isNew ? mostMs : Math.min(mostMs, this.#mostOffsetMs)
    this.#isKnown = true
  }
}

/** The clock that all requests of this page keep right. */
export const serverClock = new ServerClock(() => Date.now())

/** The server's current time, in milliseconds since 1970. */
export const serverNowMs = () => serverClock.nowMs()
