import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import type { Access } from '../src/authorization/access.ts'
import { type Collection, type Sort, writable } from '../src/collections/collection.ts'
import { deletedSince, isLostTime, list, safeHorizon } from '../src/collections/list-query.ts'
import {
  creatableSet,
  type Found,
  find,
  hold,
  insert,
  recordAudit,
  remember,
  remove,
  update,
} from '../src/collections/queries.ts'
import type { Scope } from '../src/collections/scope.ts'
import { Tx } from '../src/database/tx.ts'
import { stores } from '../src/shop/stores/collections.ts'
import { createStore } from '../src/shop/stores/queries.ts'

/** Sends statements about a record that there is not. */
type Send<A extends Access = 'rows'> = (tx: Tx<A>, scope: Scope, id: string) => Promise<unknown>

const source = path.resolve(import.meta.dirname, '../src')
const isCollection = (value: unknown): value is Collection =>
  typeof value === 'object' && value !== null && 'table' in value && 'sorts' in value

/** Every collection of the product. */
export async function allCollections(): Promise<Collection[]> {
  const found: Collection[] = []
  for (const file of (await readdir(source, { recursive: true })).sort()) {
    if (path.basename(file) !== 'collections.ts') continue
    const module: Record<string, unknown> = await import(path.join(source, file))
    found.push(...Object.values(module).filter(isCollection))
  }
  return found
}

const keys: Readonly<Record<Sort['type'], string>> = {
  text: 'a',
  integer: '7',
  instant: '2026-11-22T00:00:00.000000Z',
}

/** The lists of a collection: each order, each filter, words, changes and pages. */
export function listsOf(of: Collection): Send[] {
  const filters = Object.fromEntries(Object.keys(of.filters).map((name) => [name, null]))
  return Object.values(of.sorts).flatMap((sort) =>
    [false, true].flatMap((isDescending) => {
      const plain = { filters: {}, words: [], sort, isDescending, limit: 2, after: undefined }
      const narrowed = {
        ...plain,
        filters,
        words: of.isSearched ? ['a', 'b'] : [],
        after: { key: keys[sort.type], id: randomUUID() },
        ...(of.isTracked && { updatedSince: keys.instant }),
      }
      return [plain, narrowed].map(
        (search): Send =>
          (tx, scope) =>
            list(tx, of, scope, search),
      )
    }),
  )
}

const nulls = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, null]))

/** The look at one record, and the writes that clients may do to one that there is. */
export function looksAndWritesOf(of: Collection): Readonly<Record<string, Send>> {
  const changeable = writable(of).filter((name) => of.fields[name]?.isFixed !== true)
  return {
    find: (tx, scope, id) => find(tx, of, scope, id),
    ...(of.writes.includes('update') && {
      hold: (tx, scope, id) => hold(tx, of, foundIn(scope, id)),
      update: (tx, scope, id) => update(tx, of, foundIn(scope, id), nulls(changeable)),
    }),
    ...(of.writes.includes('delete') && {
      remove: (tx, scope, id) => remove(tx, of, foundIn(scope, id), undefined),
      removeVersion: (tx, scope, id) => remove(tx, of, foundIn(scope, id), ['a']),
    }),
    ...(of.writes.includes('create') && {
      creatableSet: (tx, scope, id) => creatableSet(tx, of, foundIn(scope, id)),
    }),
  }
}

/** What the engine sends besides. */
export function othersOf(of: Collection): Readonly<Record<string, Send<'rows' | 'owner'>>> {
  return {
    ...(of.writes.includes('create') && {
      insert: (tx, scope, id) =>
        insert(tx, of, { ...foundIn(scope, id), permissionSet: 0 }, nulls(writable(of))),
    }),
    deletedSince: (tx, scope) => deletedSince(tx, of, scope, keys.instant, 2),
    safeHorizon,
    isLostTime: (tx) => isLostTime(tx, keys.instant),
    remember: (tx, scope, id) => remember(tx, of, foundIn(scope, id)),
    recordAudit: (tx, scope, id) =>
      recordAudit(tx, of, 'create', foundIn(scope, id), { before: null, after: null }),
    ...(of.table === stores.table && {
      createStore: (tx) => createStore(tx, { name: 'a', code: 'a' }),
    }),
  }
}

function foundIn({ places: [place] }: Scope, id: string): Found & { id: string } {
  return { merchantId: '', storeId: '', ...place, version: '', id, item: { id } }
}

/** A store that there is not. */
export function nowhere(): Scope {
  const place = { merchantId: randomUUID(), storeId: randomUUID() }
  return { places: [place], merchantIds: [place.merchantId] }
}

/** The texts that are sent, without sending them. */
export async function textsOf(send: Send<'rows' | 'owner'>, scope = nowhere()): Promise<string[]> {
  const texts: string[] = []
  const record = (text: string) => {
    texts.push(text)
    return Promise.resolve([{}])
  }
  const caller = { access: 'rows', principal: undefined, storeId: undefined, requestId: 'test' } as const
  await send(new Tx<'rows' | 'owner'>(record, caller), scope, randomUUID())
  return texts
}
