import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import type { App } from '../../test/app.ts'
import {
  allCollections,
  listsOf,
  looksAndWritesOf,
  nowhere,
  othersOf,
  textsOf,
} from '../../test/engine-statements.ts'
import { sharedProduct } from '../../test/shared-product.ts'
import type { Store } from '../../test/world.ts'
import { Grant } from '../authorization/grant.ts'
import { tokenHashOf } from '../authorization/one-time-token.ts'
import { typescriptOf } from '../database/column-types.ts'
import type { Tx } from '../database/tx.ts'
import { type Collection, columnOf, type Sort } from './collection.ts'
import type { Scope } from './scope.ts'

// The engine makes its statements from declarations, so the check of written ones cannot read them. Here PostgreSQL
// takes each of them, for each collection that there is.

const collections = await allCollections()

let app: App
let store: Store
beforeAll(async () => {
  app = await sharedProduct()
  store = await app.world.store()
})

/** In a transaction of the manager, about a store and records that there are not. */
const asked = (send: (tx: Tx<'rows'>, scope: Scope, id: string) => Promise<unknown>) => {
  const credential = { tokenHash: tokenHashOf(store.manager.token) }
  return app.database.write(Grant.issue('rows', { credential, requestId: 'test' }), (tx) =>
    send(tx, nowhere(), randomUUID()),
  )
}

test('there are as many collections as one can count', () => {
  expect(collections.length).toBeGreaterThanOrEqual(30)
})

describe.each(collections.map((each): [string, Collection] => [each.table, each]))('of %s', (_table, of) => {
  test('every list is one that PostgreSQL can read: each order, each filter, words, changes and pages', async () => {
    for (const send of listsOf(of)) expect(await asked(send)).toEqual([])
  })

  test('so is a look at one record, and every write that clients may do', async () => {
    for (const send of Object.values(looksAndWritesOf(of))) expect(await asked(send)).toBeUndefined()
    for (const send of Object.values(othersOf(of)))
      for (const text of await textsOf(send))
        await app.admin.query(`prepare made as ${text}; deallocate made`)
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
