import { decodeCursor, encodeCursor, type KeyType, listName } from './cursor.ts'

/** One page, and where the next one begins; null after the last. */
export interface Page<T> {
  readonly items: T[]
  readonly nextCursor: string | null
}

/** The sort keys of a row, each as lossless text. */
export type Position<K extends string> = Readonly<Record<K, string>>

/**
 * The sort order of a list: its keys, the last of which makes them unique, and how to read them from a row.
 */
export interface Order<R, K extends string> {
  readonly keys: Readonly<Record<K, KeyType>>
  readonly of: (row: R) => Position<K>
}

/** The rows that a statement reads: at most `limit`, after the last row of the previous page. */
export interface PageRange<K extends string = 'id'> {
  readonly limit: number
  readonly after: Position<K> | undefined
}

/** The requested page: `?limit=&cursor=`, of a list with the caller's filters. */
export interface PageRequest {
  /**
   * The name of the list; with the caller and `narrowedBy` it identifies the list that a cursor belongs to.
   */
  readonly list: string
  /** Each part of the query that filters or orders the rows, in a fixed order. */
  readonly narrowedBy: readonly unknown[]
  readonly limit: number
  readonly cursor?: string | undefined
}

/** Most lists are sorted by id, which is by age. */
export const byId: Order<{ readonly id: string }, 'id'> = { keys: { id: 'uuid' }, of: ({ id }) => ({ id }) }

/**
 * One page of a list. Every list uses it, so every cursor is created and read here.
 *
 * @param tx binds the cursor to its caller
 * @param read reads the given range, in `order`: one row more than the page has, to detect a next page
 * @throws Problem `invalid_cursor` (of another list or caller, or forged)
 */
export async function pageOf<R, K extends string>(
  tx: { readonly principal: { readonly accountId: string } },
  { list, narrowedBy, limit, cursor }: PageRequest,
  order: Order<R, K>,
  read: (range: PageRange<K>) => Promise<readonly R[]>,
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

/** The same page in the API's format. */
export function viewed<R, V>({ items, nextCursor }: Page<R>, view: (row: R) => V): Page<V> {
  return { items: items.map(view), nextCursor }
}
