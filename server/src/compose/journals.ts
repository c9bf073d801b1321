import { systemClock } from '../adapters/clock/clock.ts'
import { announcedEvent, JournalFault } from '../audit/authority/journal.ts'
import { type AuthorityJournaling, authorityJournaling } from '../audit/authority/service.ts'
import { lostSeal } from '../audit/log/verifying.ts'
import type { Database } from '../database/database.ts'
import { NotServable } from '../database/readiness.ts'
import type { RestorationService } from '../platform/restoration/service.ts'
import { databaseOf } from './database.ts'
import type { ComposeOptions } from './options.ts'

/** The database, whose acts of authority are journaled outside it; without a journal: only the database. */
export function journaledDatabase(options: ComposeOptions): {
  database: Database
  journaling: AuthorityJournaling | undefined
} {
  const { authorityJournal: journal, logger } = options
  // A demo or a test on a busy machine has no other server to use.
  const parts = { ...options, sheds: !options.isStrict }
  if (journal === undefined) return { database: databaseOf(parts), journaling: undefined }
  const database = databaseOf({
    ...parts,
    journal: {
      ready: () => journal.ready(),
      append: (announced) => journaling.append(announced.map(announcedEvent)),
    },
  })
  const journaling = authorityJournaling({ database, journal, clock: systemClock, logger })
  return { database, journaling }
}

/** The comparison of the database with the journals outside it. */
export function comparison(
  parts: Pick<ComposeOptions, 'sealJournal' | 'logger'> & {
    readonly database: Database
    readonly journaling: AuthorityJournaling | undefined
    readonly restoration: RestorationService
  },
) {
  const { database, journaling, restoration, sealJournal: journal, logger } = parts

  /** What the database lacks according to the journals, of which every line is read; undefined: no journal is kept. */
  const loss = () => lossBy({ readsAll: true })

  const lossBy = async (reading?: { readonly readsAll: boolean }) => {
    if (journaling === undefined) return undefined
    const lost = journal && (await lostSeal({ database, journal }))
    return { ...(await journaling.compare(reading)), lostSeal: lost }
  }

  /**
   * Marks the database as restored when it is behind, and brings the authority journal up to date.
   *
   * @throws NotServable when the journal was altered or belongs to another installation
   */
  const bringUp = async (): Promise<void> => {
    if (journaling === undefined) return
    try {
      const found = await lossBy()
      const marked = found && (await restoration.mark(found))
      if (marked !== undefined)
        logger.error(
          { dataUntil: marked.dataUntil, lostActs: found?.events.length },
          'the database was restored: reconcile it with mostrador authority reconcile',
        )
      await journaling.noteCompared(found?.complete ?? [])
      await journaling.open()
      await journaling.adopt(0)
    } catch (error) {
      throw error instanceof JournalFault ? new NotServable(error.message) : error
    }
  }

  return { loss, bringUp }
}
