import type { OrderHolds } from './order-holds.ts'

/** For tests: what the open windows of a device hold. */
export class FakeHolds {
  readonly #windows = new Set<ReadonlySet<string>>()

  /** @returns what a new window holds, and what closes it */
  open(): { holds: OrderHolds; close: () => void } {
    const own = new Set<string>()
    this.#windows.add(own)
    const holds = {
      take: (key: string) => void own.add(key),
      release: (key: string) => void own.delete(key),
      held: async () => new Set([...this.#windows].flatMap((each) => [...each])),
    }
    return { holds, close: () => void this.#windows.delete(own) }
  }

  closeAll(): void {
    this.#windows.clear()
  }
}
