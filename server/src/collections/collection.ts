import type { Area } from '../areas.ts'
import type { Domain, Verb } from '../authorization/matrix.ts'
import type { Tables } from '../database/schema.generated.ts'
import type { Sql } from '../database/sql.ts'
import type { Tx } from '../database/tx.ts'
import type { TSchema } from '../json-schema.ts'
import type { ProblemCode } from '../problem/problems.ts'
import type { KeyType } from './cursor.ts'
import type { StorePlace } from './each-place.ts'
import type { Field } from './fields.ts'

/** A table whose every row has a permission set that row-level security checks. */
export type RowTable = {
  [T in keyof Tables]: 'permission_set' extends keyof Tables[T] ? T : never
}[keyof Tables]

type Columns<T extends RowTable> = keyof Tables[T] & string
type Camel<S extends string> = S extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : S

/** The type of a sort key, which decides how a cursor stores its value without loss. */
export type SortType = Exclude<KeyType, 'uuid'>

export type Write = Exclude<Verb, 'read'>

/** A column to sort a list by. Not nullable: a cursor needs a value. */
export interface Sort {
  readonly column: string
  readonly type: SortType
}

/** A record in an answer: field names and values. */
export type Item = Readonly<Record<string, unknown>> & { readonly id: string }

/** The merchant and store of a record. */
export interface Place {
  readonly merchantId: string
  readonly storeId: string
  readonly id: string
}

/** A table constraint that covers several fields: which of them a refusal names, and its message. */
export interface SharedRule {
  readonly field: string
  readonly message: string
}

interface Declaration<T extends RowTable> {
  /** Where its routes are: `/pos/products`. */
  readonly path: `/${string}`
  /** `product`: part of operation ids and audit actions. */
  readonly noun: string
  readonly plural: string
  readonly tag: Area
  /** The row of the store matrix that new records belong to. */
  readonly domain: Domain
  /** What clients may do besides reading; everything else is done by commands. */
  readonly writes: readonly Write[]
  /** What a terminal session may do, within its role; everything else asks for the password. */
  readonly till?: readonly ('list' | 'read' | Write)[]
  /** The scope family for API keys. Default: the first one of its domain in the matrix. */
  readonly keyFamily?: 'TRANSACTIONS' | 'TERMINALS'
  /** Fields whose change is dangerous and requires a recent confirmation. */
  readonly confirmed?: readonly string[]
  /** The noun has its own route for reading one record, with more fields than the table. */
  readonly hasOwnRead?: boolean
  /** The column with the store's id; for a store it is its own id. */
  readonly storeColumn: Extract<Columns<T>, 'store_id' | 'id'>
  /** Besides `id` and `storeId`, which the server sets on every record. */
  readonly fields: { readonly [C in Columns<T> as Camel<C>]?: Field }
  readonly sorts: Readonly<Record<string, { readonly column: Columns<T>; readonly type: SortType }>>
  /** A key of `sorts`; a leading `-` means descending. */
  readonly defaultSort: string
  /** Fields that a list can be filtered by, with the schema of the query value. */
  readonly filters: { readonly [C in Columns<T> as Camel<C>]?: TSchema }
  /** Supports `?q=`: by its own `search_text`, or `elsewhere`, only by `alsoFound`. */
  readonly isSearched: ('search_text' extends Columns<T> ? boolean : false) | 'elsewhere'
  /** The field that a refusal of PostgreSQL is about, by name of the unique key or foreign key. */
  readonly constraints: Readonly<Record<string, string>>
  /** The message of a refusal, by name of the check constraint. */
  readonly rules?: Readonly<Record<string, SharedRule>>
  /**
   * Ids that a word of `?q=` finds in a store, besides those by `search_text`: a query of one column. `pattern` is folded
   * text for `like`.
   */
  readonly alsoFound?: (pattern: Sql, place: StorePlace) => Sql
  /** Domains that `alsoFound` reads besides its own; the caller's rows of others are out of reach in a list. */
  readonly alsoReads?: readonly Domain[]
  /**
   * Records deletions in app.deletions, so that lists support `?updatedSince=`. Requires `updatedAt` among
   * the sorts.
   */
  readonly isTracked?: boolean
  /** Others refer to these records; one that is referred to cannot be deleted. */
  readonly isReferenced?: boolean
  /** Why a record may have to be kept although the caller's role could delete it. */
  readonly keeps?: string
  /** A rule beyond types and keys, checked after the write and before its commit. @throws Problem */
  readonly check?: (tx: Tx<'rows'>, item: Item) => Promise<void>
  /** What `check` refuses a change with. */
  readonly refuses?: readonly ProblemCode[]
  /** Runs before a client's write. @throws Problem */
  readonly prepare?: (
    tx: Tx<'rows'>,
    place: Place,
    values: Readonly<Record<string, unknown>>,
  ) => Promise<void>
  /** Creates what belongs to every new record. */
  readonly complete?: (tx: Tx<'rows'>, place: Place) => Promise<void>
  /**
   * Runs before a deletion, while dependent records still exist. It is not checked yet that there is such a record, and that
   * the caller may delete it.
   */
  readonly beforeRemoval?: (tx: Tx<'rows'>, of: Pick<Place, 'merchantId' | 'id'>) => Promise<void>
}

/** A declared collection whose types have been checked against the table and then erased. */
export interface Collection
  extends Omit<Declaration<RowTable>, 'fields' | 'sorts' | 'filters' | 'isSearched'> {
  readonly table: RowTable
  readonly fields: Readonly<Record<string, Field>>
  readonly sorts: Readonly<Record<string, Sort>>
  readonly filters: Readonly<Record<string, TSchema>>
  readonly isSearched: boolean | 'elsewhere'
}

/**
 * Declares tenant records as a collection. Its routes, request schemas, SQL and description derive from the
 * declaration; permissions come from the rows.
 */
export function collection<T extends RowTable>(table: T, declaration: Declaration<T>): Collection {
  return { table, ...declaration } as Collection
}

/** `priceCentavos` is stored in `price_centavos`. */
export function columnOf(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** The fields that a client may send, in order of declaration. */
export function writable(of: Collection): string[] {
  return Object.keys(of.fields).filter((name) => of.fields[name]?.write !== undefined)
}

/** `stock level` is called `StockLevel` in the API description. */
export function pascal(words: string): string {
  return words.replace(/(?:^|[ _])([a-z])/g, (_match, letter: string) => letter.toUpperCase())
}
