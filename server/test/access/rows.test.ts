import { createHash } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cell, type Domain, domains, matrix, type Verb, verbs } from '../../src/authorization/matrix.ts'
import { type Caller, type CallerName, callersOf } from '../callers.ts'
import { cloneDatabase, type TestDatabase } from '../cluster.ts'
import { forgetSense, insertInto, type TenantTable, tenantTables } from '../every-table.ts'
import { patient } from '../patience.ts'
import { type Store, worldOf } from '../world.ts'
import { absentSettings } from './absent-settings.ts'
import { expectedOf, mayBySet, type Placement } from './expected-rows.ts'
import { thoughtOfOneByOne } from './single-rows.ts'

/** The agreed table, independent of the code: the matrix must not differ from it. */
const agreed: Record<Domain, readonly [manager: string, supervisor: string, cashier: string]> = {
  catalog: ['W', 'W', 'R'],
  inventory: ['W', 'W', 'R'],
  sales: ['W', 'W', 'W'],
  approvals: ['W', 'W', 'R + request'],
  shifts: ['W', 'W', 'W own'],
  receipts: ['W', 'W', 'R own'],
  staff: ['W', 'R', 'R own'],
  stores: ['W', 'R', 'R'],
  reporting: ['R', 'R', 'R own'],
  themes: ['W', 'R', 'R'],
  audit: ['R', 'R', 'none'],
}

test('the matrix equals the agreed one', () => {
  const told = domains.map((domain) => {
    const { manager, supervisor, cashier } = matrix[domain]
    return [domain, [manager, supervisor, cashier]]
  })
  expect(Object.fromEntries(told)).toEqual(agreed)
})

let base: TestDatabase
let client: pg.Client
let tables: TenantTable[]
let placements: Placement[]
let callers: Awaited<ReturnType<typeof callersOf>>
/** The key of the row of a table with a given set. */
const keys = new Map<string, Readonly<Record<string, unknown>>>()

beforeAll(async () => {
  base = await cloneDatabase()
  const world = worldOf(base.admin)
  const merchant = await world.merchant()
  const [store, sibling] = [await world.store(merchant), await world.store(merchant)]
  const foreign = await world.store()
  callers = await callersOf(world, { store, sibling, foreign })
  placements = await placementsOf([
    ['own store', store],
    ['sibling store', sibling],
    ['other merchant', foreign],
    ['administrator’s own store', storeOf(callers['administrator and owner'])],
  ])
  tables = await tenantTables(base.admin)
  await forgetSense(base.admin)
  for (const table of tables)
    for (const placement of placements.filter(({ domain }) =>
      table.domainNumbers.includes(matrix[domain].number),
    )) {
      const { text, values, key } = insertInto(table, placement)
      const isMade = await base.admin.query(text, values).then(
        () => true,
        (error: pg.DatabaseError) => {
          // The table itself excludes such rows: events of a store do not have a set above it.
          if (error.code === '23514') return false
          throw error
        },
      )
      if (isMade) keys.set(`${table.name} ${placement.set}`, key)
    }
  client = new pg.Client({ connectionString: base.apiUrl })
  await client.connect()
}, patient(120_000))
afterAll(async () => {
  await client.end()
  await base.close()
})

/** The sets of these stores, those above them, and those of these people's own rows. */
async function placementsOf(
  stores: readonly (readonly [name: string, store: Pick<Store, 'id' | 'merchantId'>])[],
): Promise<Placement[]> {
  const owners = (
    ['cashier', 'second cashier', 'sibling’s cashier', 'other merchant’s cashier'] as const
  ).map((name) => [name, callers[name].memberships[0]?.membershipId] as const)
  const { rows } = await base.admin.query(
    `select id as set, domain, merchant_id as "merchantId", store_id as "storeId", membership_id as "membershipId"
       from authz.permission_sets order by id`,
  )
  return (rows as Omit<Placement, 'name'>[]).flatMap((row) => {
    const owner = owners.find(([, membershipId]) => membershipId === row.membershipId)
    if (row.membershipId !== null) return owner ? [{ ...row, name: `${owner[0]}’s own` }] : []
    const at = stores.find(([, store]) => store.id === row.storeId)?.[0]
    return [
      {
        ...row,
        name:
          at ?? `above the stores of ${stores.find(([, store]) => store.merchantId === row.merchantId)?.[0]}`,
      },
    ]
  })
}

function storeOf({ memberships: [member] }: Caller): Pick<Store, 'id' | 'merchantId'> {
  if (member === undefined) throw new Error('works nowhere')
  return { id: member.storeId, merchantId: member.merchantId }
}

const placementsIn = (table: TenantTable) => placements.filter(({ set }) => keys.has(`${table.name} ${set}`))

/** Runs `work` in a transaction of the caller, with the API's own login, and rolls it back. */
async function as<T>({ person }: Caller, work: () => Promise<T>): Promise<T> {
  await client.query('begin')
  try {
    if (person === undefined) await client.query(`select app.authenticate_guest('test')`)
    else {
      const hash = createHash('sha256').update(person.token).digest()
      await client.query(`select app.authenticate($1, null, true, 'test')`, [hash])
    }
    return await work()
  } finally {
    await client.query('rollback')
  }
}

/** The result in PostgreSQL: the SQLSTATE, or how many rows were touched. */
async function attempt(text: string, values: unknown[]): Promise<string | number> {
  await client.query('savepoint attempt')
  try {
    const { rowCount } = await client.query(text, values)
    return rowCount ?? 0
  } catch (error) {
    return (error as pg.DatabaseError).code ?? String(error)
  } finally {
    await client.query('rollback to attempt')
  }
}

async function outcomeOf(table: TenantTable, caller: Caller, verb: Verb, at: Placement): Promise<unknown> {
  const key = keys.get(`${table.name} ${at.set}`) as Readonly<Record<string, unknown>>
  const where = `where ${Object.keys(key)
    .map((name, n) => `${name} = $${n + 1}`)
    .join(' and ')}`
  if (verb === 'create') {
    const columns = table.columns.filter(({ mayInsert }) => mayInsert)
    const by = caller.person?.id
    const { text, values } = insertInto(
      table,
      { ...at, ...(by !== undefined && { by }) },
      columns.length > 0 ? columns : undefined,
    )
    const done = await attempt(text, values)
    // A policy and a missing grant refuse an insert with the same code.
    if (done === '42501') return columns.length > 0 ? 'no' : 'not granted'
    return done === 1 ? 'yes' : done
  }
  if (verb === 'read') {
    const { rowCount } = await client.query(
      `select permission_set from ${table.name} ${where}`,
      Object.values(key),
    )
    return rowCount === 0 ? 'no' : 'yes'
  }
  const changed = (table.columns.find(({ mayUpdate }) => mayUpdate) ?? table.columns[0])?.name
  const text = {
    update: `update ${table.name} set ${changed} = ${changed} ${where}`,
    delete: `delete from ${table.name} ${where}`,
  }[verb]
  const done = await attempt(text, Object.values(key))
  if (done === '42501') return 'not granted'
  return typeof done === 'number' ? (done > 0 ? 'yes' : 'no') : done
}

const callerNames = [
  'anonymous',
  'customer',
  'cashier',
  'second cashier',
  'supervisor',
  'manager',
  'owner',
  'sibling’s cashier',
  'sibling’s supervisor',
  'sibling’s manager',
  'other merchant’s cashier',
  'other merchant’s supervisor',
  'other merchant’s manager',
  'cashier here, supervisor there',
  'former manager',
  'operator',
  'admin',
  'ex-admin',
  'distributor',
  'operator and cashier',
  'administrator and owner',
  'API key of a store',
  'API key with every scope',
  'API key with one scope',
] as const satisfies readonly CallerName[]

test('every kind of caller is tested', () => {
  expect(Object.keys(callers)).toEqual([...callerNames])
})

test('every domain is tested at every place, and every table has a row of each', async () => {
  for (const domain of domains) {
    const names = placements.filter((each) => each.domain === domain).map(({ name }) => name)
    expect(names, domain).toEqual(expect.arrayContaining(['own store', 'sibling store', 'other merchant']))
    const hasOwn = cell(domain, 'cashier').own.length > 0
    expect(names.includes('cashier’s own'), domain).toBe(hasOwn)
  }
  for (const table of tables) expect(placementsIn(table).length, table.name).toBeGreaterThanOrEqual(2)
})

// All other tables are history, or written by functions that check more than a role: review every new line
// here.
test('this login may write to exactly these tables, in these ways', () => {
  const granted = tables.map(({ name, columns, grants }) => [
    name,
    [
      columns.some(({ mayInsert }) => mayInsert) && 'create',
      columns.some(({ mayUpdate }) => mayUpdate) && 'update',
      grants.delete && 'delete',
    ]
      .filter((verb) => verb !== false)
      .join(' '),
  ])
  expect(Object.fromEntries(granted.filter(([, by]) => by !== ''))).toEqual({
    'catalog.barcodes': 'create update delete',
    'catalog.categories': 'create update delete',
    'selling.customers': 'create update delete',
    'app.deletions': 'create',
    'shop.employees': 'create update delete',
    'catalog.files': 'create',
    'catalog.products': 'create update delete',
    'shop.stores': 'update',
    'catalog.tax_rates': 'create update delete',
    'shop.terminals': 'create update delete',
    'catalog.variants': 'create update delete',
    'shop.connections': 'create update',
    'vas.quotes': 'create',
  })
})

// Their policies refer to platform staff or to the caller's account: each was reviewed. Views with the caller's permissions have no rows of
// their own.
test('these are the other tables with a merchant that this login can access', async () => {
  const { rows } = await base.admin.query<{ name: string; seen: boolean }>(
    `select c.oid::regclass::text as name, has_any_column_privilege('mostrador_api', c.oid, 'select, insert, update')
            or has_table_privilege('mostrador_api', c.oid, 'delete') as seen
       from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'merchant_id'
      where c.relkind in ('r', 'p', 'v', 'm') and not c.relispartition and c.relnamespace <> 'authz'::regnamespace
        and not (c.relkind = 'v' and coalesce(c.reloptions @> '{security_invoker=true}', false))
        and not exists (select from pg_attribute s where s.attrelid = c.oid and s.attname = 'permission_set')
      order by 1`,
  )
  expect(rows.filter(({ seen }) => seen).map(({ name }) => name)).toEqual([
    'app.idempotency_keys',
    'money.used_transfers',
    'platform.given_up_work',
    'platform.psp_credentials',
    'platform.verifications',
    'settings.merchant_settings',
    'vas.term_sheets',
    'vas.terms',
  ])
})

describe.each(callerNames)('%s', (name) => {
  test('has exactly the sets that the matrix gives', async () => {
    const caller = callers[name]
    await as(caller, async () => {
      const { rows } = await client.query(
        `select app.creatable_sets() as create, app.readable_sets() as read,
                app.updatable_sets() as update, app.deletable_sets() as delete`,
      )
      for (const verb of verbs) {
        const held = new Set<number>(rows[0][verb])
        const wrong = placements.filter((at) => held.has(at.set) !== mayBySet(caller, verb, at))
        expect(wrong, `${verb}`).toEqual([])
      }
    })
  })

  test(
    'can do to every row of every table exactly what the matrix and the grants allow',
    async () => {
      const caller = callers[name]
      const wrong: unknown[] = []
      await as(caller, async () => {
        for (const table of tables)
          for (const at of placementsIn(table))
            for (const verb of verbs) {
              const expected = expectedOf(table, caller, verb, at)
              // Grants belong to the login and are the same for all: the owner, who may do most, has tried
              // everything.
              if (expected === 'not granted' && (name !== 'owner' || verb === 'read')) continue
              const found = await outcomeOf(table, caller, verb, at)
              if (found !== expected)
                wrong.push({ table: table.name, at: `${at.domain}, ${at.name}`, verb, expected, found })
            }
      })
      expect(wrong).toEqual([])
    },
    patient(60_000),
  )

  test('gets exactly the readable rows from a query without WHERE', async () => {
    const caller = callers[name]
    const wrong: unknown[] = []
    await as(caller, async () => {
      for (const table of tables.filter(({ grants }) => grants.select)) {
        const { rows } = await client.query<{ set: number }>(
          `select distinct permission_set as set from ${table.name}`,
        )
        const shown = new Set(rows.map(({ set }) => set))
        for (const at of placementsIn(table)) {
          const expected = expectedOf(table, caller, 'read', at) === 'yes'
          if (shown.has(at.set) !== expected)
            wrong.push({ table: table.name, at: `${at.domain}, ${at.name}`, expected })
        }
      }
    })
    expect(wrong).toEqual([])
  })
})

describe('by the login of the API alone', thoughtOfOneByOne)
describe('a setting of the caller', absentSettings)
