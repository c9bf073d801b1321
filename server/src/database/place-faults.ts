import type pg from 'pg'
import { hasCitus } from './citus.ts'

/** Where the rows of merchants are, and whether they can be reached: server/src/platform/places/functions.sql. */
export interface PlaceFaults {
  /** How many merchants have their rows elsewhere than their `database_id` says. */
  readonly count: number
  /** One sentence for each of the first. */
  readonly named: readonly string[]
  /** Moves that were left half-way, the oldest first. */
  readonly interrupted: readonly InterruptedMove[]
  /** Places whose nodes are out of the cluster. */
  readonly down: readonly { readonly place: string; readonly at: Date }[]
}

export interface InterruptedMove {
  readonly merchantId: string
  /** Where it was going. */
  readonly place: string
  /** When it was tried last. */
  readonly at: Date
}

const mostNamed = 5

/** @returns undefined where there is one place: on a single PostgreSQL, and in a database of an older version */
export async function placeFaults(client: pg.Client): Promise<PlaceFaults | undefined> {
  if (!(await hasCitus(client))) return undefined
  const { rows: known } = await client.query<{ found: boolean }>(
    `select to_regprocedure('platform.misplaced_merchants()') is not null
        and to_regprocedure('platform.interrupted_moves()') is not null
        and to_regprocedure('platform.places_down()') is not null as found`,
  )
  if (known[0]?.found !== true) return undefined
  const { rows } = await client.query<{ sentence: string; count: number }>(
    `select format('the rows of merchant %s are at %s and not at %s', merchant_id, place, database_id) as sentence,
            (count(*) over ())::int as count
       from platform.misplaced_merchants() order by merchant_id limit ${mostNamed}`,
  )
  const { rows: interrupted } = await client.query<InterruptedMove>(
    `select merchant_id as "merchantId", to_place as place, tried_at as at from platform.interrupted_moves()`,
  )
  const { rows: down } = await client.query<{ place: string; at: Date }>(
    'select id as place, down_at as at from platform.places_down()',
  )
  return { count: rows[0]?.count ?? 0, named: rows.map(({ sentence }) => sentence), interrupted, down }
}
