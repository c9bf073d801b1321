import type { TSchema } from 'typebox'
import type { Area } from '../areas.ts'
import type { Domain, Verb } from '../authorization/matrix.ts'
import type { Tables } from '../database/schema.generated.ts'
import type { Sql } from '../database/sql.ts'
import type { Tx } from '../database/tx.ts'
import type { KeyType } from './cursor.ts'
import type { Field } from './fields.ts'
import type { Scope } from './scope.ts'

/** A table whose every row names its permission set: row-level security decides about it. */
export type RowTable = {
  [T in keyof Tables]: 'permission_set' extends keyof Tables[T] ? T : never
}[keyof Tables]

type Columns<T extends RowTable> = keyof Tables[T] & string
type Camel<S extends string> = S extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : S

/** Which values a sort key takes, and so how a cursor writes them down without loss. */
export type SortType = Exclude<KeyType, 'uuid'>

export type Write = Exclude<Verb, 'read'>

/** What a list may be ordered by. Not nullable: a cursor cannot stand on nothing. */
export interface Sort {
  readonly column: string
  readonly type: SortType
}

/** A record as it goes out: its field names and their values. */
export type Item = Readonly<Record<string, unknown>> & { readonly id: string }

/** Where a record is. */
export interface Place {
  readonly merchantId: string
  readonly storeId: string
  readonly id: string
}

/** A rule of the table that several fields share: which of them a refusal names, and what it says of it. */
export interface SharedRule {
  readonly field: string
  readonly message: string
}

interface Declaration<T extends RowTable> {
  /** Where its routes are: `/pos/products`. */
  readonly path: `/${string}`
  /** `product`: names the operations and the audit actions. */
  readonly noun: string
  readonly plural: string
  readonly tag: Area
  /** The row of the store matrix that new records fall under. */
  readonly domain: Domain
  /** What clients may do besides reading; the rest belongs to commands. */
  readonly writes: readonly Write[]
  /** What of it a session at a terminal may do, as far as its role may; the rest asks for the password. */
  readonly till?: readonly ('list' | 'read' | Write)[]
  /** Fields whose change is a dangerous act, and asks for a fresh confirmation. */
  readonly confirmed?: readonly string[]
  /** Its domain has a route of its own that reads one record, with more in it than the table holds. */
  readonly hasOwnRead?: boolean
  /** Where the store's id is; a store's record is its own place. */
  readonly storeColumn: Extract<Columns<T>, 'store_id' | 'id'>
  /** Besides `id` and `storeId`, which every record has and the server stamps. */
  readonly fields: { readonly [C in Columns<T> as Camel<C>]?: Field }
  readonly sorts: Readonly<Record<string, { readonly column: Columns<T>; readonly type: SortType }>>
  /** A key of `sorts`, with `-` in front for descending. */
  readonly defaultSort: string
  /** Fields that a list can be narrowed by, with the shape of the value in the query. */
  readonly filters: { readonly [C in Columns<T> as Camel<C>]?: TSchema }
  /** Takes `?q=`: the table keeps `search_text`. */
  readonly isSearched: 'search_text' extends Columns<T> ? boolean : false
  /** Which field a refusal of PostgreSQL is about, by the name of the unique key or foreign key. */
  readonly constraints: Readonly<Record<string, string>>
  /** What a refusal says, by the name of the check. */
  readonly rules?: Readonly<Record<string, SharedRule>>
  /**
   * Ids that a word of `?q=` finds besides `search_text`: a query of one column over the store that
   * `place.merchant_id` and `place.store_id` name. `pattern` is folded text for `like`.
   */
  readonly alsoFound?: (pattern: Sql) => Sql
  /** Keeps what is gone in app.deletions, so that lists take `?updatedSince=`. Needs `updatedAt` among the sorts. */
  readonly isTracked?: boolean
  /** Why a record may have to stay though the caller's role could delete it. */
  readonly keeps?: string
  /** A rule beyond types and keys, looked at after the write and before its commit. @throws Problem */
  readonly check?: (tx: Tx<'rows'>, item: Item) => Promise<void>
  /** Makes room for what a client wants to write, before it is written. @throws Problem */
  readonly prepare?: (
    tx: Tx<'rows'>,
    place: Place,
    values: Readonly<Record<string, unknown>>,
  ) => Promise<void>
  /** Makes what belongs to every new record. */
  readonly complete?: (tx: Tx<'rows'>, place: Place) => Promise<void>
  /** Looks at what will go with a record, while it is still there. The caller's right to delete it is not settled yet. */
  readonly beforeRemoval?: (tx: Tx<'rows'>, scope: Scope, id: string) => Promise<void>
}

/** A declared collection, with the table's types checked and then left behind. */
export interface Collection
  extends Omit<Declaration<RowTable>, 'fields' | 'sorts' | 'filters' | 'isSearched'> {
  readonly table: RowTable
  readonly fields: Readonly<Record<string, Field>>
  readonly sorts: Readonly<Record<string, Sort>>
  readonly filters: Readonly<Record<string, TSchema>>
  readonly isSearched: boolean
}

/**
 * Declares tenant records as a collection. From it come the routes, what they accept, their SQL and
 * their description; who may do what comes from the rows.
 */
export function collection<T extends RowTable>(table: T, declaration: Declaration<T>): Collection {
  return { table, ...declaration } as Collection
}

/** `priceCentavos` is kept in `price_centavos`. */
export function columnOf(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** The names that a client may send in a body, in the order declared. */
export function writable(of: Collection): string[] {
  return Object.keys(of.fields).filter((name) => of.fields[name]?.write !== undefined)
}

/** `stock level` is called `StockLevel` in the API description. */
export function pascal(words: string): string {
  return words.replace(/(?:^|[ _])([a-z])/g, (_match, letter: string) => letter.toUpperCase())
}
