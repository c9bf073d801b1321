import type { Access, Implied } from '../authorization/access.ts'
import type { Grant } from '../authorization/grant.ts'
import type { Principal } from '../authorization/principal.ts'
import type { Database } from '../database/database.ts'
import { setStatementTimeout } from '../database/statement-timeout.ts'
import type { Tx } from '../database/tx.ts'
import type { TableCell } from './csv.ts'
import * as queries from './queries.ts'
import { type TableFile, type TableFormat, type TableName, tableFile } from './table.ts'

/** How long one statement may read for a file, within a request's minute. */
const fileTimeoutMs = 45_000

/** A file that its caller has asked for. */
interface Export extends TableName {
  /** The name of the route. */
  readonly route: string
  /** The period and the filters. */
  readonly query: { readonly format: TableFormat }
}

/**
 * Makes a file of what the caller may read, and records it in the audit log: a file is gone where no permission reaches it.
 * A statement may read longer than for a screen. What cannot be recorded is not handed out.
 *
 * @param read the records
 * @param tableOf makes rows of them, below a header, or refuses them
 */
export async function exportFile<A extends Access, T>(
  database: Database,
  grant: Grant<A>,
  { route, query, ...name }: Export,
  read: (tx: Tx<Implied<A>>) => Promise<T>,
  tableOf: (found: T) => readonly (readonly TableCell[])[],
): Promise<TableFile> {
  const { found, place } = await database.read(grant, async (tx) => {
    await setStatementTimeout(tx, fileTimeoutMs)
    return { found: await read(tx), place: placeOf(tx.principal, grant) }
  })
  const table = tableOf(found)
  const file = await tableFile(query.format, name, table)
  const rows = table.length - 1
  // The filters of an empty file may be ids of other merchants, which readers of the log must not learn.
  const facts = rows === 0 ? { format: query.format, rows } : { ...query, rows }
  await database.write(grant, (tx) => queries.recordExport(tx, place, route, facts))
  return file
}

/**
 * The platform, for what its staff takes out, and for stores of several merchants or of none; otherwise the caller's store,
 * or their merchant for several stores of it.
 */
function placeOf(
  { memberships }: Principal,
  { access, storeId }: Pick<Grant<Access>, 'access' | 'storeId'>,
): queries.ExportPlace {
  if (access.startsWith('platform:')) return { merchantId: null, storeId: null }
  const [first, ...others] = memberships.filter((each) => storeId === undefined || each.storeId === storeId)
  if (first === undefined || others.some(({ merchantId }) => merchantId !== first.merchantId))
    return { merchantId: null, storeId: null }
  return { merchantId: first.merchantId, storeId: others.length === 0 ? first.storeId : null }
}
