import type pg from 'pg'
import { inTransaction } from './in-transaction.ts'

/** Where authentication does not go by the directory: see server/src/authorization/standing-faults.sql. */
export interface CopyFaults {
  readonly count: number
  /** One sentence for each of the first. */
  readonly named: readonly string[]
}

const mostNamed = 5

/** @returns undefined while the database is from a version that cannot tell */
export async function copyFaults(client: pg.Client): Promise<CopyFaults | undefined> {
  if (!(await tells(client))) return undefined
  const { rows } = await client.query<{ fault: string; count: number }>(
    `select fault, (count(*) over ())::int as count from authz.standing_faults() order by fault limit ${mostNamed}`,
  )
  return { count: rows[0]?.count ?? 0, named: rows.map(({ fault }) => fault) }
}

async function tells(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ tells: boolean }>(
    `select to_regprocedure('authz.standing_faults()') is not null as tells`,
  )
  return rows[0]?.tells === true
}

interface Fault {
  readonly account_id: string
  readonly merchant_id: string | null
  readonly membership_id: string | null
  readonly session_id: string | null
}

/**
 * Makes authentication go by the directory again, while servers run: one transaction for each fault, so that nobody waits
 * for more than one of them.
 *
 * @param client of the owner of the tables
 * @returns how many faults there were
 */
export async function mendCopies(client: pg.Client): Promise<number> {
  if (!(await tells(client))) return 0
  const { rows } = await client.query<Fault>(
    'select account_id, merchant_id, membership_id, session_id from authz.standing_faults()',
  )
  for (const { account_id, merchant_id, membership_id, session_id } of rows)
    await inTransaction(client, async () => {
      await client.query('select authz.mend_standing($1, $2, $3, $4)', [
        account_id,
        merchant_id,
        membership_id,
        session_id,
      ])
    })
  return rows.length
}
