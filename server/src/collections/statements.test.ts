import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import type { App } from '../../test/app.ts'
import { sharedProduct } from '../../test/shared-product.ts'
import type { Store } from '../../test/world.ts'
import { Grant } from '../authorization/grant.ts'
import { tokenHashOf } from '../authorization/one-time-token.ts'
import { typescriptOf } from '../database/column-types.ts'
import type { Tx } from '../database/tx.ts'
import { type Collection, columnOf, type Sort, writable } from './collection.ts'
import { deletedSince, list } from './list-query.ts'
import { find, hold, insert, remove, update } from './queries.ts'
import type { Scope } from './scope.ts'

// The engine makes its statements from declarations, so the check of written ones cannot read them. Here PostgreSQL
// takes each of them, for each collection that there is.

const source = path.resolve(import.meta.dirname, '..')
const isCollection = (value: unknown): value is Collection =>
  typeof value === 'object' && value !== null && 'table' in value && 'sorts' in value

const collections: Collection[] = []
for (const file of (await readdir(source, { recursive: true })).sort()) {
  if (path.basename(file) !== 'collections.ts') continue
  const module: Record<string, unknown> = await import(path.join(source, file))
  collections.push(...Object.values(module).filter(isCollection))
}

let app: App
let store: Store
beforeAll(async () => {
  app = await sharedProduct()
  store = await app.world.store()
})

/** In a transaction of the manager, about a store and records that there are not. */
const asked = (work: (tx: Tx<'rows'>, scope: Scope, id: string) => Promise<unknown>) => {
  const credential = { tokenHash: tokenHashOf(store.manager.token) }
  const place = { merchantId: randomUUID(), storeId: randomUUID() }
  return app.database.write(Grant.issue('rows', { credential, requestId: 'test' }), (tx) =>
    work(tx, { places: [place], merchantIds: [place.merchantId] }, randomUUID()),
  )
}

const keys: Readonly<Record<Sort['type'], string>> = {
  text: 'a',
  integer: '7',
  instant: '2026-11-22T00:00:00.000000Z',
}

test('there are as many collections as one can count', () => {
  expect(collections.length).toBeGreaterThanOrEqual(30)
})

describe.each(collections.map((each): [string, Collection] => [each.table, each]))('of %s', (_table, of) => {
  test('every list is one that PostgreSQL can read: each order, each filter, words, changes and pages', async () => {
    const filters = Object.fromEntries(Object.keys(of.filters).map((name) => [name, null]))
    for (const sort of Object.values(of.sorts)) {
      for (const isDescending of [false, true]) {
        const plain = { filters: {}, words: [], sort, isDescending, limit: 2, after: undefined }
        expect(await asked((tx, scope) => list(tx, of, scope, plain))).toEqual([])
        const narrowed = {
          ...plain,
          filters,
          words: of.isSearched ? ['a', 'b'] : [],
          after: { key: keys[sort.type], id: randomUUID() },
          ...(of.isTracked && { updatedSince: keys.instant }),
        }
        expect(await asked((tx, scope) => list(tx, of, scope, narrowed))).toEqual([])
      }
    }
    expect(await asked((tx, scope) => deletedSince(tx, of, scope, keys.instant, 2))).toEqual([])
  })

  test('so is a look at one record, and every write that clients may do', async () => {
    expect(await asked((tx, scope, id) => find(tx, of, scope, id))).toBeUndefined()
    const values = Object.fromEntries(writable(of).map((name) => [name, null]))
    if (of.writes.length > 0) expect(await asked((tx, scope, id) => hold(tx, of, scope, id))).toBeUndefined()
    if (of.writes.includes('create')) {
      const made = (tx: Tx<'rows'>, { places: [place] }: Scope, id: string) =>
        insert(tx, of, { merchantId: '', storeId: '', ...place, id }, values)
      expect(await asked(made)).toBeUndefined()
    }
    if (of.writes.includes('update')) {
      const fields = writable(of).filter((name) => of.fields[name]?.isFixed !== true)
      const changed = (tx: Tx<'rows'>, { places: [place] }: Scope, id: string) => {
        const found = {
          merchantId: '',
          storeId: '',
          ...place,
          version: '',
          isUpdatable: true,
          isDeletable: true,
        }
        return update(
          tx,
          of,
          { ...found, item: { id } },
          Object.fromEntries(fields.map((name) => [name, null])),
        )
      }
      expect(await asked(changed)).toBeUndefined()
    }
    if (of.writes.includes('delete'))
      for (const versions of [undefined, ['a']])
        expect(await asked((tx, scope, id) => remove(tx, of, scope, id, versions))).toBeUndefined()
  })

  test('what a field is said to hold is what its column comes back as', async () => {
    const { rows } = await app.admin.query<{ name: string; type: string }>(
      `select a.attname as name, case t.typcategory when 'A' then 'list' else coalesce(b.typname, t.typname) end as type
         from pg_attribute a join pg_type t on t.oid = a.atttypid left join pg_type b on b.oid = nullif(t.typbasetype, 0)
        where a.attrelid = $1::regclass and a.attnum > 0`,
      [of.table],
    )
    const typeOf = new Map(rows.map(({ name, type }) => [name, type]))
    for (const [name, { shape }] of Object.entries(of.fields)) {
      const type = typeOf.get(columnOf(name)) ?? ''
      expect(saidBy(shape), `${name} is a column of ${type}`).toContain(comesBackAs(type))
    }
    for (const { column, type } of Object.values(of.sorts))
      expect(typesOfSort[type], `${column} is ordered by as ${type}`).toContain(typeOf.get(column))
  })
})

const typesOfSort: Readonly<Record<Sort['type'], readonly string[]>> = {
  text: ['text'],
  integer: ['int2', 'int4', 'int8'],
  instant: ['timestamptz'],
}

const comesBackAs = (type: string): string => (type === 'list' ? 'list' : (typescriptOf[type] ?? type))

/** What the driver may make of a column, for a shape to be true of it. */
function saidBy(shape: object): string[] {
  const { type, format, anyOf, enum: words } = shape as JsonSchema
  const values = words ?? (anyOf ?? []).map((each) => each.const)
  const kinds = values.filter((value) => value !== null).map((value) => typeof value)
  if (kinds.length > 0) return kinds
  if (format === 'date-time') return ['Date']
  if (type === 'integer' || type === 'number') return ['number', 'bigint']
  if (type === 'boolean' || type === 'string') return [type]
  return type === 'array' ? ['list', 'Json'] : ['Json']
}

interface JsonSchema {
  readonly type?: string
  readonly format?: string
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly { readonly const: unknown }[]
}
