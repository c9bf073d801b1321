import type { Grant } from '../../authorization/grant.ts'
import { type Order, pageOf } from '../../collections/page.ts'
import { assertPeriod } from '../../collections/period.ts'
import type { Database } from '../../database/database.ts'
import { exportFile } from '../../spreadsheet/exporting.ts'
import { exportable, mostExported, type TableFile } from '../../spreadsheet/table.ts'
import * as queries from './queries.ts'
import type { StatementQuery } from './schema.ts'
import { statementTable } from './statement.ts'

const newestFirst: Order<{ readonly entryNo: bigint }, 'entryNo'> = {
  keys: { entryNo: 'integer' },
  of: ({ entryNo }) => ({ entryNo: String(entryNo) }),
}

export type LedgerService = ReturnType<typeof ledgerService>

/**
 * The merchant's wallet, as its managers see it. Money moves only through `money.post`. Every posting
 * balances; entries are never changed; the wallet never goes below zero; a transfer is used once. Owns money.wallets,
 * money.postings, money.entries, money.used_transfers.
 */
export function ledgerService({ database }: { database: Database }) {
  /** The available and the held balance of the store's merchant. */
  const wallet = (grant: Grant<'store:manager'>) =>
    database.read(grant, (tx) => queries.wallet(tx, tx.storeActor().merchantId))

  /** The statement with its running balance, newest first. @throws Problem `invalid_cursor` */
  const entries = (grant: Grant<'store:manager'>, page: { limit: number; cursor?: string | undefined }) =>
    database.read(grant, (tx) => {
      const { merchantId } = tx.storeActor()
      const asked = { list: 'wallet entries', narrowedBy: [merchantId], ...page }
      return pageOf(tx, asked, newestFirst, (range) => queries.entries(tx, merchantId, range))
    })

  /** The entries of days, or all of them, as a CSV file. @throws Problem `invalid_request` · `export_too_large` */
  const statement = (grant: Grant<'store:manager'>, query: StatementQuery): Promise<TableFile> =>
    exportFile(
      database,
      grant,
      {
        route: 'exportWalletEntries',
        query: { ...query, format: 'csv' },
        sheet: 'Estado de cuenta',
        file: 'estado-de-cuenta',
      },
      (tx) => {
        // Without a last day it is everything since the first, as far as it fits in a file.
        if (query.to !== undefined) assertPeriod(query)
        const everything = { limit: mostExported + 1, after: undefined }
        return queries.entries(tx, tx.storeActor().merchantId, everything, {
          ...query,
          storeId: tx.storeActor().storeId,
        })
      },
      (found) => statementTable(exportable(found)),
    )

  return { wallet, entries, statement }
}
