import { Random } from './random.mjs'

/**
 * How often each thing happens in the season of a seed: some things never, others much more often than usual. What needs
 * several rare things is then frequent in some seasons.
 *
 * @param usual a name whose weight stays as it is
 */
export function habitsOf<T extends string>(
  seed: number,
  weights: Readonly<Record<T, number>>,
  usual?: NoInfer<T>,
): Readonly<Record<T, number>> {
  const names = Object.keys(weights) as T[]
  const random = new Random(seed, names.length)
  const factors = names.map(() => random.pick([0, 1, 1, 4]))
  return Object.fromEntries(
    names.map((name, no) => [name, weights[name] * (name === usual ? 1 : (factors[no] ?? 1))]),
  ) as Record<T, number>
}
