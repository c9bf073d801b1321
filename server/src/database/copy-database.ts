import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { hasCitus } from './citus.ts'
import { withAdmin } from './client.ts'
import { inTransaction } from './in-transaction.ts'
import { refusePooler } from './pooler.ts'

/** Nothing was copied. The message says why, and what to do. */
export class NotCopied extends Error {}

export interface CopySource {
  readonly url: string
  /** The setting that has the address. */
  readonly name: string
}

export interface Copied {
  readonly tableCount: number
  readonly rowCount: number
}

/**
 * Copies all rows of another database of the same version into this one, in which nobody has worked yet: the way from a single
 * PostgreSQL to a cluster. In one transaction, so that it has all of them or none. From the first row on the other database
 * admits superusers only, so that no shop can go on selling there. It stays so when the copy fails, because a lost connection
 * does not tell whether the rows are here.
 *
 * @param adminUrl superuser of the database to fill, which is migrated
 * @param from superuser of the other one, a single PostgreSQL whose servers are stopped
 * @throws NotCopied
 */
export function copyDatabase(adminUrl: string, from: CopySource): Promise<Copied> {
  return withAdmin(adminUrl, 'copy', (target) =>
    withAdmin(from.url, 'copy', (source) => copyAll(source, target), from.name),
  )
}

async function copyAll(source: pg.Client, target: pg.Client): Promise<Copied> {
  for (const client of [source, target]) await refusePooler(client, 'copy')
  await assertCopyable(source, target)
  const name = await closeDoor(source)
  try {
    await source.query('begin isolation level repeatable read, read only')
    const copied = await inTransaction(target, () => copyRows(source, target))
    await target.query(`analyze ${(await tablesOf(target)).map((table) => table.name).join(', ')}`)
    return copied
  } catch (error) {
    throw new NotCopied(
      `The copy was interrupted: ${(error as Error).message}\nRepeat the command. The other database admits superusers only until: ` +
        `alter database ${name} connection limit -1`,
      { cause: error },
    )
  }
}

async function assertCopyable(source: pg.Client, target: pg.Client): Promise<void> {
  const [from, to] = [await factsOf(source), await factsOf(target)]
  if (from.migrations === null) throw new NotCopied('The database to copy is no Mostrador’s.')
  if (to.migrations === null)
    throw new NotCopied('The database to fill is empty. Run mostrador setup or mostrador migrate first.')
  if (from.identity === to.identity) throw new NotCopied('Both are the same database.')
  if (!from.isSuperuser || !to.isSuperuser)
    throw new NotCopied('Copying needs superusers, who read and write the rows of everybody.')
  if (from.migrations !== to.migrations || from.version !== to.version)
    throw new NotCopied(
      `The databases are of different versions, ${from.version} and ${to.version}. Run mostrador migrate of one version on both.`,
    )
  if (await hasCitus(source))
    throw new NotCopied('The database to copy is a cluster. Only a single PostgreSQL is copied.')
  const { rowCount } = await target.query(
    'select from identity.accounts union all select from platform.merchants limit 1',
  )
  if (rowCount !== 0) throw new NotCopied('The database to fill has people or merchants already.')
}

interface Facts {
  readonly identity: string
  readonly isSuperuser: boolean
  /** Names and checksums; null: it was never migrated. */
  readonly migrations: string | null
  readonly version: string | undefined
}

async function factsOf(client: pg.Client): Promise<Facts> {
  const { rows } = await client.query(
    `select (select system_identifier from pg_control_system()) || '/' || current_database() as identity,
            (select rolsuper from pg_roles where rolname = current_user) as "isSuperuser",
            to_regclass('migration.state') is not null as "isMigrated"`,
  )
  const { isMigrated, ...facts } = rows[0]
  if (!isMigrated) return { ...facts, migrations: null, version: undefined }
  const { rows: migrated } = await client.query(
    `select (select version from migration.state) as version,
            (select string_agg(name || ' ' || checksum, ' ' order by name) from migration.applied) as migrations`,
  )
  return { ...facts, ...migrated[0] }
}

/**
 * From now on only superusers are admitted. Returns the database's name.
 *
 * @throws NotCopied when somebody else is connected; then everybody is admitted as before
 */
async function closeDoor(source: pg.Client): Promise<string> {
  const { rows } = await source.query<{ name: string; limit: number }>(
    `select quote_ident(datname) as name, datconnlimit as limit from pg_database where datname = current_database()`,
  )
  const [{ name, limit } = { name: '', limit: -1 }] = rows
  await source.query(`alter database ${name} connection limit 0`)
  const { rows: connected } = await source.query<{ login: string }>(
    `select distinct a.usename as login from pg_stat_activity a join pg_roles r on r.oid = a.usesysid
      where a.datname = current_database() and not r.rolsuper order by 1`,
  )
  if (connected.length === 0) return name
  await source.query(`alter database ${name} connection limit ${limit}`)
  throw new NotCopied(
    `Somebody is connected to the database to copy as ${connected.map(({ login }) => login).join(', ')}. Stop its servers first.`,
  )
}

interface Table {
  readonly name: string
  readonly columns: string
}

/** All but the records of `migrate`, and the places, which are those of the database to fill. */
async function tablesOf(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select c.oid::regclass::text as name, string_agg(quote_ident(a.attname), ', ' order by a.attname) as columns
       from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
       join pg_namespace n on n.oid = c.relnamespace
      where c.relkind = 'r' and n.nspname !~ '^pg_' and n.nspname not in ('information_schema', 'migration', 'public')
        and c.oid <> 'platform.places'::regclass
        and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
      group by c.oid order by 1`,
  )
  return rows
}

async function copyRows(source: pg.Client, target: pg.Client): Promise<Copied> {
  // Rows come in any order. Their keys were checked where they come from.
  await target.query('set local session_replication_role = replica')
  const tables = await tablesOf(source)
  let rowCount = 0
  for (const table of tables) rowCount += await copyTable(source, target, table)
  await copySequences(source, target)
  await placeMerchants(target)
  return { tableCount: tables.length, rowCount }
}

async function copyTable(source: pg.Client, target: pg.Client, { name, columns }: Table): Promise<number> {
  // What migrate has put there is in the other database too.
  await target.query(`delete from ${name}`)
  const reading = source.query(copyTo(`copy (select ${columns} from ${name}) to stdout`))
  const writing = target.query(copyFrom(`copy ${name} (${columns}) from stdin`))
  await pipeline(reading, writing)
  if (reading.rowCount !== writing.rowCount)
    throw new Error(`${name} has ${reading.rowCount} rows, of which ${writing.rowCount} were copied`)
  return writing.rowCount
}

async function copySequences(source: pg.Client, target: pg.Client): Promise<void> {
  const { rows } = await source.query<{ name: string; value: string }>(
    `select format('%I.%I', schemaname, sequencename) as name, last_value as value from pg_sequences
      where last_value is not null and schemaname not in ('migration', 'public')`,
  )
  for (const { name, value } of rows) await target.query('select setval($1::regclass, $2)', [name, value])
}

/** The node of a row follows from its merchant's id; the merchant says to which place that belongs. */
async function placeMerchants(target: pg.Client): Promise<void> {
  const { rows } = await target.query<{ place: string; merchants: string[] }>(
    'select platform.place_of(id) as place, array_agg(id) as merchants from platform.merchants group by 1',
  )
  for (const { place, merchants } of rows)
    await target.query(
      'update platform.merchants set database_id = $1 where id = any ($2) and database_id <> $1',
      [place, merchants],
    )
}
