/**
 * Plain tenant records (products, terminals, employees, …) that no command owns. Invariants: only the rows'
 * permission sets decide; place, set and id are set here and never change; every change is audited in its own
 * transaction. Tables: those of the declared collections.
 */
import { v7 as uuidV7 } from 'uuid'
import type { Grant } from '../authorization/grant.ts'
import { assertActive } from '../authorization/guard.ts'
import { cell, storeRoles } from '../authorization/matrix.ts'
import type { StoreActor } from '../authorization/principal.ts'
import type { Database } from '../database/database.ts'
import type { Tx } from '../database/tx.ts'
import { type Once, once } from '../idempotency/once.ts'
import { Problem } from '../problem/problem.ts'
import type { Collection, Item, Place, Sort, Write } from './collection.ts'
import { asShown, costView, rowVersion } from './costs.ts'
import { beginChanges, deletedSince, type Listed, list } from './list-query.ts'
import { type Order, type Page, pageOf, viewed } from './page.ts'
import * as queries from './queries.ts'
import { merchantOf, scopeOf } from './scope.ts'
import { versionOfText } from './version.ts'
import { refusingBadValues, refusingReferenced } from './violations.ts'

export type CollectionsService = ReturnType<typeof collectionsService>

/** `?storeId&q&sort&limit&cursor` and the collection's filters. */
export type ListQuery = {
  readonly storeId?: string
  readonly q?: string
  readonly sort: string
  readonly updatedSince?: string
  readonly limit: number
  readonly cursor?: string
  readonly [filter: string]: unknown
}

/** A record and its version, as used by `ETag` and `If-Match`. */
export interface Versioned {
  readonly item: Item
  readonly version: string
}

export function collectionsService({ database }: { database: Database }) {
  /**
   * One page of the records that the caller may read; none for a store in which the caller has no role. With
   * `updatedSince`, the records changed since then in order of change, and the deleted ids.
   *
   * @throws Problem `invalid_cursor` · `resync_required`
   */
  const page = (grant: Grant<'rows'>, of: Collection, query: ListQuery) =>
    database.read(grant, (tx) => recordsOf(tx, of, query))

  /** @throws Problem `not_found` */
  const read = (grant: Grant<'rows'>, of: Collection, id: string): Promise<Versioned> =>
    database.read(grant, async (tx) => asShown(tx, of, await visible(tx, of, id)))

  /**
   * @param key the request's `Idempotency-Key`, if it has one
   * @throws Problem `forbidden` · `merchant_suspended` · `duplicate_value` · `invalid_request` (a bad reference) ·
   * `idempotency_key_reused`
   */
  const create = (
    grant: Grant<'rows'>,
    of: Collection,
    body: { readonly storeId: string },
    key?: string,
  ): Promise<Once<Versioned>> =>
    database.write(grant, async (tx) => {
      const { storeId, ...values } = body
      const actor = creatorIn(tx, of, storeId)
      const asked = { route: `POST ${of.path}`, key, actor, request: body }
      const place = { merchantId: actor.merchantId, storeId, id: uuidV7() }
      const { answer, isReplay } = await once(tx, asked, () => inserted(tx, of, place, values))
      // The whole record was kept: a caller who repeats the request may see more of it than the first one, or less.
      const { item, version } = await asShown(tx, of, answer)
      return { answer: { item, version }, isReplay }
    })

  /**
   * Updates the given fields.
   *
   * @param versions accepted versions; undefined: any
   * @throws Problem `not_found` · `forbidden` · `version_mismatch` · `duplicate_value` · `invalid_request` (a
   * bad reference)
   */
  const update = (
    grant: Grant<'rows'>,
    of: Collection,
    id: string,
    given: Readonly<Record<string, unknown>>,
    versions?: readonly string[],
  ) =>
    database.write(grant, async (tx): Promise<Versioned> => {
      const merchantId = await merchantOf(tx.principal, () => visible(tx, of, id))
      const before = await queries.hold(tx, of, { merchantId, id })
      if (before === undefined) throw await whyNot(tx, of, 'update', id, versions)
      assertVersion(before, versions)
      const { shown, kept } = await costView(tx, of, [before])
      const values = kept(before.storeId, given)
      await of.prepare?.(tx, { ...before, id }, values)
      const after = await refusingBadValues(of, () => queries.update(tx, of, before, values))
      if (after === undefined) throw new Problem('policy_mismatch')
      await of.check?.(tx, after.item)
      const names = Object.keys(values)
      await queries.recordAudit(tx, of, 'update', after, {
        before: only(before.item, names),
        after: only(after.item, names),
      })
      return shown(after)
    })

  /** @throws Problem `not_found` · `forbidden` · `version_mismatch` · `still_referenced` · `invalid_transition` */
  const remove = (grant: Grant<'rows'>, of: Collection, id: string, versions?: readonly string[]) =>
    database.write(grant, async (tx): Promise<void> => {
      const merchantId = await merchantOf(tx.principal, () => visible(tx, of, id))
      await of.beforeRemoval?.(tx, { merchantId, id })
      const gone = await refusingReferenced(() =>
        queries.remove(tx, of, { merchantId, id }, versions?.map(rowVersion)),
      )
      if (gone === undefined) throw await whyNot(tx, of, 'delete', id, versions)
      if (of.isTracked) await queries.remember(tx, of, gone)
      await queries.recordAudit(tx, of, 'delete', gone, { before: gone.item, after: null })
    })

  return { page, read, create, update, remove }
}

/** The caller, who may create such records in the store. @throws Problem `forbidden` · `merchant_suspended` */
function creatorIn(tx: Tx<'rows'>, of: Collection, storeId: string): StoreActor {
  const { accountId, memberships } = tx.principal
  const membership = memberships.find((candidate) => candidate.storeId === storeId)
  if (membership === undefined) throw mayNot(of, 'create')
  assertActive(membership)
  if (!cell(of.domain, membership.role).all.includes('create')) throw mayNot(of, 'create')
  return { ...membership, accountId }
}

/** A new record, with its costs. @throws Problem `forbidden` · `duplicate_value` · `invalid_request` (a bad reference) */
async function inserted(
  tx: Tx<'rows'>,
  of: Collection,
  place: Place,
  values: Readonly<Record<string, unknown>>,
): Promise<queries.Found> {
  await of.prepare?.(tx, place, values)
  const permissionSet = await queries.creatableSet(tx, of, place)
  if (permissionSet === undefined) throw mayNot(of, 'create')
  const found = await refusingBadValues(of, () => queries.insert(tx, of, { ...place, permissionSet }, values))
  await of.check?.(tx, found.item)
  await of.complete?.(tx, place)
  await queries.recordAudit(tx, of, 'create', found, { before: null, after: found.item })
  return found
}

/** A page of records. */
export interface Records extends Page<Item> {
  /**
   * On the first page with `updatedSince`: the deleted ids, and the value to send as the next `updatedSince`.
   */
  readonly deletedIds?: readonly string[]
  readonly syncedTo?: string | null
}

/** With more deletions than this, reading the whole list is faster. */
const mostDeletions = 5_000

/** A page, with a tag that changes when any of it changes. */
async function recordsOf(
  tx: Tx<'rows'>,
  of: Collection,
  query: ListQuery,
): Promise<{ page: Records; version: string }> {
  const { storeId, q = '', updatedSince, limit, cursor } = query
  const filters = Object.fromEntries(
    Object.keys(of.filters).flatMap((name) => (query[name] === undefined ? [] : [[name, query[name]]])),
  )
  // Sorted by time of change, a record that changes between two pages moves to the end and is not missed.
  const sort = updatedSince === undefined ? query.sort : 'updatedAt'
  const by = of.sorts[sort.replace('-', '')] as Sort
  const changes = updatedSince === undefined ? [] : [updatedSince]
  const narrowedBy = [storeId, sort, q, filters, ...changes]
  const scope = scopeOf(tx, storeId)
  const words = q.split(/\s+/).filter((word) => word !== '')
  const isDescending = sort.startsWith('-')
  const isFirstOfChanges = updatedSince !== undefined && cursor === undefined
  // In this order: what commits after the first statement is returned by the next request, or by both.
  const syncedTo = isFirstOfChanges ? await beginChanges(tx, updatedSince) : null
  const deletedIds = isFirstOfChanges
    ? await deletedSince(tx, of, scope, updatedSince, mostDeletions + 1)
    : []
  if (deletedIds.length > mostDeletions) {
    throw new Problem('resync_required', { detail: 'Read the whole list again, and continue from there.' })
  }
  const order: Order<Listed, 'key' | 'id'> = {
    keys: { key: by.type, id: 'uuid' },
    of: ({ key, item }) => ({ key, id: item.id }),
  }
  const search = { filters, words, sort: by, isDescending, updatedSince }
  const [{ shown }, rows] = await Promise.all([
    costView(tx, of, scope.places),
    pageOf(tx, { list: of.noun, narrowedBy, limit, cursor }, order, async (range) =>
      scope.places.length === 0 ? [] : list(tx, of, scope, { ...search, ...range }),
    ),
  ])
  const { items, nextCursor } = viewed(rows, shown)
  const page = {
    ...{ items: items.map(({ item }) => item), nextCursor },
    ...(updatedSince !== undefined && { deletedIds, syncedTo }),
  }
  const versions = items.map(({ version }) => version)
  const tagged = JSON.stringify([of.noun, narrowedBy, rows.nextCursor, deletedIds, versions])
  return { page, version: versionOfText(tagged) }
}

/** A record that the caller can read. @throws Problem `not_found` */
async function visible(tx: Tx<'rows'>, of: Collection, id: string) {
  const found = await queries.find(tx, of, scopeOf(tx), id)
  if (found === undefined) throw new Problem('not_found')
  return found
}

/**
 * Nothing was changed: 404 when the record is absent or unreadable, 403 when the role does not allow it, 412 when it has
 * another version, and 409 when such a record is kept.
 */
async function whyNot(
  tx: Tx<'rows'>,
  of: Collection,
  write: 'update' | 'delete',
  id: string,
  versions: readonly string[] | undefined,
): Promise<Problem> {
  const found = await visible(tx, of, id)
  const isAllowed = write === 'update' ? found.isUpdatable : found.isDeletable
  if (!isAllowed) return mayNot(of, write)
  assertVersion(found, versions)
  if (write === 'update' || of.keeps === undefined) return new Problem('policy_mismatch')
  return new Problem('invalid_transition', { detail: of.keeps })
}

function assertVersion(found: { readonly version: string }, versions: readonly string[] | undefined): void {
  if (versions === undefined || versions.map(rowVersion).includes(found.version)) return
  throw new Problem('version_mismatch', { detail: 'Read the record again and repeat the change.' })
}

function mayNot(of: Collection, write: Write): Problem {
  const role = storeRoles.find((each) => cell(of.domain, each).all.includes(write))
  return new Problem('forbidden', {
    detail: `Your role in this store may not ${write} ${of.plural}.`,
    ...(role !== undefined && { extras: { requiredRole: `store:${role}` } }),
  })
}

function only(item: Item, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, item[name]]))
}
