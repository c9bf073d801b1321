import type pg from 'pg'
import { withAdmin } from './client.ts'
import { refusePooler } from './pooler.ts'

/** A column whose values contain the id of their sealing key in bytes 2 to 5. */
export interface SealedColumn {
  readonly table: string
  /** The uuid that identifies a row. */
  readonly id: string
  readonly column: string
  /** The context that a row's value is sealed for. */
  readonly contextOf: (id: string) => string
}

/** The part of the keyring that a rotation needs. */
interface Resealer {
  readonly keyId: Buffer
  /** The same secret under the first key; undefined when it is. */
  reseal(sealed: Uint8Array, context: string): Buffer | undefined
}

export interface RotationReport {
  readonly column: string
  readonly resealed: number
  /** Rows whose key is not on the keyring, or that were altered; they are left unchanged. */
  readonly unopened: number
}

interface SealedRow {
  readonly id: string
  readonly sealed: Buffer
}

const batch = 500

/**
 * Seals every value with the first key of the keyring, in small transactions while servers run. A value that
 * a server changes meanwhile is left to that server. When a value was sealed again, that is an act of authority:
 * it is audited, and a server appends it to the journal. If interrupted it can be run again: values with the new
 * key are skipped.
 *
 * @param adminUrl login that may act as the owner of the tables, as for `migrate`
 */
export async function rotateKeys(
  adminUrl: string,
  columns: readonly SealedColumn[],
  keyring: Resealer,
): Promise<RotationReport[]> {
  return withAdmin(adminUrl, 'keys', async (client) => {
    await refusePooler(client, 'keys rotate')
    await client.query(`set role mostrador_owner; set lock_timeout = '5s'`)
    const reports: RotationReport[] = []
    for (const column of columns) reports.push(await rotateColumn(client, column, keyring))
    await record(client, keyring, reports)
    return reports
  })
}

/** A run that found every value under the new key has rotated nothing. */
async function record(
  client: pg.Client,
  { keyId }: Resealer,
  reports: readonly RotationReport[],
): Promise<void> {
  const resealed = reports.reduce((sum, report) => sum + report.resealed, 0)
  if (resealed === 0) return
  await client.query('select audit.record_key_rotation($1, $2)', [keyId.toString('hex'), resealed])
}

async function rotateColumn(client: pg.Client, of: SealedColumn, keyring: Resealer): Promise<RotationReport> {
  let resealed = 0
  let unopened = 0
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const { rows } = await client.query<SealedRow>(
      `select ${of.id} as id, ${of.column} as sealed from ${of.table}
        where ${of.id} > $1 and ${of.column} is not null and substring(${of.column} from 2 for 4) <> $2
        order by ${of.id} limit ${batch}`,
      [after, keyring.keyId],
    )
    const fresh = rows.map((row) => ({ ...row, next: opened(row, of, keyring) }))
    const good = fresh.filter(({ next }) => next !== undefined)
    unopened += fresh.length - good.length
    resealed += await store(client, of, good)
    const last = rows.at(-1)
    if (last === undefined) return { column: `${of.table}.${of.column}`, resealed, unopened }
    after = last.id
  }
}

function opened({ id, sealed }: SealedRow, { contextOf }: SealedColumn, keyring: Resealer) {
  try {
    return keyring.reseal(sealed, contextOf(id))
  } catch {
    return undefined
  }
}

/** Compare-and-set, so that no value sealed meanwhile is overwritten. */
async function store(
  client: pg.Client,
  { table, id, column }: SealedColumn,
  rows: readonly (SealedRow & { readonly next: Buffer | undefined })[],
): Promise<number> {
  if (rows.length === 0) return 0
  const { rowCount } = await client.query(
    `update ${table} t set ${column} = u.next
       from unnest($1::uuid[], $2::bytea[], $3::bytea[]) u (id, sealed, next)
      where t.${id} = u.id and t.${column} = u.sealed`,
    [rows.map((row) => row.id), rows.map((row) => row.sealed), rows.map((row) => row.next)],
  )
  return rowCount ?? 0
}
