import type { Scope } from '../../collections/scope.ts'
import { type Sql, sql } from '../../database/sql.ts'
import type { Tx } from '../../database/tx.ts'
import type { EventMessage } from './schema.ts'

export interface Order {
  /** Everything up to this position is visible, without gaps. */
  readonly head: bigint
  /** The last assigned position. On a cluster a later call moves the head there; elsewhere it is the head. */
  readonly given: bigint
}

/** Assigns positions to committed events. */
export async function order(tx: Tx<'worker'>): Promise<Order> {
  return tx.one(sql<Order>`
    select head, given from events.order_events() where head is not null and given is not null`)
}

/** What a batch of events has lost, and the position after which the next one begins; null: none is left to prune. */
export interface Pruned {
  readonly deleted: number
  readonly next: bigint | null
}

/** Deletes the older ones of the next events after a position. */
export function prune(
  tx: Tx<'worker'>,
  { olderThanDays, after, limit }: { olderThanDays: number; after: bigint; limit: number },
): Promise<Pruned> {
  return tx.one(sql<Pruned>`
    select deleted, next from events.prune_events(make_interval(days => ${olderThanDays}), ${after}, ${limit})`)
}

/** What the tail needs of an event to know whom it may concern. */
export interface Sighting {
  readonly position: bigint
  readonly merchantId: string
  readonly storeId: string | null
  readonly permissionSet: number | null
  /** The account whose membership it is about, if any. */
  readonly accountId: string | null
}

/** Events after a position and up to another, in order. */
export function sightings(
  tx: Tx<'worker'>,
  { after, upTo, limit }: { readonly after: bigint; readonly upTo: bigint; readonly limit: number },
): Promise<Sighting[]> {
  return tx.rows(sql<Sighting>`
    select position, merchant_id as "merchantId", store_id as "storeId", permission_set as "permissionSet",
           case when type like 'membership.%' then payload ->> 'accountId' end as "accountId"
      from events.events where position > ${after} and position <= ${upTo} order by position limit ${limit}`)
}

/** The permission sets whose rows the caller may currently read. */
export async function readableSets(tx: Tx<'rows'>): Promise<readonly number[]> {
  const { sets } = await tx.one(sql<{ sets: number[] }>`select app.readable_sets() as sets`)
  return sets
}

/** The position of an event of the last day that the caller may read; otherwise undefined. */
export async function positionOf(tx: Tx<'rows'>, scope: Scope, id: string): Promise<bigint | undefined> {
  const found = await tx.first(sql<{ position: bigint }>`
    select position from events.events
     where id = ${id} and position is not null and at > now() - interval '1 day'
       and (merchant_id = any (${scope.merchantIds}::uuid[]) or permission_set is null)`)
  return found?.position
}

export interface StoredEvent extends EventMessage {
  readonly position: bigint
}

/** What a stream is about: some merchants, perhaps one store of them alone, and the platform. */
export interface Subject {
  readonly merchantIds: readonly string[]
  readonly storeId: string | undefined
  readonly isPlatform: boolean
}

interface Range {
  readonly after: bigint
  readonly upTo: bigint
  readonly limit: number
}

const between = ({ after, upTo, limit }: Range, whose: Sql) => sql<StoredEvent>`
  select position, id, type, at, merchant_id as "merchantId", store_id as "storeId", payload
    from events.events
   where position > ${after} and position <= ${upTo} and ${whose}
   order by position limit ${limit}`

/**
 * The next events that the caller may read, in order: of the merchants and, unless a store was given, of the platform. For a
 * store, only its own events and those of its merchant as a whole.
 */
export async function eventsBetween(tx: Tx<'rows'>, of: Subject, range: Range): Promise<StoredEvent[]> {
  const { merchantIds, storeId, isPlatform } = of
  const ofStore = storeId === undefined ? sql`` : sql`and (store_id = ${storeId} or store_id is null)`
  const ofMerchants = sql`merchant_id = any (${merchantIds}::uuid[]) and permission_set is not null ${ofStore}`
  const ofPlatform = sql`permission_set is null`
  // Two statements, each with its index: for both conditions in one, PostgreSQL reads the events of all merchants.
  const found = [
    ...(merchantIds.length > 0 ? await tx.rows(between(range, ofMerchants)) : []),
    ...(isPlatform && storeId === undefined ? await tx.rows(between(range, ofPlatform)) : []),
  ]
  return found.toSorted((a, b) => (a.position < b.position ? -1 : 1)).slice(0, range.limit)
}
