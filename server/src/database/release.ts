import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type pg from 'pg'
import { schemas } from '../areas.ts'
import { withClient } from './client.ts'
import { loginsOf } from './login.ts'
import { migrate } from './migrate.ts'
import { type SqlSources, sqlSources } from './sources.ts'

/**
 * A database as created by a version: the SQL that it ran, and every row. A file of db/releases, compressed.
 */
export interface Release {
  readonly version: string
  readonly sources: SqlSources
  /**
   * By table, a JSON array of its rows. Kept as text: JavaScript would round numbers that PostgreSQL does
   * not.
   */
  readonly rows: Readonly<Record<string, string>>
  /** The last value of each sequence that has been used. */
  readonly sequences: Readonly<Record<string, string>>
}

export async function packRelease(release: Release): Promise<Buffer> {
  return promisify(gzip)(JSON.stringify(release), { level: 9 })
}

export async function unpackRelease(packed: Buffer): Promise<Release> {
  return JSON.parse((await promisify(gunzip)(packed)).toString('utf8'))
}

/** @param adminUrl superuser's URL of a database migrated by this checkout */
export function takeRelease(adminUrl: string, version: string): Promise<Release> {
  return withClient({ connectionString: adminUrl }, async (client) => {
    const { rows: sequences } = await client.query<{ name: string; last: string }>(
      `select schemaname || '.' || sequencename as name, last_value::text as last
         from pg_sequences where schemaname = any ($1) and last_value is not null order by 1`,
      [schemas],
    )
    return {
      version,
      sources: await sqlSources(),
      rows: await allRows(client),
      sequences: Object.fromEntries(sequences.map(({ name, last }) => [name, last])),
    }
  })
}

/**
 * Turns an empty database into an installation of that release. The job engine's tables are those of the
 * installed engine, which migrates its own.
 *
 * @param adminUrl superuser's URL
 */
export async function restoreRelease(adminUrl: string, release: Release): Promise<void> {
  await migrate(adminUrl, loginsOf(adminUrl).passwords, release.sources, release.version)
  await withClient({ connectionString: adminUrl }, async (client) => {
    // Rows are inserted by table name, so references are not checked; they were valid when exported.
    await client.query(`begin; set local session_replication_role = replica`)
    for (const [table, rows] of Object.entries(release.rows)) {
      const columns = await writtenColumns(client, table)
      await client.query(`delete from ${table}`)
      await client.query(
        `insert into ${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::${table}, $1)`,
        [rows],
      )
    }
    for (const [sequence, last] of Object.entries(release.sequences))
      await client.query('select setval($1, $2)', [sequence, last])
    await client.query('commit')
  })
}

/** Every row of our tables, as a JSON array by table. */
export async function allRows(client: pg.Client): Promise<Record<string, string>> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select schemaname || '.' || tablename as name from pg_tables where schemaname = any ($1) order by 1`,
    [schemas],
  )
  const found: Record<string, string> = {}
  for (const { name } of tables) {
    const { rows } = await client.query<{ all: string }>(
      `select coalesce(jsonb_agg(r order by r::text), '[]')::text as all from (select to_jsonb(t) as r from ${name} t) x`,
    )
    found[name] = rows[0]?.all ?? '[]'
  }
  return found
}

/** Except generated columns. */
async function writtenColumns(client: pg.Client, table: string): Promise<string> {
  const { rows } = await client.query<{ columns: string }>(
    `select string_agg(quote_ident(attname), ', ' order by attnum) as columns from pg_attribute
      where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [table],
  )
  return rows[0]?.columns ?? ''
}
