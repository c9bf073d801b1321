import type { OrderClaims } from './order-claims.ts'

/** For tests: the claims of a device's open windows. */
export class FakeClaims {
  readonly #windows = new Set<ReadonlySet<string>>()

  /** @returns the claims of a new window, and what closes it */
  open(): { claims: OrderClaims; close: () => void } {
    const own = new Set<string>()
    this.#windows.add(own)
    const claims = {
      areShared: true,
      claim: (key: string) => void own.add(key),
      release: (key: string) => void own.delete(key),
      claimed: async () => this.all(),
    }
    return { claims, close: () => void this.#windows.delete(own) }
  }

  closeAll(): void {
    this.#windows.clear()
  }

  all(): ReadonlySet<string> {
    return new Set([...this.#windows].flatMap((each) => [...each]))
  }
}
