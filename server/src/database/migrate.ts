import { migrateSystemDatabase } from '@dbos-inc/dbos-sdk/internal/system_database'
import { GlobalLogger } from '@dbos-inc/dbos-sdk/internal/telemetry/logs'
import type pg from 'pg'
import { withAdmin } from './client.ts'
import { refusePooler } from './pooler.ts'
import { ensureRoles, type LoginPasswords } from './roles.ts'
import { type SqlFile, type SqlSources, sqlSources } from './sources.ts'

export interface MigrationReport {
  readonly migrations: readonly string[]
  readonly declarations: readonly string[]
}

/** The job engine logs each of its grants at every start; only its errors matter. */
const quiet = new GlobalLogger(undefined, { logLevel: 'error' })

/**
 * Brings a database to this checkout's state: applies pending migrations, each in its own transaction, then
 * every function and policy file that has changed or whose policies are missing. Concurrent runs queue. An
 * applied migration is never run again, and one that was edited afterwards is an error.
 *
 * @param adminUrl login with CREATEROLE that owns the database; it need not be a superuser
 * @param sources replaces this checkout's: those of a release
 * @throws NotMigratable when the login may not do this, with the statement that permits it
 * @throws ConfigError when PostgreSQL refuses the login or does not answer, with what to do
 */
export async function migrate(
  adminUrl: string,
  passwords: LoginPasswords,
  sources?: SqlSources,
): Promise<MigrationReport> {
  const files = sources ?? (await sqlSources())
  return withAdmin(adminUrl, 'migrate', async (client) => {
    await refusePooler(client, 'migrate')
    await takeTurn(client)
    await ensureRoles(client, passwords)
    await client.query(`set role mostrador_owner; set lock_timeout = '5s'`)
    await client.query(`
      create schema if not exists migration;
      create table if not exists migration.applied (
        name text primary key, checksum text not null, applied_at timestamptz not null default now());
      grant usage on schema migration to mostrador_api, mostrador_worker;
      grant select on migration.applied to mostrador_api, mostrador_worker`)
    const migrations = await runMigrations(client, files.migrations)
    await migrateJobs(client, adminUrl)
    const functions = await applyFunctions(client, files.functions)
    const policies = await applyPolicies(client, files.policies)
    return { migrations, declarations: [...functions, ...policies] }
  })
}

/** Names of files that this database has not applied; a start-up check. */
export async function pending(client: pg.Client | pg.Pool): Promise<string[]> {
  const { migrations, functions, policies } = await sqlSources()
  const files = [...migrations, ...functions, ...policies]
  const seen = await appliedFiles(client)
  return files.filter((file) => seen.get(file.name) !== file.checksum).map((file) => file.name)
}

/**
 * Polls instead of waiting inside PostgreSQL: a waiting statement holds a snapshot, and the job engine builds
 * indexes that wait for every earlier snapshot.
 */
async function takeTurn(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query(`select pg_try_advisory_lock(hashtext('mostrador migrate')) as taken`)
    if (rows[0].taken) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/**
 * The job engine's tables. The engine grants everything to its role, which needs neither to truncate nor to
 * redefine them. The owner of our functions may queue work, so that follow-up work commits with its cause.
 */
async function migrateJobs(client: pg.Client, adminUrl: string): Promise<void> {
  await migrateSystemDatabase(adminUrl, quiet, 'dbos', 'mostrador_worker')
  await client.query(`
    reset role;
    revoke truncate, references, trigger on all tables in schema dbos from mostrador_worker;
    alter default privileges in schema dbos revoke truncate, references, trigger on tables from mostrador_worker;
    grant usage on schema dbos to mostrador_owner;
    grant select, insert, update on dbos.workflow_status, dbos.workflow_input to mostrador_owner;
    grant select on dbos.operation_outputs to mostrador_owner;
    set role mostrador_owner`)
}

async function runMigrations(client: pg.Client, files: readonly SqlFile[]): Promise<string[]> {
  const seen = await appliedFiles(client)
  const ran: string[] = []
  for (const file of files) {
    const checksum = seen.get(file.name)
    if (checksum === file.checksum) continue
    if (checksum !== undefined)
      throw new Error(`${file.name} was changed after it ran; write a new migration`)
    await inTransaction(client, async () => {
      await client.query(file.text)
      await remember(client, file)
    })
    ran.push(file.name)
  }
  return ran
}

/**
 * Runs the changed function files in one transaction: bodies are checked at its end, so files may call each
 * other.
 */
async function applyFunctions(client: pg.Client, files: readonly SqlFile[]): Promise<string[]> {
  const seen = await appliedFiles(client)
  const changed = files.filter((file) => seen.get(file.name) !== file.checksum)
  if (changed.length === 0) return []
  await inTransaction(client, async () => {
    await client.query('set local check_function_bodies = off')
    for (const file of changed) {
      await client.query(file.text)
      await remember(client, file)
    }
    await client.query(`
      set local check_function_bodies = on;
      select fmgr_sql_validator(p.oid) from pg_proc p join pg_language l on l.oid = p.prolang
       where l.lanname = 'sql' and p.proowner = 'mostrador_owner'::regrole;
      select plpgsql_validator(p.oid) from pg_proc p join pg_language l on l.oid = p.prolang
       where l.lanname = 'plpgsql' and p.proowner = 'mostrador_owner'::regrole`)
  })
  return changed.map(({ name }) => name)
}

/** Runs policy files that changed or whose policies are missing, each in its own transaction. */
async function applyPolicies(client: pg.Client, files: readonly SqlFile[]): Promise<string[]> {
  const seen = await appliedFiles(client)
  const ran: string[] = []
  for (const file of files) {
    if (seen.get(file.name) === file.checksum && !(await lacksPolicies(client, file))) continue
    await inTransaction(client, async () => {
      await dropPolicies(client, file)
      await client.query(file.text)
      await remember(client, file)
    })
    ran.push(file.name)
  }
  return ran
}

const policyHead = /^create policy (\w+) on ([\w.]+)/gim

function declaredPolicies(file: SqlFile): string[] {
  return [...file.text.matchAll(policyHead)].map(([, policy, table]) => `${table}/${policy}`)
}

async function lacksPolicies(client: pg.Client, file: SqlFile): Promise<boolean> {
  const { rows } = await client.query(
    `select schemaname || '.' || tablename || '/' || policyname as policy from pg_policies`,
  )
  const present = new Set(rows.map(({ policy }) => policy as string))
  return declaredPolicies(file).some((policy) => !present.has(policy))
}

async function dropPolicies(client: pg.Client, file: SqlFile): Promise<void> {
  const tables = new Set(declaredPolicies(file).map((policy) => policy.split('/')[0] as string))
  const { rows } = await client.query(
    `select schemaname || '.' || tablename as table, policyname from pg_policies
      where schemaname || '.' || tablename = any ($1)`,
    [[...tables]],
  )
  for (const { table, policyname } of rows) await client.query(`drop policy ${policyname} on ${table}`)
}

async function appliedFiles(client: pg.Client | pg.Pool): Promise<Map<string, string>> {
  const { rows } = await client.query('select name, checksum from migration.applied')
  return new Map(rows.map(({ name, checksum }) => [name as string, checksum as string]))
}

async function remember(client: pg.Client, file: SqlFile): Promise<void> {
  await client.query(
    `insert into migration.applied (name, checksum) values ($1, $2)
     on conflict (name) do update set checksum = excluded.checksum, applied_at = now()`,
    [file.name, file.checksum],
  )
}

async function inTransaction(client: pg.Client, work: () => Promise<void>): Promise<void> {
  await client.query('begin')
  try {
    await work()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}
