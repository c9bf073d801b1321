import type { Database } from '../../database/database.ts'
import { hasNodes, mergedIdentity, replacedNodes } from './database-identity.ts'
import {
  type AuthorityEvent,
  type AuthorityJournal,
  JournalFault,
  type JournalFile,
  type JournalPosition,
} from './journal.ts'
import * as queries from './queries.ts'

/** What an older database lacks, by the journals outside it. */
export interface Behind extends queries.DatabaseFacts {
  /**
   * Groups of the nodes that are another database than the journal was written about, or the same one recovered. A database
   * that is not a cluster is node 0.
   */
  readonly replacedNodes: readonly number[]
  /** Acts that the audit log does not have, oldest first. */
  readonly events: readonly AuthorityEvent[]
  /** The last numbers that were set aside for papers, of each store and series, as far as files were read. */
  readonly folios: readonly FoliosAside[]
  /** The files that were read, of which the database has every act. */
  readonly complete: readonly JournalPosition[]
}

export interface FoliosAside {
  readonly merchantId: string
  readonly storeId: string
  readonly series: string
  readonly through: number
}

export interface ComparedParts {
  readonly database: Database
  readonly journal: AuthorityJournal
}

const setAside = 'folios.set_aside'
/** Acts that one statement looks for. */
const batch = 1_000

/**
 * Compares the database with the journal. A file of which the database has every act, by its own record, is not read again:
 * the record is as old as the database, so a database that was set back has an older one, and reads what was written since.
 *
 * @param known the identity of the database that the journal was last written about, as far as this process knows it
 * @param readsAll reads these files too, and so finds a line that was altered
 * @returns what the database lacks, and the identity by the journal
 * @throws JournalFault: the journal was altered or cut, or belongs to another installation
 */
export async function comparedWith(
  parts: ComparedParts,
  known: string | undefined,
  readsAll: boolean,
): Promise<{ behind: Behind; identity: string | undefined }> {
  const files = await parts.journal.files()
  const { facts, seen } = await parts.database.worker(async (tx) => ({
    facts: await queries.databaseFacts(tx),
    seen: await queries.knownFiles(tx),
  }))
  const openings = files.flatMap(({ opening }) => opening ?? [])
  if (openings.some(({ installationId }) => installationId !== facts.installationId))
    throw new JournalFault(
      'The authority journal belongs to another installation: set MOSTRADOR_AUTHORITY_JOURNAL to the folder of this one, or to an empty folder for a new one.',
    )
  assertNotCut(files, seen)
  const identity = openings
    .toSorted((a, b) => (a.at < b.at ? -1 : 1))
    .reduce<string | undefined>((merged, opening) => mergedIdentity(merged, opening.identity), known)
  const replaced = replacedNodes(identity, facts.identity)
  // The record is the coordinator's: a node that was set back alone is found by the acts that it lacks.
  const trusts = !readsAll && replaced.length === 0 && !hasNodes(mergedIdentity(identity, facts.identity))
  const unread = trusts ? files.filter((file) => !hasAllOf(file, seen)) : files
  const events = new Map<string, AuthorityEvent>()
  const folios = new Map<string, FoliosAside>()
  const complete: JournalPosition[] = []
  for (const { position } of unread)
    if (await compareFile(parts, position, { events, folios })) complete.push(position)
  const lost = [...events.values()].sort((a, b) => (a.id < b.id ? -1 : 1))
  return {
    behind: { ...facts, replacedNodes: replaced, events: lost, folios: [...folios.values()], complete },
    identity,
  }
}

/** A file whose first line is an act is always compared: `note_journaled` counts an opening as the first line. */
function hasAllOf({ position, opening }: JournalFile, seen: readonly queries.KnownFile[]): boolean {
  const record = seen.find(({ file }) => file === position.file)
  return opening !== undefined && record?.hasAll === true && record.head === position.head
}

/** Adds what the database lacks of a file, and returns whether that is nothing. In memory are only the ids of such a file. */
async function compareFile(
  { database, journal }: ComparedParts,
  position: JournalPosition,
  { events, folios }: { events: Map<string, AuthorityEvent>; folios: Map<string, FoliosAside> },
): Promise<boolean> {
  const ids: string[] = []
  for await (const acts of journal.acts(position)) {
    noteFolios(folios, acts)
    ids.push(...acts.filter(({ action }) => action !== setAside).map(({ id }) => id))
  }
  const lacking = await database.worker(async (tx) => {
    const found = new Set<string>()
    for (let from = 0; from < ids.length; from += batch)
      for (const id of await queries.lacking(tx, ids.slice(from, from + batch))) found.add(id)
    return found
  })
  if (lacking.size === 0) return true
  for await (const acts of journal.acts(position))
    for (const act of acts) if (lacking.has(act.id)) events.set(act.id, act)
  return false
}

function noteFolios(last: Map<string, FoliosAside>, events: readonly AuthorityEvent[]): void {
  for (const { action, merchantId, storeId, after } of events) {
    if (action !== setAside || merchantId === undefined || storeId === undefined) continue
    const { series, through } = after as { series: string; through: number }
    const key = `${storeId} ${series}`
    if ((last.get(key)?.through ?? 0) < through) last.set(key, { merchantId, storeId, series, through })
  }
}

/** A file may be archived as a whole; one that has become shorter was cut. */
function assertNotCut(files: readonly JournalFile[], seen: readonly JournalPosition[]): void {
  const lengths = new Map(files.map(({ position }) => [position.file, position.lineCount]))
  const cut = seen.find(({ file, lineCount }) => (lengths.get(file) ?? lineCount) < lineCount)
  if (cut === undefined) return
  throw new JournalFault(
    `${cut.file} of the authority journal was cut: it has ${lengths.get(cut.file)} lines, and the database has seen ${cut.lineCount}. Put the file back from a copy.`,
  )
}
