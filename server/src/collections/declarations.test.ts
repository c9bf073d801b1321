import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../../test/cluster.ts'
import {
  barcodes,
  categories,
  productImports,
  products,
  taxRates,
  variants,
} from '../catalog/products/collections.ts'
import { compileStrict } from '../http/validation.ts'
import { Type } from '../json-schema.ts'
import { employees } from '../shop/staff/collections.ts'
import { stores } from '../shop/stores/collections.ts'
import { terminals } from '../shop/terminals/collections.ts'
import { stockCountLines, stockCounts } from '../stock/counts/collections.ts'
import { stockLevels, stockMovements, stockReceipts } from '../stock/levels/collections.ts'
import { stockTransferLines, stockTransfers } from '../stock/transfers/collections.ts'
import { type Collection, collection, columnOf, writable } from './collection.ts'
import { computed } from './fields.ts'

let base: TestDatabase
beforeAll(async () => {
  base = await cloneDatabase()
})
afterAll(() => base.close())

const values = async (text: string, table: string): Promise<string[]> =>
  (await base.admin.query<{ value: string }>(text, [table])).rows.map(({ value }) => value)

const acceptsNull = (shape: object) => compileStrict(shape)(null)

const catalog = [products, variants, barcodes, categories, taxRates]
const papers = [productImports, stockTransfers, stockTransferLines, stockCounts, stockCountLines]
const written = [stores, terminals, employees, ...catalog]

describe.each(
  [...written, stockLevels, stockMovements, stockReceipts, ...papers].map((each): [string, Collection] => [
    each.table,
    each,
  ]),
)('%s agrees with its table:', (table, declared) => {
  test('clients may change exactly the columns that the login role may update', async () => {
    const granted = await values(
      `select column_name as value from information_schema.column_privileges
          where grantee = 'mostrador_api' and privilege_type = 'UPDATE' and table_schema || '.' || table_name = $1`,
      table,
    )
    const changed = writable(declared).filter((name) => declared.fields[name]?.isFixed !== true)
    const wanted = declared.writes.includes('update') ? [...changed.map(columnOf), 'updated_at'] : []
    expect(granted.sort()).toEqual(wanted.sort())
  })

  test('clients may do exactly what the login role may do', async () => {
    const granted = await values(
      `select lower(privilege_type) as value from information_schema.table_privileges
          where grantee = 'mostrador_api' and table_schema || '.' || table_name = $1`,
      table,
    )
    const named = { create: 'insert', update: 'update', delete: 'delete' }
    // Update is granted column by column.
    const wanted = [
      'select',
      ...declared.writes.map((write) => named[write]).filter((verb) => verb !== 'update'),
    ]
    expect(granted.sort()).toEqual(wanted.sort())
  })

  test('a field accepts null exactly when its column does', async () => {
    const nullable = await values(
      `select column_name as value from information_schema.columns
          where is_nullable = 'YES' and table_schema || '.' || table_name = $1`,
      table,
    )
    const fields = Object.entries(declared.fields)
    expect(
      fields
        .filter(([, { shape }]) => acceptsNull(shape))
        .map(([name]) => columnOf(name))
        .sort(),
    ).toEqual(nullable.sort())
    for (const [name, { shape, input }] of fields) expect(acceptsNull(input), name).toBe(acceptsNull(shape))
  })

  test('a creation requires the columns without a default', async () => {
    if (!declared.writes.includes('create')) return
    const demanded = await values(
      `select column_name as value from information_schema.columns
          where is_nullable = 'NO' and column_default is null and is_generated = 'NEVER'
            and column_name not in ('merchant_id', 'id', 'store_id', 'permission_set')
            and table_schema || '.' || table_name = $1`,
      table,
    )
    const required = Object.entries(declared.fields).filter(([, { write }]) => write === 'required')
    expect(required.map(([name]) => columnOf(name)).sort()).toEqual(demanded.sort())
  })

  test('lists are sorted by columns that are never null', async () => {
    const filled = await values(
      `select column_name as value from information_schema.columns
          where is_nullable = 'NO' and table_schema || '.' || table_name = $1`,
      table,
    )
    for (const { column } of Object.values(declared.sorts)) expect(filled).toContain(column)
    expect(Object.keys(declared.sorts)).toContain(declared.defaultSort.replace('-', ''))
  })

  test('every constraint on several fields declares which of them a refusal names', async () => {
    const joining = await values(
      `select conname as value from pg_constraint
        where conrelid = $1::regclass and contype = 'c' and cardinality(conkey) > 1`,
      table,
    )
    expect(Object.keys(declared.rules ?? {}).sort()).toEqual(declared.writes.length > 0 ? joining.sort() : [])
    for (const { field } of Object.values(declared.rules ?? {})) expect(writable(declared)).toContain(field)
  })

  test('every key that a client’s values can violate names its field', async () => {
    if (declared.writes.length === 0) return
    // Keys over values that the server sets (place, set, id, membership) cannot be violated by clients.
    const violable = await values(
      `select c.relname as value from pg_index x join pg_class c on c.oid = x.indexrelid
          where x.indrelid = $1::regclass and x.indisunique and not x.indisprimary
            and c.relname not like '%\\_id\\_key'
            and not x.indkey::int2[] <@ array(select attnum from pg_attribute where attrelid = $1::regclass
                  and attname in ('merchant_id', 'id', 'store_id', 'permission_set'))
         union all
         select conname from pg_constraint where conrelid = $1::regclass and contype = 'f'
            and conname <> 'tax_rates_template_code_fkey' -- given with the store
            and not conkey <@ array(select attnum from pg_attribute where attrelid = $1::regclass
                  and attname in ('merchant_id', 'id', 'store_id', 'permission_set', 'membership_id'))`,
      table,
    )
    expect(Object.keys(declared.constraints).sort()).toEqual(violable.sort())
    for (const field of Object.values(declared.constraints)) expect(writable(declared)).toContain(field)
  })
})

test('a declaration that contradicts its table does not compile', () => {
  const declaration = {
    path: '/pos/x',
    noun: 'x',
    plural: 'xs',
    tag: 'shop',
    domain: 'stores',
    writes: [],
    storeColumn: 'store_id',
    sorts: { name: { column: 'name_key', type: 'text' } },
    defaultSort: 'name',
    filters: {},
    constraints: {},
  } as const
  const name = { name: computed(Type.String()) }
  // @ts-expect-error: accounts carry no permission set
  collection('identity.accounts', { ...declaration, fields: name, isSearched: false })
  // @ts-expect-error: terminals have no price
  collection('shop.terminals', { ...declaration, fields: { priceCentavos: name.name }, isSearched: true })
  // @ts-expect-error: invitations keep no search text
  collection('shop.invites', { ...declaration, fields: {}, sorts: {}, isSearched: true })
  const sorts = { name: { column: 'nick_name', type: 'text' } } as const
  // @ts-expect-error: there is no such column to order by
  collection('shop.terminals', { ...declaration, fields: name, sorts, isSearched: true })
  expect(collection('shop.terminals', { ...declaration, fields: name, isSearched: true }).table).toBe(
    'shop.terminals',
  )
})
