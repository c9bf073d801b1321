import { json } from '../amounts/json.ts'
import { type Parameter, type Sql, sql } from '../database/sql.ts'
import type { Tx } from '../database/tx.ts'
import { type Collection, columnOf, type Item, type Place, type Write } from './collection.ts'
import type { Scope } from './scope.ts'

/** A record with values that the engine needs and the client does not see. */
export interface Found {
  readonly item: Item
  readonly merchantId: string
  readonly storeId: string
  /** Changes with every update. */
  readonly version: string
}

type Named = Pick<Place, 'merchantId' | 'id'>

/** A record, and what the caller may do with it. */
interface Judged extends Found {
  readonly isUpdatable: boolean
  readonly isDeletable: boolean
}

/** The record, if the caller may read it. */
export async function find(
  tx: Tx<'rows'>,
  of: Collection,
  scope: Scope,
  id: string,
): Promise<Judged | undefined> {
  if (scope.merchantIds.length === 0) return undefined
  const row = await tx.first(sql<Row>`
    select ${returning(of)}, ${marks(of)}, permission_set = any (app.updatable_sets()) as "$isUpdatable",
           permission_set = any (app.deletable_sets()) as "$isDeletable"
      from ${sql.ref(of.table)} where ${inScope(scope)} and id = ${id}`)
  return (
    row && {
      ...foundIn(row),
      isUpdatable: row['$isUpdatable'] as boolean,
      isDeletable: row['$isDeletable'] as boolean,
    }
  )
}

/** The record, if the caller may change it, locked until the transaction ends. */
export function hold(tx: Tx<'rows'>, of: Collection, { merchantId, id }: Named): Promise<Found | undefined> {
  return written(
    tx,
    sql`
      select ${returning(of)}, ${marks(of)} from ${sql.ref(of.table)}
       where merchant_id = ${merchantId} and id = ${id} for no key update`,
  )
}

/** The permission set of the store's records, if the caller may create such records. */
export async function creatableSet(
  tx: Tx<'rows'>,
  of: Collection,
  { merchantId, storeId }: Omit<Place, 'id'>,
): Promise<number | undefined> {
  const stamp = await tx.first(sql<{ permissionSet: number }>`
    select s as "permissionSet" from authz.set_of(${merchantId}, ${storeId}, ${of.domain}) s
     where s = any (app.creatable_sets())`)
  return stamp?.permissionSet
}

/** Inserts a record. */
export async function insert(
  tx: Tx<'rows'>,
  of: Collection,
  place: Place & { readonly permissionSet: number },
  values: Readonly<Record<string, unknown>>,
): Promise<Found> {
  const names = Object.keys(values)
  const into = ['merchant_id', 'id', 'store_id', 'permission_set', ...names.map(columnOf)]
  return foundIn(
    await tx.one(sql<Row>`
      insert into ${sql.ref(of.table)} (${sql.join(into.map((column) => sql.ref(column)))})
      values (${place.merchantId}, ${place.id}, ${place.storeId}, ${place.permissionSet}
              ${sql.join(
                names.map((name) => sql`, ${values[name] as Parameter}`),
                sql``,
              )})
      returning ${returning(of)}, ${marks(of)}`),
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
  return written(
    tx,
    sql`
      update ${sql.ref(of.table)} set ${sql.join([...changes, sql`updated_at = app.clock()`])}
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
  { merchantId, id }: Named,
  versions: readonly string[] | undefined,
): Promise<Found | undefined> {
  const isVersion = versions === undefined ? sql`true` : sql`${versionOf} = any (${versions}::text[])`
  return written(
    tx,
    sql`
      delete from ${sql.ref(of.table)} where merchant_id = ${merchantId} and id = ${id} and ${isVersion}
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
  return tx.rows(sql`select audit.record_at(${found.merchantId}, ${found.storeId}, ${`${of.noun}.${pastOf[write]}`}, ${of.noun},
    ${found.item.id}, ${jsonOrNull(change.before)}::jsonb, ${jsonOrNull(change.after)}::jsonb)`)
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
  return sql`merchant_id as "$merchantId", ${sql.ref(of.storeColumn)} as "$storeId", ${versionOf} as "$version"`
}

/** A cluster asks one node about one merchant, and all of them about several. */
function inScope({ merchantIds }: Scope): Sql {
  const [merchantId = null] = merchantIds
  return merchantIds.length > 1
    ? sql`merchant_id = any (${merchantIds}::uuid[])`
    : sql`merchant_id = ${merchantId}::uuid`
}

async function written(tx: Tx<'rows'>, statement: Sql): Promise<Found | undefined> {
  const row = await tx.first(statement as Sql<Row>)
  return row && foundIn(row)
}

const foundIn = (row: Row): Found => ({
  item: itemOf(row),
  merchantId: row['$merchantId'] as string,
  storeId: row['$storeId'] as string,
  version: row['$version'] as string,
})

export function itemOf(row: Row): Item {
  return Object.fromEntries(Object.entries(row).filter(([name]) => !name.startsWith('$'))) as Item
}

const jsonOrNull = (value: object | null): string | null => (value === null ? null : json(value))
