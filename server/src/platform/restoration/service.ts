import type { Grant } from '../../authorization/grant.ts'
import type { Database } from '../../database/database.ts'
import { Problem } from '../../problem/problem.ts'
import * as queries from './queries.ts'
import type { Restoration } from './schema.ts'

export type RestorationService = ReturnType<typeof restorationService>

export interface Decision {
  readonly id: string
  readonly isAccepted: boolean
}

/** An operator's decision was refused, and with it those that were given together with it. */
export class NotDecided extends Error {
  override readonly name = 'NotDecided'
}

interface RestorationParts {
  readonly database: Database
  /** Enters the sales that the provider has and the database lost, made since then. */
  readonly enterLostSales: (since: Date) => Promise<queries.LostSales>
}

/**
 * A database that was restored: marking it, applying again what was taken away since, deciding about what was
 * given, and lifting the state. Owns platform.restorations and platform.restored_acts.
 */
export function restorationService({ database, enterLostSales }: RestorationParts) {
  /**
   * Marks the database as restored when the comparison says something new; what was taken away is taken away
   * again in the same transaction. Undefined: it is up to date, or was marked before.
   */
  const mark = (found: queries.Found): Promise<queries.State | undefined> =>
    database.worker((tx) => queries.mark(tx, found))

  /** Whether the database is restored and not reconciled yet. */
  const isRestored = async (): Promise<boolean> => {
    const last = await database.worker(queries.latest)
    return last !== undefined && last.reconciledAt === null
  }

  /** The restoration that is under way, or the last one; none: an empty list. @throws Problem `forbidden` */
  const current = (grant: Grant<'platform:admin'>): Promise<{ items: Restoration[] }> =>
    database.read(grant, async (tx) => {
      const [found, acts, recoveredSales, unreadLists] = await Promise.all([
        queries.latestAsAdmin(tx),
        queries.latestActsAsAdmin(tx),
        queries.recoveredSalesAsAdmin(tx),
        queries.unreadListsAsAdmin(tx),
      ])
      return { items: found === undefined ? [] : [{ ...found, acts, recoveredSales, unreadLists }] }
    })

  /**
   * @throws Problem `forbidden` · `not_found` · `invalid_transition` · `store_staff` · `platform_staff` ·
   * `already_member` · `email_required`
   */
  const decide = async (grant: Grant<'platform:admin'>, id: string, isAccepted: boolean): Promise<void> => {
    await database.write(grant, (tx) => queries.decideAsAdmin(tx, id, isAccepted))
  }

  /**
   * Reads the provider's lists, enters what was lost, and lifts the state.
   *
   * @throws Problem `forbidden` · `invalid_transition` · `not_reconciled` · `aggregator_unavailable`
   */
  const lift = async (grant: Grant<'platform:admin'>): Promise<void> => {
    // Only an administrator of all merchants has the lists read.
    await database.read(grant, queries.latestAsAdmin)
    await readLists()
    await database.write(grant, queries.finishAsAdmin)
  }

  /** Enters lost sales, once per restoration; returns how many. @throws Problem `aggregator_unavailable` */
  const readLists = async (): Promise<number> => {
    const found = await database.worker(queries.latest)
    if (found === undefined || found.reconciledAt !== null || found.listsReadAt !== null) return 0
    const { entered, unread } = await enterLostSales(found.dataUntil)
    await database.worker((tx) => queries.noteListsRead(tx, found.id, unread))
    return entered
  }

  /** The same for the command `mostrador authority`: no session, no confirmation. */
  const onMachine = {
    current: () =>
      database.worker(async (tx) => {
        const [found, acts, unreadLists] = await Promise.all([
          queries.latest(tx),
          queries.latestActs(tx),
          queries.latestUnreadLists(tx),
        ])
        return found && { ...found, acts, unreadLists }
      }),
    effects: () => database.worker(queries.effects),
    decide: (decisions: readonly Decision[]) => decideTogether(database, decisions),
    lift: () => database.worker(queries.finish),
  }

  return { mark, isRestored, current, decide, lift, readLists, onMachine }
}

/** All of them or none. @throws NotDecided naming the first that is refused */
async function decideTogether(database: Database, decisions: readonly Decision[]): Promise<void> {
  let current = ''
  try {
    await database.worker(async (tx) => {
      for (const { id, isAccepted } of decisions) {
        current = id
        await queries.decide(tx, id, isAccepted)
      }
    })
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const words = error.code === 'not_found' ? 'This restore has lost no act with that id.' : error.message
    throw new NotDecided(`${current}: ${words}`, { cause: error })
  }
}
