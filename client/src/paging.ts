import { type Answered, answer } from './problem.ts'

/** A page of a list. */
export interface Page<T = unknown> {
  readonly items: readonly T[]
  readonly nextCursor: string | null
}

/** The query parameters that select a page. */
interface Place {
  readonly cursor?: string
}

type Load<P extends Page> = (place: Place) => Promise<Answered & { readonly data?: P }>
type ItemOf<P extends Page> = P['items'][number]

/**
 * Iterates over the pages of a list:
 * `pages((page) => client.GET('/pos/products', { params: { query: { ...page, limit: 200 } } }))`.
 *
 * @throws ProblemError · NoAnswer
 */
export async function* pages<P extends Page>(load: Load<P>): AsyncGenerator<P, void, undefined> {
  let place: Place = {}
  for (;;) {
    const page = (await answer(load(place))) as P
    yield page
    if (page.nextCursor === null) return
    place = { cursor: page.nextCursor }
  }
}

/** Iterates over the records of a list; each page is fetched when needed. */
export async function* items<P extends Page>(load: Load<P>): AsyncGenerator<ItemOf<P>, void, undefined> {
  for await (const page of pages(load)) yield* page.items as Iterable<ItemOf<P>>
}

/** All records of a list that fits in memory. */
export async function allItems<P extends Page>(load: Load<P>): Promise<ItemOf<P>[]> {
  const all: ItemOf<P>[] = []
  for await (const item of items(load)) all.push(item)
  return all
}
