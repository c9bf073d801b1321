import type { Logger } from 'pino'
import type { Clock } from '../../adapters/clock/clock.ts'
import type { Database } from '../../database/database.ts'
import { mergedIdentity, replacedNodes } from './database-identity.ts'
import { type AuthorityEvent, type AuthorityJournal, JournalFault, type JournalPosition } from './journal.ts'
import * as queries from './queries.ts'

interface JournalingParts {
  readonly database: Database
  readonly journal: AuthorityJournal
  readonly clock: Clock
  readonly logger: Logger
}

/** What an older database lacks, by the journals outside it. */
export interface Behind {
  readonly installationId: string
  readonly identity: string
  /**
   * Groups of the nodes that are another database than the journal was written about, or the same one recovered. A database
   * that is not a cluster is node 0.
   */
  readonly replacedNodes: readonly number[]
  /** Acts that the audit log does not have, oldest first. */
  readonly events: readonly AuthorityEvent[]
  /** The last numbers that were set aside for papers, of each store and series. */
  readonly folios: readonly FoliosAside[]
}

export interface FoliosAside {
  readonly merchantId: string
  readonly storeId: string
  readonly series: string
  readonly through: number
}

const setAside = 'folios.set_aside'

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
  /** On disk, and not reported to the database yet. */
  let appended: { ids: string[]; position: JournalPosition } | undefined

  const append = async (events: readonly AuthorityEvent[]): Promise<void> => {
    const position = await journal.append(events)
    const ids = [...(appended?.ids ?? []), ...events.map(({ id }) => id)]
    appended = { ids, position }
  }

  const note = async (): Promise<void> => {
    const noted = appended
    if (noted === undefined) return
    appended = undefined
    await database
      .worker((tx) => queries.noteJournaled(tx, noted.ids, noted.position))
      .catch((error: unknown) => {
        appended = {
          ids: [...noted.ids, ...(appended?.ids ?? [])],
          position: appended?.position ?? noted.position,
        }
        throw error
      })
  }

  /** Appends what was committed and never journaled; returns how many acts. */
  const adopt = async (ageSeconds = adoptAfterSeconds): Promise<number> => {
    for (let adopted = 0; ; ) {
      const events = await database.worker((tx) => queries.unjournaled(tx, ageSeconds, batch))
      const known = new Set(appended?.ids)
      const missing = events.filter(({ id }) => !known.has(id))
      if (missing.length > 0) await append(missing)
      adopted += missing.length
      await note()
      if (events.length < batch) return adopted
    }
  }

  /**
   * What the database lacks; undefined when it is up to date.
   *
   * @throws JournalFault: the journal was altered or cut, or belongs to another installation
   */
  const compare = async (): Promise<Behind> => {
    const contents = await journal.read()
    const { facts, known } = await database.worker(async (tx) => ({
      facts: await queries.databaseFacts(tx),
      known: await queries.knownFiles(tx),
    }))
    const stranger = contents.openings.find(({ installationId }) => installationId !== facts.installationId)
    if (stranger !== undefined)
      throw new JournalFault(
        'The authority journal belongs to another installation: set MOSTRADOR_AUTHORITY_JOURNAL to the folder of this one, or to an empty folder for a new one.',
      )
    assertNotCut(contents.positions, known)
    for (const opening of contents.openings.toSorted((a, b) => (a.at < b.at ? -1 : 1)))
      identity = mergedIdentity(identity, opening.identity)
    const lacking = new Set<string>()
    const acts = contents.events.filter(({ action }) => action !== setAside)
    for (let from = 0; from < acts.length; from += batch) {
      const ids = acts.slice(from, from + batch).map(({ id }) => id)
      for (const id of await database.worker((tx) => queries.lacking(tx, ids))) lacking.add(id)
    }
    return {
      ...facts,
      replacedNodes: replacedNodes(identity, facts.identity),
      events: acts.filter(({ id }) => lacking.has(id)),
      folios: lastFolios(contents.events),
    }
  }

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

  return { append, note, adopt, compare, open, start, faults, ready: () => journal.ready() }
}

function lastFolios(events: readonly AuthorityEvent[]): FoliosAside[] {
  const last = new Map<string, FoliosAside>()
  for (const { action, merchantId, storeId, after } of events) {
    if (action !== setAside || merchantId === undefined || storeId === undefined) continue
    const { series, through } = after as { series: string; through: number }
    const key = `${storeId} ${series}`
    if ((last.get(key)?.through ?? 0) < through) last.set(key, { merchantId, storeId, series, through })
  }
  return [...last.values()]
}

/** A file may be archived as a whole; one that has become shorter was cut. */
function assertNotCut(found: readonly JournalPosition[], known: readonly JournalPosition[]): void {
  const lengths = new Map(found.map(({ file, lineCount }) => [file, lineCount]))
  const cut = known.find(({ file, lineCount }) => (lengths.get(file) ?? lineCount) < lineCount)
  if (cut === undefined) return
  throw new JournalFault(
    `${cut.file} of the authority journal was cut: it has ${lengths.get(cut.file)} lines, and the database has seen ${cut.lineCount}. Put the file back from a copy.`,
  )
}
