import { json } from '../amounts/json.ts'
import { type Parameter, type Sql, sql } from '../database/sql.ts'
import type { Tx } from '../database/tx.ts'
import { type Collection, columnOf, type Item, type Write } from './collection.ts'
import type { Scope } from './scope.ts'

/** A record with values that the engine needs and the client does not see. */
export interface Found {
  readonly item: Item
  readonly merchantId: string
  readonly storeId: string
  /** Changes with every update. */
  readonly version: string
  readonly isUpdatable: boolean
  readonly isDeletable: boolean
}

/** The record, if the caller may read it. */
export function find(tx: Tx<'rows'>, of: Collection, scope: Scope, id: string): Promise<Found | undefined> {
  return foundIn(
    tx,
    sql`select ${returning(of)}, ${marks(of)} from ${sql.ref(of.table)} where ${named(scope, id)}`,
  )
}

/** The record, if the caller may change it, locked until the transaction ends. */
export function hold(tx: Tx<'rows'>, of: Collection, scope: Scope, id: string): Promise<Found | undefined> {
  return foundIn(
    tx,
    sql`select ${returning(of)}, ${marks(of)} from ${sql.ref(of.table)} where ${named(scope, id)} for no key update`,
  )
}

/** Stamps and inserts a record; undefined when the caller's sets do not allow it. */
export function insert(
  tx: Tx<'rows'>,
  of: Collection,
  place: { merchantId: string; storeId: string; id: string },
  values: Readonly<Record<string, unknown>>,
): Promise<Found | undefined> {
  const names = Object.keys(values)
  const into = ['merchant_id', 'id', 'store_id', 'permission_set', ...names.map(columnOf)]
  return foundIn(
    tx,
    sql`
      with stamp as (
        select authz.set_of(${place.merchantId}, ${place.storeId}, ${of.domain}) as permission_set)
      insert into ${sql.ref(of.table)} (${sql.join(into.map((column) => sql.ref(column)))})
      select ${sql.join([
        sql`${place.merchantId}::uuid`,
        sql`${place.id}::uuid`,
        sql`${place.storeId}::uuid`,
        sql`stamp.permission_set`,
        ...names.map((name) => sql`${values[name] as Parameter}`),
      ])}
        from stamp where stamp.permission_set = any (app.creatable_sets())
      returning ${returning(of)}, ${marks(of)}`,
  )
}

/** Updates fields of a record; undefined when it does not exist or the caller may not change it. */
export function update(
  tx: Tx<'rows'>,
  of: Collection,
  found: Found,
  values: Readonly<Record<string, unknown>>,
): Promise<Found | undefined> {
  const changes = Object.keys(values).map(
    (name) => sql`${sql.ref(columnOf(name))} = ${values[name] as Parameter}`,
  )
  return foundIn(
    tx,
    sql`
      update ${sql.ref(of.table)} set ${sql.join([...changes, sql`updated_at = clock_timestamp()`])}
       where merchant_id = ${found.merchantId} and id = ${found.item.id}
      returning ${returning(of)}, ${marks(of)}`,
  )
}

/**
 * Deletes a record, in one of the given versions if any; undefined when it does not exist, has changed or may
 * not be deleted by the caller.
 */
export function remove(
  tx: Tx<'rows'>,
  of: Collection,
  scope: Scope,
  id: string,
  versions: readonly string[] | undefined,
): Promise<Found | undefined> {
  const isVersion = versions === undefined ? sql`true` : sql`${versionOf} = any (${versions}::text[])`
  return foundIn(
    tx,
    sql`
      delete from ${sql.ref(of.table)} where ${named(scope, id)} and ${isVersion}
      returning ${returning(of)}, ${marks(of)}`,
  )
}

/** Records the id of a deleted record, for clients that have a copy of it. */
export function remember(tx: Tx<'rows'>, of: Collection, gone: Found): Promise<unknown> {
  return tx.rows(sql`
    insert into app.deletions (merchant_id, id, store_id, permission_set, noun, parent_id)
    values (${gone.merchantId}, ${gone.item.id}, ${gone.storeId},
            authz.set_of(${gone.merchantId}, ${gone.storeId}, ${of.domain}), ${of.noun},
            ${(gone.item['productId'] ?? null) as Parameter}::uuid)`)
}

export function recordAudit(
  tx: Tx<'rows'>,
  of: Collection,
  write: Write,
  found: Pick<Found, 'item' | 'merchantId' | 'storeId'>,
  change: { before: object | null; after: object | null },
): Promise<unknown> {
  return tx.rows(sql`select audit.record(${`${of.noun}.${pastOf[write]}`}, ${of.noun}, ${found.item.id},
    ${jsonOrNull(change.before)}::jsonb, ${jsonOrNull(change.after)}::jsonb, ${found.merchantId}, ${found.storeId})`)
}

/** A row as selected: fields, and marks whose names begin with `$`. */
export type Row = Readonly<Record<string, unknown>>

const pastOf: Readonly<Record<Write, string>> = { create: 'created', update: 'updated', delete: 'deleted' }

const versionOf = sql`app.row_version(id, xmin)`

/** The columns that a statement must select or return to build a record. */
export function returning(of: Collection): Sql {
  const names = [...(of.storeColumn === 'store_id' ? ['storeId'] : []), ...Object.keys(of.fields)]
  return sql.join([sql`id`, ...names.map((name) => sql`${sql.ref(columnOf(name))} as ${sql.ref(name)}`)])
}

function marks(of: Collection): Sql {
  return sql`merchant_id as "$merchantId", ${sql.ref(of.storeColumn)} as "$storeId", ${versionOf} as "$version",
    permission_set = any (app.updatable_sets()) as "$isUpdatable",
    permission_set = any (app.deletable_sets()) as "$isDeletable"`
}

function named(scope: Scope, id: string): Sql {
  return sql`merchant_id = any (${scope.merchantIds}::uuid[]) and id = ${id}`
}

async function foundIn(tx: Tx<'rows'>, query: Sql): Promise<Found | undefined> {
  const row = await tx.first<Row>(query as Sql<Row>)
  if (row === undefined) return undefined
  return {
    item: itemOf(row),
    merchantId: row['$merchantId'] as string,
    storeId: row['$storeId'] as string,
    version: row['$version'] as string,
    isUpdatable: row['$isUpdatable'] as boolean,
    isDeletable: row['$isDeletable'] as boolean,
  }
}

export function itemOf(row: Row): Item {
  return Object.fromEntries(Object.entries(row).filter(([name]) => !name.startsWith('$'))) as Item
}

const jsonOrNull = (value: object | null): string | null => (value === null ? null : json(value))
