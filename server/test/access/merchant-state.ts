import type pg from 'pg'
import { schemas } from '../../src/areas.ts'

type Asks = Pick<pg.Pool | pg.Client, 'query'>

/**
 * Every row of a merchant by table, and of some people, with its `xmin`, which changes with each update.
 *
 * @param people ids of accounts
 */
export async function stateOf(
  admin: Asks,
  merchantId: string,
  people: readonly string[] = [],
): Promise<unknown[]> {
  const { rows: tables } = await admin.query<{ name: string; ofMerchant: boolean; ofPerson: boolean }>(
    `select c.oid::regclass::text as name, bool_or(a.attname = 'merchant_id') as "ofMerchant",
            bool_or(a.attname = 'account_id') as "ofPerson"
       from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname in ('merchant_id', 'account_id')
      where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace::regnamespace::text = any ($1)
      group by c.oid`,
    [schemas],
  )
  const each = tables.map(({ name, ofMerchant, ofPerson }) => {
    const where = [
      ...(ofMerchant ? ['merchant_id = $1'] : []),
      ...(ofPerson ? ['account_id = any ($2)'] : []),
    ]
    return `select '${name}' as name, count(*)::int as n, sum(xmin::text::bigint)::text as written from ${name} where ${where.join(' or ')}`
  })
  each.push(
    `select 'merchant', 1, xmin::text from platform.merchants where id = $1`,
    `select 'people', count(*)::int, sum(xmin::text::bigint)::text from identity.accounts where id = any ($2)`,
  )
  return (await admin.query(`${each.join(' union all ')} order by 1`, [merchantId, people])).rows
}

/** An event gets its position, and its deliveries, a moment after it was emitted: a write as well. */
export async function eventsWithoutPosition(admin: Asks): Promise<number | null> {
  return (await admin.query('select from events.events where position is null')).rowCount
}
