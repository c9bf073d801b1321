import type { Logger } from 'pino'
import type { Clock } from '../../adapters/clock/clock.ts'
import type { Database } from '../../database/database.ts'
import { type Behind, comparedWith } from './comparing.ts'
import { mergedIdentity } from './database-identity.ts'
import type { AuthorityEvent, AuthorityJournal, JournalPosition } from './journal.ts'
import * as queries from './queries.ts'

interface JournalingParts {
  readonly database: Database
  readonly journal: AuthorityJournal
  readonly clock: Clock
  readonly logger: Logger
}

/** A commit whose process has not reported it after this time is appended by another. */
const adoptAfterSeconds = 10
const intervalMs = 2_000
const batch = 1_000

export type AuthorityJournaling = ReturnType<typeof authorityJournaling>

/**
 * Keeps the authority journal and the database in step. The transaction runner appends to the journal after
 * each commit (`afterCommit`); here the database hears of it afterwards, and acts are appended whose process
 * died between its commit and the journal.
 */
export function authorityJournaling({ database, journal, clock, logger }: JournalingParts) {
  /** Of the database that the journal was last written about; of a silent node, the last that is known. */
  let identity: string | undefined
  /** On disk, and not reported to the database yet: of each file, in the order in which they were begun. */
  const appended = new Map<string, { readonly ids: readonly string[]; readonly position: JournalPosition }>()

  const append = async (events: readonly AuthorityEvent[]): Promise<void> => {
    const position = await journal.append(events)
    const ids = [...(appended.get(position.file)?.ids ?? []), ...events.map(({ id }) => id)]
    appended.set(position.file, { ids, position })
  }

  const note = async (): Promise<void> => {
    for (const [file, noted] of [...appended]) {
      await database.worker((tx) => queries.noteJournaled(tx, noted.ids, noted.position))
      const { ids, position } = appended.get(file) ?? noted
      const reported = new Set(noted.ids)
      const rest = ids.filter((id) => !reported.has(id))
      if (rest.length > 0) appended.set(file, { ids: rest, position })
      else appended.delete(file)
    }
  }

  /** Appends what was committed and never journaled; returns how many acts. */
  const adopt = async (ageSeconds = adoptAfterSeconds): Promise<number> => {
    for (let adopted = 0; ; ) {
      const events = await database.worker((tx) => queries.unjournaled(tx, ageSeconds, batch))
      const known = new Set([...appended.values()].flatMap(({ ids }) => ids))
      const missing = events.filter(({ id }) => !known.has(id))
      if (missing.length > 0) await append(missing)
      adopted += missing.length
      await note()
      if (events.length < batch) return adopted
    }
  }

  /**
   * What the database lacks; with `readsAll`, every line of the journal is checked.
   *
   * @throws JournalFault: the journal was altered or cut, or belongs to another installation
   */
  const compare = async ({ readsAll = false } = {}): Promise<Behind> => {
    const found = await comparedWith({ database, journal }, identity, readsAll)
    identity = found.identity
    return found.behind
  }

  /**
   * Notes that the database has every act of these files: the next start does not read them. Only once it is marked as restored
   * where it was, because the marking needs the numbers that they set aside, and nothing else tells whether it has those.
   */
  const noteCompared = (complete: readonly JournalPosition[]): Promise<void> =>
    database.worker(async (tx) => {
      for (const position of complete) await queries.noteCompared(tx, position)
    })

  /** Notes in the journal which database it is written about from here on. */
  const open = async (): Promise<void> => {
    const facts = await database.worker(queries.databaseFacts)
    identity = mergedIdentity(identity, facts.identity)
    await journal.open({ ...facts, identity })
  }

  /** Runs `note` and `adopt` while the process lives, and `onReplaced` when it finds another database or node. */
  const start = (onReplaced: () => Promise<void>) => {
    const stopping = new AbortController()
    const turn = async () => {
      const facts = await database.worker(queries.databaseFacts)
      if (mergedIdentity(identity, facts.identity) !== identity) await onReplaced()
      await note()
      await adopt()
    }
    const loop = async () => {
      while (!stopping.signal.aborted) {
        await clock.sleep(intervalMs, stopping.signal)
        await turn().catch((error: unknown) =>
          logger.error({ err: error }, 'the authority journal cannot be brought up to date'),
        )
      }
    }
    const running = loop()
    return {
      async stop(): Promise<void> {
        stopping.abort()
        await running
        await journal.close()
      },
    }
  }

  /** For readiness: why an act of authority cannot be written down at the moment. */
  const faults = async (): Promise<readonly string[]> => {
    await journal.ready().catch(() => {})
    const fault = journal.fault()
    return fault === undefined ? [] : [fault]
  }

  return { append, note, adopt, compare, noteCompared, open, start, faults, ready: () => journal.ready() }
}
