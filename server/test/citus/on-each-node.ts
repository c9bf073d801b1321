import type pg from 'pg'

/**
 * One of these on each of the two nodes that have rows of merchants.
 *
 * @param create makes another one, of a new merchant
 */
export async function onEachNode<T>(
  admin: pg.Pool,
  create: () => Promise<T>,
  merchantOf: (made: T) => string,
): Promise<readonly [T, T]> {
  const found = new Map<number, T>()
  while (found.size < 2) {
    const made = await create()
    const { rows } = await admin.query<{ node: number }>('select platform.node_group_of($1) as node', [
      merchantOf(made),
    ])
    for (const { node } of rows) found.set(node, made)
  }
  const [first, second] = found.values()
  return [first as T, second as T]
}
