import { eachPlace, type StorePlace } from '../../collections/each-place.ts'
import { namesSeen } from '../../collections/names-seen.ts'
import { narrow } from '../../collections/narrow.ts'
import type { PageRange } from '../../collections/page.ts'
import type { Scope } from '../../collections/scope.ts'
import { type Sql, sql } from '../../database/sql.ts'
import type { Tx } from '../../database/tx.ts'
import type { AuditEntry } from './schema.ts'
import type { SealStatement } from './seal.ts'

export interface AuditFilter {
  readonly entity?: string | undefined
  readonly entityId?: string | undefined
  readonly action?: string | undefined
  readonly merchantId?: string | undefined
  readonly userId?: string | undefined
  /** Inclusive start, RFC 3339. */
  readonly from?: string | undefined
  /** Exclusive end. */
  readonly until?: string | undefined
}

/**
 * Entries of stores that the caller may read, newest first; each store is read along its index, then merged.
 */
export async function storeEntries(
  tx: Tx<'rows'>,
  scope: Scope,
  filter: AuditFilter,
  range: PageRange,
): Promise<AuditEntry[]> {
  const sets = await setsOf(tx, scope)
  const ofPlace = ({ merchantId, storeIds, position }: StorePlace) =>
    sql`l.merchant_id = ${merchantId}
      and l.permission_set = (${storeIds.map((id) => sets.get(id) ?? null)}::int[])[${position}]`
  const newestOfAll = sql`
      select found.*
        from (${eachPlace(scope, (place) => newest(ofPlace(place), filter, range))}) found
       order by found.id desc limit ${range.limit}`
  const [, found] = await Promise.all([narrow(tx, ['audit', 'staff']), entries(tx, newestOfAll)])
  return found
}

/** The platform's own entries, without those of stores. */
export function platformEntries(
  tx: Tx<'platform:operator'>,
  filter: AuditFilter,
  range: PageRange,
): Promise<AuditEntry[]> {
  return entries(tx, newest(sql`l.permission_set is null`, filter, range))
}

function newest(place: Sql, filter: AuditFilter, range: PageRange): Sql {
  const conditions: Sql[] = []
  if (filter.entity !== undefined) conditions.push(sql`l.entity = ${filter.entity}`)
  if (filter.entityId !== undefined) conditions.push(sql`l.entity_id = ${filter.entityId}`)
  if (filter.action !== undefined) conditions.push(sql`l.action = ${filter.action}`)
  if (filter.merchantId !== undefined) conditions.push(sql`l.merchant_id = ${filter.merchantId}`)
  if (filter.userId !== undefined) conditions.push(sql`l.user_id = ${filter.userId}`)
  // An entry's id is made later in the transaction that began at its time; none takes ten minutes. The indexes have the id.
  if (filter.from !== undefined)
    conditions.push(sql`l.at >= ${filter.from}::timestamptz
      and l.id >= app.first_uuid_at(${filter.from}::timestamptz - interval '10 minutes')`)
  if (filter.until !== undefined)
    conditions.push(sql`l.at < ${filter.until}::timestamptz
      and l.id < app.first_uuid_at(${filter.until}::timestamptz + interval '10 minutes')`)
  if (range.after !== undefined) conditions.push(sql`l.id < ${range.after.id}::uuid`)
  return sql`
    select l.* from audit.log l
     where ${sql.join([place, ...conditions], sql` and `)}
     order by l.id desc limit ${range.limit}`
}

/** The permission set of each store's entries; known before they are read, so that a node needs no other table. */
async function setsOf(tx: Tx<'rows'>, { places }: Scope): Promise<ReadonlyMap<string, number>> {
  const rows = await tx.rows(sql<{ storeId: string; set: number }>`
    select p.store_id as "storeId", s as set
      from unnest(${places.map(({ merchantId }) => merchantId)}::uuid[],
                  ${places.map(({ storeId }) => storeId)}::uuid[]) as p (merchant_id, store_id)
     cross join lateral authz.set_of(p.merchant_id, p.store_id, 'audit') s
     where p.store_id is not null`)
  return new Map(rows.map(({ storeId, set }) => [storeId, set]))
}

/** A person whom the caller may not see has no name. */
async function entries(tx: Tx<never>, page: Sql): Promise<AuditEntry[]> {
  const rows = await tx.rows(sql<Omit<AuditEntry, 'userName'>>`
    select p.id, p.at, p.action, p.entity, p.entity_id as "entityId", p.before, p.after, p.user_id as "userId",
           nullif(p.merchant_id, app.platform_id()) as "merchantId", p.store_id as "storeId"
      from (${page}) p order by p.id desc`)
  const names = await namesSeen(
    tx,
    rows.map(({ userId }) => userId),
  )
  return rows.map((row) => ({ ...row, userName: names.get(row.userId) ?? null }))
}

/** Whose turn it is to seal; `IN_DOUBT`: nobody's, while a commit is in doubt. */
export type SealingTurn = 'MINE' | 'OTHERS' | 'IN_DOUBT'

/** Takes the sealing lock for this transaction, unless another process has it. */
export async function beginSeal(tx: Tx<'worker'>): Promise<SealingTurn> {
  const { turn } = await tx.one(sql<{ turn: SealingTurn }>`select audit.begin_seal() as turn`)
  return turn
}

/** Entries without a seal, oldest first: those of the earliest time that has any. */
export function unsealed(tx: Tx<'worker'>, limit: number): Promise<{ id: string; leaf: Buffer }[]> {
  return tx.rows(sql<{ id: string; leaf: Buffer }>`select id, leaf from audit.unsealed(${limit})`)
}

const statement = sql`no::int, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at,
  cardinality(audit_ids) as count, encode(root, 'hex') as root, encode(previous, 'hex') as previous,
  encode(public_key, 'hex') as "publicKey"`

export function lastSeal(tx: Tx<'worker'>): Promise<SealStatement | undefined> {
  return tx.first(sql<SealStatement>`select ${statement} from audit.last_seal()`)
}

export async function addSeal(
  tx: Tx<'worker'>,
  seal: SealStatement,
  of: { readonly ids: readonly string[]; readonly leaves: readonly Buffer[]; readonly signature: Buffer },
): Promise<void> {
  const bytes = (hex: string) => Buffer.from(hex, 'hex')
  await tx.rows(sql`
    select audit.add_seal(${seal.no}, ${seal.at}, ${of.ids}::uuid[], ${of.leaves}::bytea[],
      ${bytes(seal.root)}, ${bytes(seal.previous)}, ${bytes(seal.publicKey)}, ${of.signature})`)
}

/** A seal with the entries that it covers and their current hashes; null for a deleted entry. */
export interface SealWithEntries extends SealStatement {
  readonly auditIds: readonly string[]
  readonly leaves: readonly Buffer[]
  readonly currentLeaves: readonly (Buffer | null)[]
  readonly signature: Buffer
}

export function sealsAfter(tx: Tx<'worker'>, no: number, limit: number): Promise<SealWithEntries[]> {
  return tx.rows(sql<SealWithEntries>`
    select ${statement}, audit_ids as "auditIds", leaves, current_leaves as "currentLeaves", signature
      from audit.seals_after(${no}, ${limit}) order by no`)
}

/** Of up to `count` entries from an id on, those that no seal covers or will; and the id to go on from, null at the end. */
export function neverSealed(
  tx: Tx<'worker'>,
  from: string,
  count: number,
): Promise<{ ids: string[]; next: string | null }> {
  return tx.one(sql<{ ids: string[]; next: string | null }>`
    select ids, next from audit.never_sealed(${from}, ${count}) where ids is not null`)
}
