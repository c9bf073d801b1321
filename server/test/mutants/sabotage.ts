/** What a sabotage breaks. */
export const promises = ['money', 'authority', 'audit', 'stock', 'rules', 'till'] as const
export type Promised = (typeof promises)[number]

/** A sabotage of these may survive only when another guard keeps the same promise. */
export const strict: readonly Promised[] = ['money', 'authority', 'audit']

/** One wrong edit of one file, and the tests that should notice it. */
export interface Sabotage {
  /** From the root. */
  readonly file: string
  readonly before: string
  readonly after: string
  /** Where `before` begins in the file. Without it, the file contains `before` exactly once. */
  readonly at?: number
  readonly promise: Promised
  /** What no longer holds, as a sentence. */
  readonly breaks: string
  /** Test files or folders, from the root. */
  readonly tests: readonly string[]
  /** Why no test notices it, where that is right: for example, another guard keeps the same promise. */
  readonly survives?: string
  /** The simulation plays this seed, instead of the tests being run. */
  readonly seed?: number
}

/** What became of a sabotage. `broken`: the tests could not run with it, so it says nothing. */
export interface Found {
  readonly fate: 'killed' | 'survived' | 'broken'
  readonly noticedBy: string | null
}

type Listed = Pick<Sabotage, 'before' | 'after' | 'breaks'> &
  Partial<Pick<Sabotage, 'tests' | 'survives' | 'seed'>>

/** Sabotages of one file that break one promise. */
export function sabotages(
  promise: Promised,
  file: string,
  tests: readonly string[],
  listed: readonly Listed[],
): readonly Sabotage[] {
  return listed.map((each) => ({ tests, ...each, promise, file }))
}

/** @throws Error when the file does not contain `before` where it should */
export function applied(source: string, { file, before, after, at }: Sabotage): string {
  const places = source.split(before).length - 1
  if (at === undefined && places !== 1) throw new Error(`${file} contains ${places} times: ${before}`)
  const from = at ?? source.indexOf(before)
  if (!source.startsWith(before, from)) throw new Error(`${file} differs at ${from}: ${before}`)
  return source.slice(0, from) + after + source.slice(from + before.length)
}
