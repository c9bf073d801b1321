import type { Sabotage } from './sabotage.ts'

/** Which sabotages to try. */
export interface Choice {
  /** Only those of these files, and those whose tests are among them. */
  readonly changed?: readonly string[]
  /** Only those whose promise, file or sentence contains this text. */
  readonly about?: string
  /** Of the rest, every `of`th, from the `at`th on: all shards together try each sabotage once. */
  readonly shard?: { readonly at: number; readonly of: number }
  /** At most this many, drawn by the seed. */
  readonly sample?: number
  readonly seed: number
}

/** The sabotages of a choice, in their order. */
export function chosen(
  all: readonly Sabotage[],
  { changed, about, shard, sample, seed }: Choice,
): readonly Sabotage[] {
  const isChanged = ({ file, tests }: Sabotage) =>
    changed === undefined ||
    changed.includes(file) ||
    tests.some((each) =>
      changed.some((name) => name === each || (name.startsWith(`${each}/`) && name.endsWith('.test.ts'))),
    )
  const isAbout = ({ promise, file, breaks }: Sabotage) =>
    about === undefined || [promise, file, breaks].some((text) => text.includes(about))
  const meant = all
    .filter((each) => isChanged(each) && isAbout(each))
    .filter((_, index) => shard === undefined || index % shard.of === shard.at - 1)
  if (sample === undefined || sample >= meant.length) return meant
  const order = new Map(meant.map((each, index) => [each, drawn(seed + index)]))
  const kept = new Set(meant.toSorted((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0)).slice(0, sample))
  return meant.filter((each) => kept.has(each))
}

/** A number for a seed, spread evenly (Murmur3's finalizer). */
function drawn(seed: number): number {
  let hash = Math.imul(seed ^ (seed >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
