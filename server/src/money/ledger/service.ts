import type { Grant } from '../../authorization/grant.ts'
import { type Order, pageOf } from '../../collections/page.ts'
import type { Database } from '../../database/database.ts'
import * as queries from './queries.ts'
import { csvOf } from './statement.ts'

/** Maximum entries in one file. */
const csvRows = 10_000

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

  /** The latest entries as a CSV file. */
  const statement = (grant: Grant<'store:manager'>): Promise<string> =>
    database.read(grant, async (tx) =>
      csvOf(await queries.entries(tx, tx.storeActor().merchantId, { limit: csvRows, after: undefined })),
    )

  return { wallet, entries, statement }
}
