/** Choices that a seed decides. Each step has a generator of its own, so one that took another turn shifts no later step. */
export class Random {
  #state: number

  constructor(...seeds: readonly number[]) {
    this.#state = seeds.reduce((state, seed) => mixed(state + Math.imul(seed + 1, 0x9e3779b1)), 0x6d2b79f5)
  }

  /** From 0 up to, and without, 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    return mixed(this.#state) / 2 ** 32
  }

  /** A whole number from `least` to `most`. */
  whole(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1))
  }

  isHit(chance: number): boolean {
    return this.next() < chance
  }

  /** @throws RangeError when there is nothing to choose from */
  pick<T>(from: readonly T[]): T {
    if (from.length === 0) throw new RangeError('nothing to choose from')
    return from[this.whole(0, from.length - 1)] as T
  }

  /** As many different ones of the list, in random order. */
  some<T>(from: readonly T[], count: number): T[] {
    const left = [...from]
    return Array.from({ length: Math.min(count, left.length) }, () => {
      const [taken] = left.splice(this.whole(0, left.length - 1), 1)
      return taken as T
    })
  }

  /** A name, drawn by its weight. */
  weighed<T extends string>(weights: Readonly<Record<T, number>>): T {
    const entries = Object.entries(weights) as [T, number][]
    let left = this.next() * entries.reduce((sum, [, weight]) => sum + weight, 0)
    for (const [name, weight] of entries) {
      left -= weight
      if (left < 0) return name
    }
    return (entries.at(-1) as [T, number])[0]
  }

  /** A UUIDv7, as a device makes them. */
  uuid(atMs: number): string {
    const hex = (digits: number) =>
      Array.from({ length: digits }, () => this.whole(0, 15).toString(16)).join('')
    const time = Math.floor(atMs).toString(16).padStart(12, '0')
    return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(3)}-${this.pick(['8', '9', 'a', 'b'])}${hex(3)}-${hex(12)}`
  }
}

function mixed(state: number): number {
  let value = Math.imul(state ^ (state >>> 15), 1 | state)
  value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value
  return (value ^ (value >>> 14)) >>> 0
}
