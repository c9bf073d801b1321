import type pg from 'pg'
import { Tx } from '../src/database/tx.ts'
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

/** How many pages the statements of `work` read, with what this person may read. They find no rows. */
export async function buffersFor(
  reader: Person,
  admin: pg.Pool,
  work: (tx: Tx<'rows'>) => Promise<unknown>,
): Promise<number> {
  const client = await admin.connect()
  let read = 0
  const explain = async (text: string, values: readonly unknown[]) => {
    // The first call reads the catalog to plan.
    await buffersOf(client, text, values)
    read += await buffersOf(client, text, values)
    return []
  }
  try {
    await client.query('begin')
    await client.query(`select app.authenticate(sha256($1::bytea), null, false, 'r')`, [reader.token])
    await client.query('set local role mostrador_api')
    const caller = { access: 'rows', principal: undefined, storeId: undefined, requestId: 'r' } as const
    await work(new Tx<'rows'>(explain, caller))
    return read
  } finally {
    await client.query('rollback')
    client.release()
  }
}
