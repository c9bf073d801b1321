import type pg from 'pg'

/** How many pages a statement reads or writes, those of its functions included. Ask one connection: each plans for itself. */
export async function buffersOf(
  client: Pick<pg.ClientBase, 'query'>,
  statement: string,
  values: readonly unknown[] = [],
): Promise<number> {
  const { rows } = await client.query(`explain (analyze, buffers, format json) ${statement}`, [...values])
  const { Plan: plan } = rows[0]['QUERY PLAN'][0]
  return plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
}
