import { migrateSystemDatabase } from '@dbos-inc/dbos-sdk/internal/system_database'
import { GlobalLogger } from '@dbos-inc/dbos-sdk/internal/telemetry/logs'
import type pg from 'pg'
import { version as ownVersion } from '../version.ts'
import { closeFunctions, hasCitus, ofCoordinatorOnly, openCluster, renderedForCitus } from './citus.ts'
import { keepPlatformRows } from './citus-moves.ts'
import { carryFunctions, placeTables } from './citus-places.ts'
import { withAdmin } from './client.ts'
import { repairCopies } from './copies.ts'
import {
  type Change,
  type Drift,
  driftBetween,
  readObjects,
  recordedChanges,
  recordedObjects,
} from './drift.ts'
import { inTransaction, lockTimeoutMs } from './in-transaction.ts'
import { carriedFunctionsOf, placesOf } from './places.ts'
import { refusePooler } from './pooler.ts'
import { ensureRoles, type LoginPasswords, NotMigratable } from './roles.ts'
import { allowancesOf } from './safety.ts'
import { oldestServerOf, type SqlFile, type SqlSources, sqlSources } from './sources.ts'
import { statementsIn } from './split.ts'
import {
  appliedFiles,
  editedMigrations,
  type MigrationState,
  readState,
  runningServers,
  standingOf,
  tooOld,
} from './standing.ts'
import { compareVersions } from './versions.ts'

export interface MigrationReport {
  readonly migrations: readonly string[]
  readonly declarations: readonly string[]
  /** How many copies that authentication reads differed from the directory and were repaired; absent when none did. */
  readonly repairedCopyCount?: number
  /** The newer version that has migrated the database, on which this one can run; nothing was changed. */
  readonly newer?: string
}

/** The job engine logs each of its grants at every start; only its errors matter. */
const quiet = new GlobalLogger(undefined, { logLevel: 'error' })

/**
 * Brings a database to this checkout's state: applies pending migrations, each in its own transaction, then
 * every function and policy file that has changed, or whose functions and policies somebody has changed in the
 * database. Copies that differ from the directory are repaired. Concurrent runs queue. An applied migration is never
 * run again, and one that was edited afterwards is an error. A database that a newer version has migrated stays as it
 * is.
 *
 * Servers may run meanwhile: the new version is recorded before its first change, and no statement waits long for a
 * table that they use. While servers run that are too old for the migrated database, it is refused.
 *
 * @param adminUrl login with CREATEROLE that owns the database; it need not be a superuser
 * @param sources replaces this checkout's: those of a release, with its version
 * @throws NotMigratable when the login may not do this, with the statement that permits it; when the database is not
 * one that these files can continue, or older servers have to be stopped first
 * @throws ConfigError when PostgreSQL refuses the login or does not answer, with what to do
 */
export async function migrate(
  adminUrl: string,
  passwords: LoginPasswords,
  sources?: SqlSources,
  version = ownVersion,
): Promise<MigrationReport> {
  const files = sources ?? (await sqlSources())
  return withAdmin(adminUrl, 'migrate', async (client) => {
    await refusePooler(client, 'migrate')
    await takeTurn(client)
    const isCluster = await hasCitus(client)
    await ensureRoles(client, passwords, isCluster)
    if (isCluster) await openCluster(client)
    await client.query(`set role mostrador_owner; set lock_timeout = '${lockTimeoutMs}'`)
    if (isCluster) await closeFunctions(client)
    await runAll(client, ownTables)
    const standing = await standingOf(client, files, version)
    if (standing.kind === 'edited') throw new NotMigratable(editedMigrations(standing.files))
    if (standing.kind === 'ahead') {
      if (!standing.isCompatible) throw new NotMigratable(tooOld(standing))
      return { migrations: [], declarations: [], newer: standing.version }
    }
    const oldestServer = oldestServerOf(files.migrations)
    await refuseOlderServers(client, oldestServer)
    const [recorded, seen] = [await recordedObjects(client), await readObjects(client)]
    const drift = driftBetween(recorded ?? seen, seen)
    const recordedChange = recordedChanges(client, recorded, seen)
    // A run that only restores leaves the record, so that changes by hand that it does not restore are still found.
    const isBehind = standing.kind === 'behind'
    const change: Change =
      isBehind && recorded !== undefined ? recordedChange : (work) => inTransaction(client, work)
    await writeState(client, { version, oldestServer, allowances: allowancesOf(files) })
    const migrations = await runMigrations(client, files.migrations, change)
    const jobs = () => migrateJobs(client, isCluster ? ofCoordinatorOnly.url(adminUrl) : adminUrl)
    await (isCluster ? ofCoordinatorOnly.run(client, jobs) : jobs())
    const placed = isCluster ? await placeTables(client, placesOf(files)) : []
    const declared = isCluster ? renderedForCitus(files) : files
    const functions = await applyFunctions(client, declared.functions, drift, change)
    if (isCluster) {
      await keepPlatformRows(client)
      await carryFunctions(client, carriedFunctionsOf(files))
    }
    const policies = await applyPolicies(client, declared.policies, drift, change)
    const repairedCopyCount = await repairCopies(client)
    // All of a new database, and what was changed beside the files.
    if (isBehind || recorded === undefined || placed.length > 0) await recordedChange(async () => {})
    return {
      migrations,
      declarations: [...functions, ...policies],
      ...(repairedCopyCount > 0 && { repairedCopyCount }),
    }
  })
}

const ownTables = `
  create schema if not exists migration;
  create table if not exists migration.applied (
    name text primary key, checksum text not null, applied_at timestamptz not null default now());
  create table if not exists migration.state (
    is_only boolean primary key default true check (is_only),
    version text not null, oldest_server text not null, allowances jsonb not null,
    postgres_major int, objects jsonb, migrated_at timestamptz not null default now());
  grant usage on schema migration to mostrador_api, mostrador_worker;
  grant select on migration.applied, migration.state to mostrador_api, mostrador_worker`

/** @throws NotMigratable while servers run that cannot run on the migrated database */
async function refuseOlderServers(client: pg.Client, oldestServer: string): Promise<void> {
  const state = await readState(client)
  if (state !== undefined && compareVersions(state.oldestServer, oldestServer) >= 0) return
  const older = (await runningServers(client)).filter(
    (each) => compareVersions(each.version, oldestServer) < 0,
  )
  if (older.length === 0) return
  const count = older.reduce((sum, each) => sum + each.count, 0)
  throw new NotMigratable(
    `This upgrade needs servers from ${oldestServer} on, and ${count} of ${older.map((each) => each.version).join(', ')} run on this database. ` +
      'Stop them, repeat the command, and start the new ones (docs/upgrade.md).',
  )
}

/** Written before the first change: otherwise a running server would report that its database is not migrated. */
async function writeState(client: pg.Client, state: MigrationState): Promise<void> {
  await client.query(
    `insert into migration.state (version, oldest_server, allowances) values ($1, $2, $3)
     on conflict (is_only) do update set version = excluded.version, oldest_server = excluded.oldest_server,
            allowances = excluded.allowances, migrated_at = now()
      where (state.version, state.oldest_server, state.allowances)
            is distinct from (excluded.version, excluded.oldest_server, excluded.allowances)`,
    [state.version, state.oldestServer, JSON.stringify(state.allowances)],
  )
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
 * redefine them. The owner of our functions may queue work, so that follow-up work commits with its cause, and deletes the
 * history of old work.
 */
async function migrateJobs(client: pg.Client, adminUrl: string): Promise<void> {
  await migrateSystemDatabase(adminUrl, quiet, 'dbos', 'mostrador_worker')
  await runAll(
    client,
    `
    reset role;
    revoke truncate, references, trigger on all tables in schema dbos from mostrador_worker;
    alter default privileges in schema dbos revoke truncate, references, trigger on tables from mostrador_worker;
    grant usage on schema dbos to mostrador_owner;
    grant select, insert, update, delete on dbos.workflow_status, dbos.workflow_input to mostrador_owner;
    grant select, delete on dbos.workflow_output, dbos.operation_outputs to mostrador_owner;
    set role mostrador_owner`,
  )
}

async function runMigrations(
  client: pg.Client,
  files: readonly SqlFile[],
  change: Change,
): Promise<string[]> {
  const seen = await appliedFiles(client)
  const ran: string[] = []
  for (const file of files) {
    if (seen.has(file.name)) continue
    await change(async () => {
      await runAll(client, file.text)
      await remember(client, file)
    })
    ran.push(file.name)
  }
  return ran
}

/**
 * Runs the changed function files in one transaction: bodies are checked at its end, so files may call each
 * other. When somebody has changed a function in the database, runs all files: which one defines it is not known.
 */
async function applyFunctions(
  client: pg.Client,
  files: readonly SqlFile[],
  drift: Drift,
  change: Change,
): Promise<string[]> {
  const seen = await appliedFiles(client)
  const isDrifted = [...drift.changed, ...drift.missing].some((name) => /^(function|view) /.test(name))
  const changed = files.filter((file) => isDrifted || seen.get(file.name) !== file.checksum)
  if (changed.length === 0) return []
  await change(async () => {
    await client.query('set local check_function_bodies = off')
    for (const file of changed) {
      await runAll(client, file.text)
      await remember(client, file)
    }
    await runAll(
      client,
      `
      set local check_function_bodies = on;
      select fmgr_sql_validator(p.oid) from pg_proc p join pg_language l on l.oid = p.prolang
       where l.lanname = 'sql' and p.proowner = 'mostrador_owner'::regrole;
      select plpgsql_validator(p.oid) from pg_proc p join pg_language l on l.oid = p.prolang
       where l.lanname = 'plpgsql' and p.proowner = 'mostrador_owner'::regrole`,
    )
  })
  return changed.map(({ name }) => name)
}

/** Runs policy files that changed, or whose policies are missing or were changed, each in its own transaction. */
async function applyPolicies(
  client: pg.Client,
  files: readonly SqlFile[],
  drift: Drift,
  change: Change,
): Promise<string[]> {
  const seen = await appliedFiles(client)
  const ran: string[] = []
  for (const file of files) {
    const isDrifted = declaredPolicies(file).some(({ table, policy }) =>
      drift.changed.includes(`policy ${policy} on ${table}`),
    )
    if (!isDrifted && seen.get(file.name) === file.checksum && !(await lacksPolicies(client, file))) continue
    await change(async () => {
      await dropPolicies(client, file)
      await runAll(client, file.text)
      await remember(client, file)
    })
    ran.push(file.name)
  }
  return ran
}

const policyHead = /^create policy (\w+) on ([\w.]+)/gim

function declaredPolicies(file: SqlFile): { readonly table: string; readonly policy: string }[] {
  return [...file.text.matchAll(policyHead)].map(([, policy = '', table = '']) => ({ table, policy }))
}

async function lacksPolicies(client: pg.Client, file: SqlFile): Promise<boolean> {
  const { rows } = await client.query(
    `select schemaname || '.' || tablename || '/' || policyname as policy from pg_policies`,
  )
  const present = new Set(rows.map(({ policy }) => policy as string))
  return declaredPolicies(file).some(({ table, policy }) => !present.has(`${table}/${policy}`))
}

async function dropPolicies(client: pg.Client, file: SqlFile): Promise<void> {
  const tables = new Set(declaredPolicies(file).map(({ table }) => table))
  const { rows } = await client.query(
    `select schemaname || '.' || tablename as table, policyname from pg_policies
      where schemaname || '.' || tablename = any ($1)`,
    [[...tables]],
  )
  for (const { table, policyname } of rows) await client.query(`drop policy ${policyname} on ${table}`)
}

async function runAll(client: pg.Client, text: string): Promise<void> {
  for (const statement of statementsIn(text)) await client.query(statement)
}

async function remember(client: pg.Client, file: SqlFile): Promise<void> {
  await client.query(
    `insert into migration.applied (name, checksum) values ($1, $2)
     on conflict (name) do update set checksum = excluded.checksum, applied_at = now()`,
    [file.name, file.checksum],
  )
}
