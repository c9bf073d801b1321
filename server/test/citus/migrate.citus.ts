import { randomBytes } from 'node:crypto'
import { afterEach, expect, inject, test } from 'vitest'
import { withClient } from '../../src/database/client.ts'
import { loginsOf } from '../../src/database/login.ts'
import { migrate } from '../../src/database/migrate.ts'
import { standingOf } from '../../src/database/standing.ts'
import { ask, cloneDatabase, dropDatabase } from '../cluster.ts'
import { patient } from '../patience.ts'
import { createClusterDatabase } from './nodes.ts'

const nodes = { coordinator: inject('adminUrl'), workers: inject('workers') }
let name: string

afterEach(async () => {
  for (const server of [nodes.coordinator, ...nodes.workers]) await dropDatabase(server, name)
})

const newName = () => {
  name = `m_${randomBytes(5).toString('hex')}`
  return name
}

/** Places, keys and policies, as a database with Citus has them. */
const described = (connectionString: string) =>
  withClient({ connectionString }, async (client) => {
    const { rows } = await client.query<{ line: string }>(`
      select logicalrelid || ' ' || repmodel::text as line from pg_dist_partition
      union all select conrelid::regclass || ' ' || conname from pg_constraint k
                  join pg_dist_partition p on p.logicalrelid = k.conrelid where k.contype = 'f'
      union all select concat_ws(' ', polrelid::regclass, polname, pg_get_expr(polqual, polrelid)) from pg_policy q
                  join pg_dist_partition p on p.logicalrelid = q.polrelid
      union all select 'kept apart: ' || name from migration.removed_keys order by 1`)
    return rows.map(({ line }) => line)
  })

test(
  'a migration that dies while tables get their places is finished by the next one',
  async () => {
    const url = await createClusterDatabase(nodes, newName())
    const migration = migrate(url, loginsOf(url).passwords)
    const failed = expect(migration).rejects.toThrow()
    await withClient({ connectionString: url }, async (client) => {
      await expect
        .poll(async () => (await client.query('select from pg_dist_partition')).rowCount, {
          timeout: patient(60_000),
        })
        .toBeGreaterThan(20)
      await client.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and application_name = 'mostrador-migrate'`,
      )
      await failed
      const { rowCount } = await client.query('select from migration.removed_keys')
      expect(rowCount).toBeGreaterThan(0)
    })
    await migrate(url, loginsOf(url).passwords)

    const whole = await cloneDatabase()
    try {
      expect(await described(url)).toEqual(await described(whole.adminUrl))
    } finally {
      await whole.close()
    }
  },
  patient(120_000),
)

test('migrates again without changing anything', async () => {
  const db = await cloneDatabase()
  try {
    const before = await described(db.adminUrl)
    expect(await migrate(db.adminUrl, loginsOf(db.adminUrl).passwords)).toEqual({
      migrations: [],
      declarations: [],
    })
    expect(await described(db.adminUrl)).toEqual(before)
    expect(await withClient({ connectionString: db.adminUrl }, (client) => standingOf(client))).toEqual({
      kind: 'current',
    })
  } finally {
    await db.close()
  }
})

test('a policy that somebody dropped comes back in the form for Citus', async () => {
  const db = await cloneDatabase()
  try {
    const before = await described(db.adminUrl)
    await db.admin.query('drop policy product_read on catalog.products')
    await migrate(db.adminUrl, loginsOf(db.adminUrl).passwords)
    expect(await described(db.adminUrl)).toEqual(before)
  } finally {
    await db.close()
  }
})

test(
  'a database that was migrated before it became a cluster is refused',
  async () => {
    const url = Object.assign(new URL(nodes.coordinator), { pathname: `/${newName()}` }).href
    await ask(nodes.coordinator, `create database ${name}`)
    await migrate(url, loginsOf(url).passwords)
    await ask(url, 'create extension citus')
    await expect(migrate(url, loginsOf(url).passwords)).rejects.toThrow(
      'migrated before Citus was created in it',
    )
  },
  patient(60_000),
)

test('the owner logs in without a password, as the nodes do', async () => {
  const db = await cloneDatabase()
  try {
    const { rows } = await db.admin.query(
      `select rolcanlogin, rolpassword from pg_authid where rolname = 'mostrador_owner'`,
    )
    expect(rows).toEqual([{ rolcanlogin: true, rolpassword: null }])
  } finally {
    await db.close()
  }
})
