import { type Parameter, type Sql, sql } from '../database/sql.ts'
import type { Tx } from '../database/tx.ts'
import { Problem } from '../problem/problem.ts'
import { type Collection, columnOf, type Item, type Sort } from './collection.ts'
import { eachPlace, type StorePlace } from './each-place.ts'
import { narrow } from './narrow.ts'
import type { PageRange } from './page.ts'
import { itemOf, type Row, returning } from './queries.ts'
import type { Scope } from './scope.ts'

export interface Search extends PageRange<'key' | 'id'> {
  readonly filters: Readonly<Record<string, unknown>>
  /** Every word must occur in the record's text. */
  readonly words: readonly string[]
  readonly sort: Sort
  readonly isDescending: boolean
  /** RFC 3339, UTC. */
  readonly updatedSince?: string | undefined
}

/** A record in a list: with its sort key as text, and a version that changes with every update. */
export interface Listed {
  readonly item: Item
  readonly key: string
  readonly version: string
}

/**
 * A range of rows in order, with the sort key of each. Reads store by store and merges: each store's index
 * has its page in order.
 */
export async function list(tx: Tx<'rows'>, of: Collection, scope: Scope, search: Search): Promise<Listed[]> {
  const { sort, isDescending } = search
  const by = sql.ref(sort.column)
  const direction = isDescending ? sql`desc` : sql`asc`
  const limit = sql`limit ${search.limit}`
  const page = sql<Row>`
    select found.*
      from (${eachPlace(
        scope,
        (place) => sql`
          select ${returning(of)}, ${by} as "$by", ${keyText[sort.type](by)} as "$key",
                 id::text || xmin::text as "$version"
            from ${sql.ref(of.table)}
           where ${sql.join(conditions(of, search, place), sql` and `)}
           order by ${by} ${direction}, id ${direction} ${limit}`,
      )}) found
     order by "$by" ${direction}, id ${direction} ${limit}`
  // Both are sent in one packet, and PostgreSQL runs them in order.
  const [, rows] = await Promise.all([narrow(tx, [of.domain, ...(of.alsoReads ?? [])]), tx.rows(page)])
  return rows.map((row) => ({
    item: itemOf(row),
    key: row['$key'] as string,
    version: row['$version'] as string,
  }))
}

/**
 * A moment before which nothing changes any more: every current writer has started after it, and stamps its
 * rows with a later time. Must be read before the data. Only sessions of our own login are visible, and no
 * other writes clients' records; two seconds allow for a clock that is set back.
 */
export async function safeHorizon(tx: Tx<'rows'>): Promise<string> {
  const { horizon } = await tx.one(sql<{ horizon: string }>`
    select ${keyText.instant(sql`(least(clock_timestamp(), min(a.xact_start)) - interval '2 seconds')`)} as horizon
      from pg_stat_activity a where a.datname = current_database() and a.pid <> pg_backend_pid()`)
  return horizon
}

/** Whether a restore of the database may have lost what a client knows that has read the changes up to then. */
export async function isLostTime(tx: Tx<'rows'>, moment: string): Promise<boolean> {
  const { isLost } = await tx.one(
    sql<{ isLost: boolean }>`select app.is_lost_time(${moment}::timestamptz) as "isLost"`,
  )
  return isLost
}

/**
 * Begins a list of changes: the moment from which the next one continues. Must be called before the data is read.
 *
 * @throws Problem `resync_required` if the database was restored to before `since`
 */
export async function beginChanges(tx: Tx<'rows'>, since: string): Promise<string> {
  const [syncedTo, isLost] = await Promise.all([safeHorizon(tx), isLostTime(tx, since)])
  if (isLost) {
    throw new Problem('resync_required', {
      detail:
        'The database was restored to an earlier moment. Read everything again, and continue from there.',
    })
  }
  return syncedTo
}

/** Deletions since then, oldest first. */
export async function deletedSince(
  tx: Tx<'rows'>,
  of: Collection,
  scope: Scope,
  since: string,
  limit: number,
): Promise<string[]> {
  const rows = await tx.rows(sql<{ id: string }>`
    select d.id from unnest(${scope.places.map(({ merchantId }) => merchantId)}::uuid[],
                            ${scope.places.map(({ storeId }) => storeId)}::uuid[]) as place (merchant_id, store_id)
      join app.deletions d on d.merchant_id = place.merchant_id and d.store_id = place.store_id
     where d.noun = ${of.noun} and d.deleted_at >= ${since}::timestamptz
     order by d.deleted_at, d.id limit ${limit}`)
  return rows.map(({ id }) => id)
}

/** Microseconds and large integers do not survive a JavaScript number or date. */
const keyText: Readonly<Record<Sort['type'], (column: Sql) => Sql>> = {
  text: (column) => column,
  integer: (column) => sql`${column}::text`,
  instant: (column) => sql`to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`,
}

const keyValue: Readonly<Record<Sort['type'], (key: string) => Sql>> = {
  text: (key) => sql`${key}::text`,
  integer: (key) => sql`${key}::bigint`,
  instant: (key) => sql`${key}::timestamptz`,
}

function conditions(of: Collection, search: Search, place: StorePlace): Sql[] {
  const { after, filters, isDescending, sort, updatedSince, words } = search
  const inPlace = sql`merchant_id = ${place.merchantId} and ${sql.ref(of.storeColumn)} = ${place.storeId}`
  const isNarrowed = Object.entries(filters).map(
    ([name, value]) => sql`${sql.ref(columnOf(name))} = ${value as Parameter}`,
  )
  const patterns = words.map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`)
  const hasWords =
    of.alsoFound === undefined && patterns.length > 0
      ? [sql`search_text like all (array(select app.fold(word) from unnest(${patterns}::text[]) word))`]
      : patterns.map((pattern) => foundBy(of, place, sql`(select app.fold(${pattern}::text))`))
  const isChanged = updatedSince === undefined ? [] : [sql`updated_at >= ${updatedSince}::timestamptz`]
  const isAfter =
    after === undefined
      ? []
      : [
          sql`(${sql.ref(sort.column)}, id) ${isDescending ? sql`<` : sql`>`}
              (${keyValue[sort.type](after.key)}, ${after.id}::uuid)`,
        ]
  return [inPlace, ...isNarrowed, ...hasWords, ...isChanged, ...isAfter]
}

/**
 * The word is in the record's own text, or finds it through another table. Looked up once per store, not per
 * row.
 */
function foundBy(of: Collection, place: StorePlace, pattern: Sql): Sql {
  const elsewhere = of.alsoFound?.(pattern, place)
  if (elsewhere === undefined) return sql`search_text like ${pattern}`
  const isFound = sql`id = any (array(${elsewhere}))`
  return of.isSearched === 'elsewhere' ? isFound : sql`(search_text like ${pattern} or ${isFound})`
}
