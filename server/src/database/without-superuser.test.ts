import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { debianMajor, startDebianPostgres } from '../../test/debian-postgres.ts'
import { ensureDatabase } from './create.ts'
import { startEmbeddedPostgres } from './embedded/launch.ts'
import { migrate } from './migrate.ts'
import { unsafeThings } from './safety.ts'
import { standingOf } from './standing.ts'

// A cluster of its own for each: roles belong to the cluster, and the test run's were made by a superuser.
const major = await debianMajor()
const servers = [
  { name: 'the embedded PostgreSQL', isHere: true, start: embedded },
  {
    name: `Debian's PostgreSQL ${major ?? '(not installed)'}`,
    isHere: major !== undefined,
    start: () => startDebianPostgres(major as string),
  },
]

async function embedded() {
  const dir = await mkdtemp(path.join(tmpdir(), 'mostrador-plain-'))
  const server = await startEmbeddedPostgres({ dir, settings: { fsync: 'off' } })
  return {
    url: server.url,
    async stop() {
      await server.stop()
      await rm(dir, { recursive: true, force: true })
    },
  }
}

for (const { name, isHere, start } of servers) {
  describe.runIf(isHere)(`without a superuser, on ${name}`, () => {
    let server: Awaited<ReturnType<typeof start>>
    let root: pg.Client
    beforeAll(async () => {
      server = await start()
      root = new pg.Client({ connectionString: server.url })
      await root.connect()
    })
    afterAll(async () => {
      await root?.end()
      await server?.stop()
    })

    const passwords = () => ({ api: 'api'.repeat(8), worker: 'worker'.repeat(4) })
    /** What depends on the login: our own files run as `mostrador_owner`. */
    const rolesAndJobs = { migrations: [], functions: [], policies: [] }
    const as = (user: string, password: string, database: string) =>
      Object.assign(new URL(server.url), { username: user, password, pathname: `/${database}` }).href

    /** A login with these attributes, and its URL of a database of its own. */
    async function login(attributes: string): Promise<{ user: string; url: string }> {
      const user = `l_${randomBytes(4).toString('hex')}`
      await root.query(`create role ${user} login password 'plain' ${attributes}`)
      return { user, url: as(user, 'plain', user) }
    }
    /** Databases first: they belong to the logins. */
    async function clean(user: string): Promise<void> {
      await root.query(`drop database if exists ${user} with (force)`)
      const ours = await root.query(`select rolname from pg_roles where rolname like 'mostrador%'`)
      // In PostgreSQL 16 and newer a login depends on what it was granted by the one that is dropped.
      for (const { rolname } of ours.rows) await root.query(`drop owned by ${rolname}; drop role ${rolname}`)
      await root.query(`drop owned by ${user}; drop role ${user}`)
    }

    test('a login with CREATEROLE and CREATEDB makes, migrates and repairs the database', async () => {
      const { user, url } = await login('createrole createdb')
      try {
        await ensureDatabase(as(user, 'plain', 'postgres'), user)
        const first = await migrate(url, passwords())
        expect(first.migrations.length).toBeGreaterThan(5)
        expect(await migrate(url, passwords())).toEqual({ migrations: [], declarations: [] })
        for (const [role, password] of [
          ['mostrador_api', passwords().api],
          ['mostrador_worker', passwords().worker],
        ] as const) {
          const served = new pg.Client({ connectionString: as(role, password, user) })
          await served.connect()
          expect(await unsafeThings(served)).toEqual([])
          expect(await standingOf(served)).toEqual({ kind: 'current' })
          await expect(served.query('create temporary table t (id int)')).rejects.toMatchObject({
            code: '42501',
          })
          await served.end()
        }
        // As an upgrade does: every function and policy again, and new passwords.
        await root.query(`alter role mostrador_api createdb inherit`)
        const admin = new pg.Client({ connectionString: url })
        await admin.connect()
        await admin.query(`set role mostrador_owner; update migration.applied set checksum = 'old'
           where name not like 'db/migrations/%'`)
        await admin.end()
        const again = await migrate(url, { ...passwords(), api: 'another password' })
        expect(again.declarations.length).toBeGreaterThan(20)
        const served = new pg.Client({ connectionString: as('mostrador_api', 'another password', user) })
        await served.connect()
        expect(await unsafeThings(served)).toEqual([])
        await served.end()
      } finally {
        await clean(user)
      }
    })

    test('a login without CREATEROLE is told the statement that a superuser has to run', async () => {
      const { user, url } = await login('createdb')
      try {
        await ensureDatabase(as(user, 'plain', 'postgres'), user)
        await expect(migrate(url, passwords())).rejects.toThrow(`alter role "${user}" createrole;`)
        await root.query(`alter role ${user} createrole`)
        await migrate(url, passwords(), rolesAndJobs)
      } finally {
        await clean(user)
      }
    })

    test('in a database of somebody else it is told the statement that hands it over', async () => {
      const { user, url } = await login('createrole')
      try {
        await root.query(`create database ${user}`)
        await expect(migrate(url, passwords())).rejects.toThrow(
          `alter database "${user}" owner to "${user}";`,
        )
        await root.query(`alter database ${user} owner to ${user}`)
        await migrate(url, passwords(), rolesAndJobs)
      } finally {
        await clean(user)
      }
    })

    test('powers of a role that only a superuser can take away are named, and nothing is migrated', async () => {
      const { user, url } = await login('createrole createdb')
      try {
        await ensureDatabase(as(user, 'plain', 'postgres'), user)
        await root.query('create role mostrador_api bypassrls replication')
        await expect(migrate(url, passwords())).rejects.toThrow(
          'alter role mostrador_api noreplication nobypassrls noinherit;',
        )
        await root.query('alter role mostrador_api noreplication nobypassrls noinherit')
        await root.query(`grant mostrador_owner, mostrador_api to ${user} with admin option`)
        await migrate(url, passwords(), rolesAndJobs)
      } finally {
        await clean(user)
      }
    })
  })
}
