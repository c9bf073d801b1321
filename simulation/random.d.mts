/** Choices that a seed decides. Each step has a generator of its own, so one that took another turn shifts no later step. */
export class Random {
  constructor(...seeds: readonly number[])
  /** From 0 up to, and without, 1. */
  next(): number
  /** A whole number from `least` to `most`. */
  whole(least: number, most: number): number
  isHit(chance: number): boolean
  /** @throws RangeError when there is nothing to choose from */
  pick<T>(from: readonly T[]): T
  /** As many different ones of the list, in random order. */
  some<T>(from: readonly T[], count: number): T[]
  /** A name, drawn by its weight. */
  weighed<T extends string>(weights: Readonly<Record<T, number>>): T
  /** A UUIDv7, as a device makes them. */
  uuid(atMs: number): string
}
