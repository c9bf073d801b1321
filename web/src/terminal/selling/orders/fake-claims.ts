import type { OrderClaims } from './order-claims.ts'

/** For tests: the claims of a device's open windows. */
export class FakeClaims {
  readonly #windows = new Set<ReadonlySet<string>>()

  /**
   * @param before what the window worked on before it was reloaded
   * @returns the claims of a new window, what closes it, and what it works on
   */
  open(before: ReadonlySet<string> = new Set()): {
    claims: OrderClaims
    close: () => void
    own: ReadonlySet<string>
  } {
    const own = new Set<string>()
    this.#windows.add(own)
    const claims = {
      areShared: true,
      claim: (key: string) => void own.add(key),
      release: (key: string) => void own.delete(key),
      claimed: async () => this.all(),
      hadBefore: (key: string) => before.has(key),
    }
    return { claims, close: () => void this.#windows.delete(own), own }
  }

  closeAll(): void {
    this.#windows.clear()
  }

  all(): ReadonlySet<string> {
    return new Set([...this.#windows].flatMap((each) => [...each]))
  }
}
