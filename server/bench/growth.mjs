import { readFile } from 'node:fs/promises'
import { settle } from './fill.mjs'

const chunks = 8

/**
 * What units of work add to the tables, and to the log (WAL) without images of whole pages. The work is done in parts, each
 * followed by a vacuum as autovacuum would do it: what one part leaves behind is used again by the next.
 *
 * @param {import('pg').Client} client a superuser's, of a PostgreSQL that nobody else uses
 * @param {number} units
 * @param {(units: number) => Promise<unknown>} work makes as many
 * @returns {Promise<{ tables: Growth[], logBytes: number }>} per unit; tables that grew, the largest first
 *
 * @typedef {{ table: string, rows: number, bytes: number, indexBytes: number }} Growth `indexBytes`: of `bytes`
 */
export async function growthOf(client, units, work) {
  await setPageImages(client, 'off')
  await settle(client)
  const before = await sizes(client)
  let logBytes = 0
  for (let done = 0; done < units; ) {
    const part = Math.min(units - done, Math.ceil(units / chunks))
    const from = await logPosition(client)
    await work(part)
    logBytes += (await logPosition(client)) - from
    done += part
    await client.query('vacuum')
  }
  const after = await sizes(client)
  await setPageImages(client, 'on')
  const tables = [...after].flatMap(([table, is]) => {
    const was = before.get(table)
    const [rows, bytes, indexBytes] = ['rows', 'bytes', 'indexBytes'].map(
      (each) => (is[each] - (was?.[each] ?? 0)) / units,
    )
    return bytes > 0 || rows > 0 ? [{ table, rows, bytes, indexBytes }] : []
  })
  return { tables: tables.toSorted((a, b) => b.bytes - a.bytes), logBytes: logBytes / units }
}

async function sizes(client) {
  const { rows: tables } = await client.query(
    `select c.oid::regclass::text as name, pg_total_relation_size(c.oid)::float8 as bytes,
            pg_indexes_size(c.oid)::float8 as "indexBytes"
       from pg_class c where c.relkind = 'r' and c.relnamespace::regnamespace::text !~ '^(pg_|information_schema|bench$)'`,
  )
  const { rows: counts } = await client.query(
    tables
      .map(({ name }) => `select '${name}' as name, count(*)::float8 as rows from ${name}`)
      .join(' union all '),
  )
  const rowsOf = new Map(counts.map(({ name, rows }) => [name, rows]))
  return new Map(
    tables.map(({ name, bytes, indexBytes }) => [name, { rows: rowsOf.get(name), bytes, indexBytes }]),
  )
}

/** Images of pages depend on how often there is a checkpoint, and not on the work. */
async function setPageImages(client, value) {
  await client.query(`alter system set full_page_writes = ${value}`)
  await client.query('select pg_reload_conf()')
}

async function logPosition(client) {
  const { rows } = await client.query(`select (pg_current_wal_insert_lsn() - '0/0')::float8 as position`)
  return rows[0].position
}

/**
 * The processor time that PostgreSQL's process of a connection uses for something.
 *
 * @param {import('pg').Client} client
 * @param {() => Promise<unknown>} work on this connection
 * @returns {Promise<number>} microseconds; 0 where the system has no `/proc`
 */
export async function backendUs(client, work) {
  const { rows } = await client.query('select pg_backend_pid() as pid')
  const read = async () => {
    const text = await readFile(`/proc/${rows[0].pid}/schedstat`, 'utf8').catch(() => '0')
    return Number(text.split(' ')[0]) / 1_000
  }
  const before = await read()
  await work()
  return (await read()) - before
}
