import type pg from 'pg'
import { inTransaction } from './in-transaction.ts'

/** Where the copies that authentication reads differ from the directory: server/src/authorization/standing-faults.sql. */
export interface CopyFaults {
  readonly count: number
  /** One sentence for each of the first. */
  readonly named: readonly string[]
}

const mostNamed = 5

/** @returns undefined for a database of an older version, which lacks the comparison */
export async function copyFaults(client: pg.Client): Promise<CopyFaults | undefined> {
  if (!(await hasComparison(client))) return undefined
  const { rows } = await client.query<{ fault: string; count: number }>(
    `select fault, (count(*) over ())::int as count from authz.standing_faults() order by fault limit ${mostNamed}`,
  )
  return { count: rows[0]?.count ?? 0, named: rows.map(({ fault }) => fault) }
}

/** A database of an older version lacks the comparison. */
async function hasComparison(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>(
    `select to_regprocedure('authz.standing_faults()') is not null as found`,
  )
  return rows[0]?.found === true
}

interface Fault {
  readonly account_id: string
  readonly merchant_id: string | null
  readonly membership_id: string | null
  readonly session_id: string | null
}

/**
 * Repairs the copies that differ from the directory, while servers run: one transaction for each, so that nobody waits
 * for more than one of them.
 *
 * @param client of the owner of the tables
 * @returns how many faults there were
 */
export async function repairCopies(client: pg.Client): Promise<number> {
  if (!(await hasComparison(client))) return 0
  const { rows } = await client.query<Fault>(
    'select account_id, merchant_id, membership_id, session_id from authz.standing_faults()',
  )
  for (const { account_id, merchant_id, membership_id, session_id } of rows)
    await inTransaction(client, async () => {
      await client.query('select authz.repair_standing($1, $2, $3, $4)', [
        account_id,
        merchant_id,
        membership_id,
        session_id,
      ])
    })
  return rows.length
}
