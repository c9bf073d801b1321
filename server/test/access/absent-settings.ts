import { createHash } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Verb, verbs } from '../../src/authorization/matrix.ts'
import { type Caller, callersOf } from '../callers.ts'
import { cloneDatabase, type TestDatabase } from '../cluster.ts'
import {
  forgetSense,
  insertInto,
  type RowPlace,
  type TenantTable,
  tablesWithPolicies,
} from '../every-table.ts'
import { type Store, worldOf } from '../world.ts'

/** Settings without which a caller sees more, each with the reason. */
const widening: Readonly<Record<string, string>> = {
  'app.overseen': 'empty stands for staff who are not confined: app.authenticate sets it with app.platform',
}

let base: TestDatabase
let client: pg.Client
let tables: TenantTable[]
let callers: readonly Caller[]
let store: Store

/** Policies ask for the caller through settings of the transaction. One that is absent must not open anything. */
export function absentSettings(): void {
  beforeAll(async () => {
    base = await cloneDatabase()
    const world = worldOf(base.admin)
    const merchant = await world.merchant()
    store = await world.store(merchant)
    const [sibling, foreign] = [await world.store(merchant), await world.store()]
    callers = Object.values(await callersOf(world, { store, sibling, foreign }))
    tables = await tablesWithPolicies(base.admin)
    await forgetSense(base.admin)
    for (const table of tables) for (const at of [store, foreign]) await plant(table, at)
    client = new pg.Client({ connectionString: base.apiUrl })
    await client.connect()
  })
  afterAll(async () => {
    await client.end()
    await base.close()
  })

  test('without a caller, no policy admits a row that is there', async () => {
    expect(tables.length).toBeGreaterThan(50)
    const admitted: string[] = []
    for (const table of tables)
      for (const verb of verbs) if (await admits(table, verb)) admitted.push(`${verb} ${table.name}`)
    expect(admitted).toEqual([])
  })

  test('without one of its settings, no caller sees more than with it', async () => {
    const settings = await settingsOfCallers()
    expect(settings).toEqual(expect.arrayContaining(['app.readable', 'app.platform', 'app.merchants']))
    const wider = new Set<string>()
    for (const { person } of callers) {
      const usual = await seenBy(person?.token)
      for (const setting of settings) {
        const seen = await seenBy(person?.token, setting)
        if (Object.keys(usual).some((name) => Number(seen[name]) > Number(usual[name]))) wider.add(setting)
      }
    }
    expect([...wider]).toEqual(Object.keys(widening))
  })
}

/** Inserts a row with one of the sets that its table allows at a place. */
async function plant(table: TenantTable, at: Store): Promise<void> {
  for (const place of await placesIn(table, at)) {
    const { text, values } = insertInto(table, place)
    const isMade = await base.admin.query(text, values).then(
      () => true,
      (error: pg.DatabaseError) => {
        if (error.code === '23514') return false
        throw error
      },
    )
    if (isMade) return
  }
  throw new Error(`${table.name} has no row`)
}

/** With each set of the store, or above it, that the table may have; a table without sets has one place. */
async function placesIn({ domainNumbers }: TenantTable, { merchantId, id: storeId }: Store) {
  const { rows } = await base.admin.query<{ set: number }>(
    `select id as set from authz.permission_sets
      where merchant_id = $1 and coalesce(store_id, $2) = $2 and id & 15 = any ($3) order by store_id nulls last, id`,
    [merchantId, storeId, domainNumbers],
  )
  return [...rows, ...(rows.length === 0 ? [{ set: 0 }] : [])].map(({ set }) => ({
    merchantId,
    storeId,
    set,
  }))
}

async function admits(table: TenantTable, verb: Verb): Promise<boolean> {
  const { name, columns, grants } = table
  if (verb === 'read' && grants.select) {
    // What is of no merchant is the platform's.
    const ofMerchants = columns.some((column) => column.name === 'merchant_id')
    const where = ofMerchants ? 'where merchant_id is not null' : ''
    return (await client.query(`select from ${name} ${where} limit 1`)).rowCount !== 0
  }
  if (verb === 'delete' && grants.delete) return changes(`delete from ${name}`)
  const updated = columns.find(({ mayUpdate }) => mayUpdate)?.name
  if (verb === 'update' && updated !== undefined) return changes(`update ${name} set ${updated} = ${updated}`)
  const inserted = columns.filter(({ mayInsert }) => mayInsert)
  if (verb !== 'create' || inserted.length === 0) return false
  const [place] = await placesIn(table, store)
  const { text, values } = insertInto(table, place as RowPlace, inserted)
  return changes(text, values)
}

/** Whether a statement changes rows, rather than being refused by a policy. */
async function changes(text: string, values: readonly unknown[] = []): Promise<boolean> {
  await client.query('begin')
  try {
    return ((await client.query(text, [...values])).rowCount ?? 0) > 0
  } catch (error) {
    if ((error as pg.DatabaseError).code === '42501') return false
    throw error
  } finally {
    await client.query('rollback')
  }
}

/** The settings that functions of policies read. */
async function settingsOfCallers(): Promise<string[]> {
  const { rows } = await base.admin.query<{ name: string }>(
    `select distinct m[1] as name
       from pg_proc p, regexp_matches(coalesce(pg_get_function_sqlbody(p.oid), p.prosrc), 'current_setting\\(''(app\\.\\w+)''', 'g') m
      where p.pronamespace = 'app'::regnamespace order by 1`,
  )
  return rows.map(({ name }) => name)
}

/** How many rows of each table a caller sees, perhaps without a setting. */
async function seenBy(token: string | undefined, absent?: string): Promise<Record<string, string>> {
  const counts = tables
    .filter(({ grants }) => grants.select)
    .map(({ name }) => `(select count(*) from ${name}) as "${name}"`)
  await client.query('begin')
  try {
    if (token === undefined) await client.query(`select app.authenticate_guest('test')`)
    else {
      const hash = createHash('sha256').update(token).digest()
      await client.query(`select app.authenticate($1, null, true, 'test')`, [hash])
    }
    if (absent !== undefined) await client.query(`select set_config($1, '', true)`, [absent])
    const { rows } = await client.query<Record<string, string>>(`select ${counts.join(', ')}`)
    return rows[0] as Record<string, string>
  } finally {
    await client.query('rollback')
  }
}
