import type pg from 'pg'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withClient } from '../../src/database/client.ts'
import { loginsOf } from '../../src/database/login.ts'
import { cloneDatabase, type TestDatabase } from '../cluster.ts'
import { forgetSense, insertInto, type TenantTable, tenantTables } from '../every-table.ts'

let db: TestDatabase
let tables: TenantTable[]

/** Of these merchants, each table has one row, with a set of the merchant's number and of a domain of the table. */
const merchants = [1, 2, 3, 4, 5].map((number) => ({ number, id: newId(), storeId: newId() }))
const setOf = ({ name }: TenantTable, number: number) => number * 16 + (domainOf.get(name) ?? 0)
/** One that the table admits in a store. */
const domainOf = new Map<string, number>()

beforeAll(async () => {
  db = await cloneDatabase()
  const { rows } = await db.admin.query('select logicalrelid::text as name from pg_dist_partition')
  tables = (await tenantTables(db.admin)).filter(
    (table) => table.grants.select && rows.some(({ name }) => name === table.name),
  )
  expect(tables.length).toBeGreaterThan(40)
  await forgetSense(db.admin)
  for (const table of tables) for (const merchant of merchants) await plant(table, merchant)
})
afterAll(() => db.close())

async function plant(table: TenantTable, { number, id: merchantId, storeId }: (typeof merchants)[number]) {
  for (const domain of table.domainNumbers) {
    domainOf.set(table.name, domain)
    const { text, values } = insertInto(table, { merchantId, storeId, set: setOf(table, number) })
    const isMade = await db.admin.query(text, values).then(
      () => true,
      (error: pg.DatabaseError) => {
        if (error.code === '23514') return false
        throw error
      },
    )
    if (isMade) return
  }
  throw new Error(`${table.name} admits no row of a store`)
}

/** The login of the API on a node, with the context of a caller who may read and update by these sets, if any. */
function asCaller<T>(
  node: string,
  sets: readonly number[] | undefined,
  work: (client: pg.Client) => Promise<T>,
) {
  return withClient({ connectionString: loginsOf(node).apiUrl }, async (client) => {
    await client.query('begin')
    for (const name of sets === undefined ? [] : settings)
      await client.query(`set local ${name} = '{${sets}}'`)
    return work(client)
  })
}

/** Both make rows readable. */
const settings = ['app.readable', 'app.updatable']

async function setsIn(client: pg.Client, table: string): Promise<number[]> {
  const { rows } = await client.query<{ set: number }>(
    `select permission_set as set from ${table} order by 1`,
  )
  return rows.map(({ set }) => set)
}

const everySet = (table: TenantTable) => merchants.map(({ number }) => setOf(table, number))
/** Readable by a caller of the second and fourth merchant. */
const readable = () => tables.flatMap((table) => [setOf(table, 2), setOf(table, 4)])

describe('whichever node a login asks', () => {
  test('without a context no row is shown, though there are some', async () => {
    for (const node of db.nodes)
      await asCaller(node, undefined, async (client) => {
        for (const { name } of tables) expect(await setsIn(client, name), `${name} on ${node}`).toEqual([])
      })
    for (const table of tables) {
      const { rows } = await db.admin.query(`select permission_set as set from ${table.name} order by 1`)
      expect(
        rows.map(({ set }) => set),
        table.name,
      ).toEqual(everySet(table))
    }
  })

  test('with a context exactly its rows are shown', async () => {
    for (const node of db.nodes)
      await asCaller(node, readable(), async (client) => {
        for (const table of tables)
          expect(await setsIn(client, table.name), `${table.name} on ${node}`).toEqual([
            setOf(table, 2),
            setOf(table, 4),
          ])
      })
  })
})

test('the context that app.set_local sets is that of the nodes', async () => {
  await asCaller(db.adminUrl, undefined, async (client) => {
    for (const name of settings) await client.query('select app.set_local($1, $2)', [name, `{${readable()}}`])
    for (const table of tables)
      expect(await setsIn(client, table.name), table.name).toEqual([setOf(table, 2), setOf(table, 4)])
    await client.query('rollback')
    for (const { name } of tables) expect(await setsIn(client, name), name).toEqual([])
  })
})

describe('a part of a table that is named directly on its node', () => {
  interface Shard {
    readonly table: string
    readonly name: string
    readonly port: number
  }

  async function shardsOn(node: string): Promise<Shard[]> {
    const { rows } = await db.admin.query<Shard>(
      `select logicalrelid::text as table, logicalrelid || '_' || shardid as name, nodeport as port
         from pg_dist_shard join pg_dist_placement using (shardid) join pg_dist_node using (groupid)`,
    )
    return rows.filter(({ port }) => String(port) === new URL(node).port)
  }

  /** The sets of all parts of a node that a caller sees, by table. */
  const seen = (node: string, sets: readonly number[] | undefined) =>
    asCaller(node, sets, async (client) => {
      const found = new Map<string, number[]>()
      for (const { table, name } of await shardsOn(node))
        if (tables.some((each) => each.name === table))
          found.set(table, [...(found.get(table) ?? []), ...(await setsIn(client, name))])
      return found
    })

  test('shows no row without a context', async () => {
    for (const node of db.nodes)
      for (const [table, sets] of await seen(node, undefined)) expect(sets, `${table} on ${node}`).toEqual([])
  })

  test('shows exactly its rows with one', async () => {
    const perNode = await Promise.all(db.nodes.map((node) => seen(node, readable())))
    for (const table of tables) {
      const sets = new Set(perNode.flatMap((found) => found.get(table.name) ?? []))
      expect(
        [...sets].sort((a, b) => a - b),
        table.name,
      ).toEqual([setOf(table, 2), setOf(table, 4)])
    }
  })

  test('cannot be changed without one', async () => {
    for (const node of db.nodes.slice(1))
      for (const { name } of await shardsOn(node))
        await asCaller(node, undefined, async (client) => {
          const { rowCount } = await client
            .query(`delete from ${name}`)
            .catch(({ code }) => ({ rowCount: code === '42501' ? 0 : code }))
          expect(rowCount, name).toBe(0)
        })
  })
})
