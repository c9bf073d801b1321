import type pg from 'pg'
import { version as ownVersion } from '../version.ts'
import type { Allowances } from './safety.ts'
import { type SqlSources, sqlSources } from './sources.ts'
import { compareVersions } from './versions.ts'

/** What `migrate` writes about a database, for servers of other versions. */
export interface MigrationState {
  /** The newest version that has migrated it. */
  readonly version: string
  /** Servers of earlier versions cannot run on it. */
  readonly oldestServer: string
  /** What that version has and earlier ones do not know. */
  readonly allowances: Allowances
}

/** How a database and a program's SQL files go together. */
export type Standing =
  /** `migrate` has never run. */
  | { readonly kind: 'unprepared' }
  | { readonly kind: 'current' }
  /** It lacks these files: `migrate` has not run. */
  | { readonly kind: 'behind'; readonly version: string | undefined; readonly missing: readonly string[] }
  /** These migrations ran with another content: it is not a database of this program. */
  | { readonly kind: 'edited'; readonly files: readonly string[] }
  /** A newer version has migrated it. */
  | ({
      readonly kind: 'ahead'
      /** Whether servers of this program may run on it. */
      readonly isCompatible: boolean
    } & MigrationState)

/**
 * Compares a database with the SQL of a program. Of a newer database only the migrations are compared: its functions
 * and policies are those of the newer version, which says who may use them.
 *
 * @param client any of our logins
 * @param sources this program's by default; `version` is theirs
 */
export async function standingOf(
  client: pg.Client | pg.Pool,
  sources?: SqlSources,
  version = ownVersion,
): Promise<Standing> {
  if (!(await isPrepared(client))) return { kind: 'unprepared' }
  const { migrations, functions, policies } = sources ?? (await sqlSources())
  const applied = await appliedFiles(client)
  const state = await readState(client)
  const edited = migrations.filter(({ name, checksum }) => (applied.get(name) ?? checksum) !== checksum)
  if (edited.length > 0) return { kind: 'edited', files: edited.map(({ name }) => name) }

  const lacksMigrations = migrations.some(({ name }) => !applied.has(name))
  const isNewer = state !== undefined && compareVersions(state.version, version) > 0
  const known = new Set(migrations.map(({ name }) => name))
  const hasMore = [...applied.keys()].some((name) => name.startsWith('db/migrations/') && !known.has(name))
  // Between two releases the version stays the same, and the migrations tell.
  if (state !== undefined && (isNewer || (hasMore && !lacksMigrations))) {
    const isCompatible = !lacksMigrations && compareVersions(version, state.oldestServer) >= 0
    return { kind: 'ahead', isCompatible, ...state }
  }
  const files = [...migrations, ...functions, ...policies]
  const missing = files.filter(({ name, checksum }) => applied.get(name) !== checksum)
  if (missing.length === 0) return { kind: 'current' }
  return { kind: 'behind', version: state?.version, missing: missing.map(({ name }) => name) }
}

async function isPrepared(client: pg.Client | pg.Pool): Promise<boolean> {
  const { rows } = await client.query<{ isPrepared: boolean }>(
    `select to_regnamespace('migration') is not null as "isPrepared"`,
  )
  return rows[0]?.isPrepared === true
}

/** Why a server may not run, and what to do about it; undefined: it may run. */
export function faultOfStanding(standing: Standing): string | undefined {
  switch (standing.kind) {
    case 'unprepared':
      return 'The database has not been prepared. Run: mostrador migrate'
    case 'current':
      return undefined
    case 'behind':
      return behind(standing.version, standing.missing)
    case 'edited':
      return editedMigrations(standing.files)
    case 'ahead':
      return standing.isCompatible ? undefined : tooOld(standing)
  }
}

const shownFiles = 3

function behind(from: string | undefined, missing: readonly string[]): string {
  const shown = missing.slice(0, shownFiles).join(', ')
  const rest = missing.length > shownFiles ? ` and ${missing.length - shownFiles} more` : ''
  const where = from === undefined || from === ownVersion ? '' : `is at ${from} and `
  return `The database ${where}has not been migrated to this ${ownVersion}: it lacks ${shown}${rest}. Run: mostrador migrate`
}

/** A migration never changes after it ran. */
export const editedMigrations = (files: readonly string[]): string =>
  `${files.join(', ')} was changed after it ran on this database. Install Mostrador again from its package; ` +
  'in a clone, restore the file as it was, and write a new migration.'

/** For a server or a `migrate` that is too old for the database. */
export function tooOld({ version, oldestServer }: Pick<MigrationState, 'version' | 'oldestServer'>): string {
  const least = compareVersions(oldestServer, ownVersion) > 0 ? oldestServer : version
  return (
    `The database was migrated by ${version} and needs ${least} or newer; this is ${ownVersion}. ` +
    `Install ${version} and start it, or restore a backup from before that migration (docs/upgrade.md).`
  )
}

/** Names and checksums of the files that made this database. */
export async function appliedFiles(client: pg.Client | pg.Pool): Promise<Map<string, string>> {
  const { rows } = await client.query('select name, checksum from migration.applied')
  return new Map(rows.map(({ name, checksum }) => [name as string, checksum as string]))
}

/** Undefined: no version has written it yet. */
export async function readState(client: pg.Client | pg.Pool): Promise<MigrationState | undefined> {
  const { rows } = await client.query<{ found: boolean }>(
    `select to_regclass('migration.state') is not null as found`,
  )
  if (rows[0]?.found !== true) return undefined
  const states = await client.query<MigrationState>(
    'select version, oldest_server as "oldestServer", allowances from migration.state',
  )
  return states.rows[0]
}

/** The running servers of one version. */
export interface RunningServers {
  readonly version: string
  readonly count: number
}

/** The application name of a server's connection for live events; it carries the server's version. */
export const listenerName = `mostrador-listener/${ownVersion}`

/** The servers that hold a connection for live events to this database, by version, oldest first. */
export async function runningServers(client: pg.Client): Promise<RunningServers[]> {
  const { rows } = await client.query<{ version: string; count: number }>(
    `select split_part(application_name, '/', 2) as version, count(*)::int as count from pg_stat_activity
      where datname = current_database() and application_name ~ '^mostrador-listener/\\d+\\.\\d+\\.\\d+'
      group by 1`,
  )
  return rows.sort((a, b) => compareVersions(a.version, b.version))
}
