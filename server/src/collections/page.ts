import { decodeCursor, encodeCursor, type KeyType, listName } from './cursor.ts'

/** One page, and where the next one begins; null after the last. */
export interface Page<T> {
  readonly items: T[]
  readonly nextCursor: string | null
}

/** The sort keys of a row, each as text without loss. */
export type Position<K extends string> = Readonly<Record<K, string>>

/** What a list is sorted by: its keys, the last of which makes them unique, and where a row has them. */
export interface Order<R, K extends string> {
  readonly keys: Readonly<Record<K, KeyType>>
  readonly of: (row: R) => Position<K>
}

/** The rows that a statement reads: at most `limit`, and those that come after the last row of the page before. */
export interface Stretch<K extends string = 'id'> {
  readonly limit: number
  readonly after: Position<K> | undefined
}

/** What was asked for: `?limit=&cursor=`, of a list that a caller sees narrowed by what the query says. */
export interface PageRequest {
  /** What is listed; with the caller and `narrowedBy` it names the list that a cursor belongs to. */
  readonly list: string
  /** Each part of the query that chooses or orders the rows, in a fixed order. */
  readonly narrowedBy: readonly unknown[]
  readonly limit: number
  readonly cursor?: string | undefined
}

/** Most lists are sorted by id, which is by age. */
export const byId: Order<{ readonly id: string }, 'id'> = { keys: { id: 'uuid' }, of: ({ id }) => ({ id }) }

/**
 * One page of a list. Every list is paged by it, so every cursor is made and read here.
 *
 * @param tx   whose caller the cursor is bound to
 * @param read reads the stretch that it is given, in `order`: one row more than the page holds tells whether there is a
 *   next one
 * @throws Problem `invalid_cursor` (of another list, of another caller, or made up)
 */
export async function pageOf<R, K extends string>(
  tx: { readonly principal: { readonly accountId: string } },
  { list, narrowedBy, limit, cursor }: PageRequest,
  order: Order<R, K>,
  read: (stretch: Stretch<K>) => Promise<readonly R[]>,
): Promise<Page<R>> {
  const name = listName([list, tx.principal.accountId, ...narrowedBy])
  const keys = Object.keys(order.keys) as K[]
  const types = keys.map((key) => order.keys[key])
  const position = cursor === undefined ? undefined : decodeCursor(name, types, cursor)
  const after = position && (Object.fromEntries(keys.map((key, at) => [key, position[at]])) as Position<K>)
  const rows = await read({ limit: limit + 1, after })
  const last = rows.length > limit ? rows[limit - 1] : undefined
  const end = last && order.of(last)
  return {
    items: rows.slice(0, limit),
    nextCursor:
      end === undefined
        ? null
        : encodeCursor(
            name,
            keys.map((key) => end[key]),
          ),
  }
}

/** The same page, told as the API tells its rows. */
export function viewed<R, V>({ items, nextCursor }: Page<R>, view: (row: R) => V): Page<V> {
  return { items: items.map(view), nextCursor }
}
