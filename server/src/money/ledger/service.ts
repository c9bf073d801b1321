import type { Grant } from '../../authorization/grant.ts'
import type { Database } from '../../database/database.ts'
import { Problem } from '../../problem/problem.ts'
import * as queries from './queries.ts'
import { csvOf } from './statement.ts'

/** The longest statement that one file holds. */
const csvRows = 10_000

export type LedgerService = ReturnType<typeof ledgerService>

/**
 * The merchant's wallet, as its managers see it. Money moves through `money.post` alone.
 * Every posting balances; entries are never changed; the wallet never goes below zero.
 * Owns money.wallets, money.postings, money.entries.
 */
export function ledgerService({ database }: { database: Database }) {
  /** What the wallet of the store's merchant has available, and what open sales hold. */
  const wallet = (grant: Grant<'store:manager'>) =>
    database.read(grant, (tx) => queries.wallet(tx, tx.storeActor().merchantId))

  /** The statement with its running balance, newest first. @throws Problem `invalid_cursor` */
  const entries = (grant: Grant<'store:manager'>, page: { limit: number; cursor?: string | undefined }) =>
    database.read(grant, async (tx) => {
      const before = page.cursor === undefined ? undefined : entryNoOf(page.cursor)
      const rows = await queries.entries(tx, tx.storeActor().merchantId, page.limit, before)
      const items = rows.slice(0, page.limit)
      const last = items.at(-1)
      return {
        items,
        nextCursor: rows.length > page.limit && last !== undefined ? String(last.entryNo) : null,
      }
    })

  /** The latest entries as a spreadsheet reads them. */
  const statement = (grant: Grant<'store:manager'>): Promise<string> =>
    database.read(grant, async (tx) =>
      csvOf((await queries.entries(tx, tx.storeActor().merchantId, csvRows, undefined)).slice(0, csvRows)),
    )

  return { wallet, entries, statement }
}

function entryNoOf(cursor: string): bigint {
  if (!/^\d{1,18}$/.test(cursor))
    throw new Problem('invalid_cursor', { detail: 'Start again without cursor.' })
  return BigInt(cursor)
}
