import type { Centavos } from '../../amounts/centavos.ts'
import type { StoreActor } from '../../authorization/principal.ts'
import { namesSeen } from '../../collections/names-seen.ts'
import type { PageRange } from '../../collections/page.ts'
import type { Scope } from '../../collections/scope.ts'
import { type Sql, sql } from '../../database/sql.ts'
import type { Tx } from '../../database/tx.ts'
import type { Connection } from './schema.ts'

export interface StoredConnection {
  readonly merchantId: string
  readonly id: string
  readonly storeId: string
  readonly provider: Connection['provider']
  readonly environment: Connection['environment']
  readonly name: string
  readonly lastFour: string
  readonly fingerprint: string
  readonly availableCentavos: Centavos | null
  readonly checkedAt: Date | null
  readonly createdAt: Date
  readonly pausedAt: Date | null
  readonly pausedReason: Connection['pausedReason']
  readonly answerableName: string | null
}

const columns = sql`merchant_id as "merchantId", id, store_id as "storeId", provider, environment, name,
  key_last_four as "lastFour", fingerprint, available_centavos as "availableCentavos", checked_at as "checkedAt",
  created_at as "createdAt", paused_at as "pausedAt", paused_reason as "pausedReason"`

const found = (page: Sql) => sql<Found>`
  select ${columns}, coalesce(answerable_id, created_by) as "answerableId" from shop.connections where ${page}`

type Found = Omit<StoredConnection, 'answerableName'> & { readonly answerableId: string }

async function named(tx: Tx<'rows'>, rows: readonly Found[]): Promise<StoredConnection[]> {
  const names = await namesSeen(
    tx,
    rows.map(({ answerableId }) => answerableId),
  )
  return rows.map(({ answerableId, ...row }) => ({ ...row, answerableName: names.get(answerableId) ?? null }))
}

export interface SealedConnection {
  readonly id: string
  readonly provider: string
  readonly environment: string
  readonly name: string
  readonly lastFour: string
  readonly fingerprint: string
  readonly sealed: Buffer
  readonly sealedKey: Buffer
}

/** Undefined when the store has a connection of this name. */
export function add(
  tx: Tx<'store:manager'>,
  actor: StoreActor,
  of: SealedConnection,
): Promise<{ id: string } | undefined> {
  return tx.first(sql<{ id: string }>`
    insert into shop.connections (merchant_id, id, store_id, permission_set, provider, environment, name, key_last_four,
                                 fingerprint, sealed, sealed_key, created_by)
    values (${actor.merchantId}, ${of.id}, ${actor.storeId}, authz.set_of(${actor.merchantId}, ${actor.storeId}, 'stores'),
            ${of.provider}, ${of.environment}, ${of.name}, ${of.lastFour}, ${of.fingerprint}, ${of.sealed},
            ${of.sealedKey}, ${actor.accountId})
    on conflict (merchant_id, store_id, name) where deleted_at is null do nothing
    returning id`)
}

/** Newest first, over the stores of the scope. */
export async function connections(
  tx: Tx<'rows'>,
  { places }: Scope,
  { limit, after }: PageRange,
): Promise<StoredConnection[]> {
  const isAfter = after === undefined ? sql`true` : sql`id < ${after.id}::uuid`
  const page = sql`
    (merchant_id, store_id) in (select * from unnest(${places.map(({ merchantId }) => merchantId)}::uuid[],
                                                     ${places.map(({ storeId }) => storeId)}::uuid[]))
    and deleted_at is null and ${isAfter}
    order by id desc limit ${limit}`
  return named(tx, await tx.rows(found(page)))
}

/** @throws Problem `not_found`, also for a deleted one */
export async function connection(
  tx: Tx<'rows'>,
  { merchantIds }: Scope,
  id: string,
): Promise<StoredConnection> {
  const page = sql`merchant_id = any (${merchantIds}::uuid[]) and id = ${id} and deleted_at is null`
  const [row] = await named(tx, [await tx.one(found(page))])
  return row as StoredConnection
}

/** Changes nothing when a concurrent request has deleted it. */
export function noteBalance(
  tx: Tx<'store:manager'>,
  of: StoredConnection,
  availableCentavos: Centavos,
): Promise<unknown> {
  return tx.rows(sql`
    update shop.connections set available_centavos = ${availableCentavos}, checked_at = app.clock()
     where merchant_id = ${of.merchantId} and id = ${of.id} and deleted_at is null`)
}

/** Undefined when a concurrent request was first. */
export function remove(tx: Tx<'store:manager'>, of: StoredConnection): Promise<{ id: string } | undefined> {
  return tx.first(sql<{ id: string }>`
    update shop.connections set deleted_at = now(), deleted_by = app.account_id()
     where merchant_id = ${of.merchantId} and id = ${of.id} and deleted_at is null
    returning id`)
}

/** @throws Problem `not_found` · `forbidden` · `invalid_transition` (not paused) */
export function resume(tx: Tx<'store:manager'>, of: StoredConnection): Promise<unknown> {
  return tx.rows(sql`select shop.resume_connection(${of.merchantId}, ${of.id})`)
}

export function audit(
  tx: Tx<'store:manager'>,
  action: 'connection.created' | 'connection.deleted',
  of: StoredConnection,
): Promise<unknown> {
  const facts = JSON.stringify({ name: of.name, provider: of.provider, fingerprint: of.fingerprint })
  const [before, after] = action === 'connection.created' ? [null, facts] : [facts, null]
  return tx.rows(sql`
    select audit.record_at(${of.merchantId}, ${of.storeId}, ${action}, 'connection', ${of.id}, ${before}::jsonb,
                           ${after}::jsonb)`)
}

/** The sealed credentials, also of a deleted connection until they are erased. */
export function sealedCredentials(
  tx: Tx<'worker'>,
  merchantId: string,
  id: string,
): Promise<{ sealed: Buffer; sealedKey: Buffer } | undefined> {
  return tx.first(sql<{ sealed: Buffer; sealedKey: Buffer }>`
    select sealed, sealed_key as "sealedKey" from shop.connections
     where merchant_id = ${merchantId} and id = ${id} and sealed is not null and sealed_key is not null`)
}

/** Returns how many connections have lost their credentials: long deleted, with nothing left to settle. */
export async function eraseCredentials(tx: Tx<'worker'>): Promise<number> {
  const { erased } = await tx.one(sql<{ erased: number }>`select shop.erase_credentials() as erased`)
  return erased
}
