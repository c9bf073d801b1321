import { createHash } from 'node:crypto'
import type pg from 'pg'
import { Grant } from '../src/authorization/grant.ts'
import type { Database } from '../src/database/database.ts'
import { sql } from '../src/database/sql.ts'
import type { Tx } from '../src/database/tx.ts'
import type { Person } from './world.ts'

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

/**
 * How many pages it reads once it is planned: the least of three runs. When another session, such as autovacuum, updates
 * statistics, PostgreSQL plans it again and reads the catalog for that.
 */
export async function plannedBuffersOf(...question: Parameters<typeof buffersOf>): Promise<number> {
  await buffersOf(...question)
  const runs: number[] = []
  for (let run = 0; run < 3; run++) runs.push(await buffersOf(...question))
  return Math.min(...runs)
}

/** How many pages of a table and its indexes `work` reads, as this person. */
export async function pagesRead(
  database: Database,
  { reader, table }: { readonly reader: Pick<Person, 'token'>; readonly table: string },
  work: (tx: Tx<'rows'>) => Promise<unknown>,
): Promise<number> {
  const tokenHash = createHash('sha256').update(reader.token).digest()
  const grant = Grant.issue('rows', { credential: { tokenHash }, requestId: 'test' })
  return database.read(grant, async (tx) => {
    const before = await pagesUntilNow(tx, table)
    await work(tx)
    return (await pagesUntilNow(tx, table)) - before
  })
}

/** Pages that the connection has read of the table and its indexes, perhaps some in earlier transactions. */
async function pagesUntilNow(tx: Tx<'rows'>, table: string): Promise<number> {
  const { pages } = await tx.one(sql<{ pages: string }>`
    select sum(pg_stat_get_xact_blocks_fetched(r.oid))::text as pages
      from (select ${table}::regclass as oid
             union all select indexrelid from pg_index where indrelid = ${table}::regclass) r
    having count(*) > 1`)
  return Number(pages)
}
