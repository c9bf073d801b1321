/** By how much each quantity of the books changes: centavos, thousandths of goods, or how many there are. */
export type Change = Readonly<Record<string, number>>

/** Something that was asked for, and of which nobody knows yet whether it was done. */
export interface Unknown {
  readonly name: string
  readonly change: Change
}

/** What a quantity may be while outcomes are unknown. */
export interface Range {
  readonly least: number
  readonly most: number
}

/**
 * The model's books: named quantities, and the changes whose outcome is unknown. Both possibilities of each are kept until
 * it is learned. A quantity that is not named is zero.
 */
export class Books {
  readonly #quantities = new Map<string, number>()
  readonly unknown = new Set<Unknown>()

  get(name: string): number {
    return this.#quantities.get(name) ?? 0
  }

  apply(change: Change): void {
    for (const [name, by] of Object.entries(change)) this.#quantities.set(name, this.get(name) + by)
  }

  range(name: string): Range {
    let [least, most] = [this.get(name), this.get(name)]
    for (const { change } of this.unknown) {
      const by = change[name] ?? 0
      if (by < 0) least += by
      else most += by
    }
    return { least, most }
  }

  /** The names of what must never be below zero, and is, whatever was done of what is unknown. */
  overdrawn(isLimited: (name: string) => boolean): string[] {
    return [...this.#quantities.keys()].filter((name) => isLimited(name) && this.range(name).most < 0)
  }

  /**
   * Compares with what is.
   *
   * @returns the unknown changes that were made, or what differs when no choice of them explains it
   */
  explain(actual: ReadonlyMap<string, number>): { done: readonly Unknown[] } | { differs: string[] } {
    const unknown = [...this.unknown]
    let closest: string[] | undefined
    for (let choice = 0; choice < 2 ** unknown.length; choice++) {
      const done = unknown.filter((_, no) => (choice >> no) % 2 === 1)
      const differs = this.#differences(actual, done)
      if (differs.length === 0) return { done }
      if (closest === undefined || differs.length < closest.length) closest = differs
    }
    return { differs: closest ?? [] }
  }

  #differences(actual: ReadonlyMap<string, number>, done: readonly Unknown[]): string[] {
    const expected = new Map(this.#quantities)
    for (const { change } of done)
      for (const [name, by] of Object.entries(change)) expected.set(name, (expected.get(name) ?? 0) + by)
    const names = new Set([...expected.keys(), ...actual.keys()])
    return [...names]
      .filter((name) => (expected.get(name) ?? 0) !== (actual.get(name) ?? 0))
      .map((name) => `${name}: ${expected.get(name) ?? 0} expected, ${actual.get(name) ?? 0} found`)
  }
}
