import { createHash } from 'node:crypto'

/** An act of authority as PostgreSQL announces it: an entry of the audit log, without secrets. */
export interface AuthorityEvent {
  /** The entry's id. */
  readonly id: string
  /** RFC 3339, UTC. */
  readonly at: string
  readonly action: string
  readonly entity: string
  readonly entityId?: string
  readonly before?: Readonly<Record<string, unknown>>
  readonly after?: Readonly<Record<string, unknown>>
  readonly userId?: string
  readonly merchantId?: string
  readonly storeId?: string
}

/** An event as PostgreSQL announces it. */
export function announcedEvent(text: string): AuthorityEvent {
  return JSON.parse(text) as AuthorityEvent
}

/** What a line of a journal says. */
export type JournalBody = JournalOpening | { readonly kind: 'act'; readonly event: AuthorityEvent }

/** Which database the following acts were committed in, and how far the other files reach. */
export interface JournalOpening {
  readonly kind: 'opened'
  readonly at: string
  readonly node: string
  readonly installationId: string
  /** `audit.database_facts`. */
  readonly identity: string
  /** Hash of the last line of every other file of the folder, by name. */
  readonly others: Readonly<Record<string, string>>
}

/** A line: what it says, chained to the one before it and signed. Hashes are hex. */
export interface JournalLine {
  readonly no: number
  /** Hash of the previous line of the file; empty in the first. */
  readonly previous: string
  readonly body: JournalBody
  /** Ed25519. */
  readonly publicKey: string
  readonly signature: string
}

/** How far a file reaches. */
export interface JournalPosition {
  readonly file: string
  readonly lineCount: number
  /** Hash of its last line. */
  readonly head: string
}

/** A file by its ends: its first line and its last. */
export interface JournalFile {
  readonly position: JournalPosition
  /** Undefined: its first line is an act, because it was written before the journal was opened. */
  readonly opening: JournalOpening | undefined
}

/** Acts of authority in a place that a restore of the database does not rewind. */
export interface AuthorityJournal {
  /**
   * Returns once the events are on disk. @throws JournalFault when they cannot be written; then nothing may be
   * appended until `ready` has returned
   */
  append(events: readonly AuthorityEvent[]): Promise<JournalPosition>
  /** Notes which database is written about from here on, when it or a key is new to the journal. */
  open(database: { readonly installationId: string; readonly identity: string }): Promise<void>
  /** Returns when an event can be appended. @throws JournalFault */
  ready(): Promise<void>
  /** Every file, in order of name, by its ends. @throws JournalFault */
  files(): Promise<readonly JournalFile[]>
  /** The acts of a file up to this position, in its order. @throws JournalFault naming the file and line that was altered */
  acts(until: JournalPosition): AsyncIterable<readonly AuthorityEvent[]>
  /** Why nothing can be appended at the moment; undefined: it can. */
  fault(): string | undefined
  close(): Promise<void>
}

/** The journal cannot be written, or is not what was written. */
export class JournalFault extends Error {
  override readonly name = 'JournalFault'
}

/** The text that is signed; its hash stands for the line in the next one. */
export function textOfLine({ no, previous, body, publicKey }: Omit<JournalLine, 'signature'>): Buffer {
  const hash = createHash('sha256').update(JSON.stringify(body)).digest('hex')
  return Buffer.from(['mostrador authority journal 1', no, previous, hash, publicKey].join('\n'))
}

export function hashOfLine(line: Omit<JournalLine, 'signature'>): string {
  return createHash('sha256').update(textOfLine(line)).digest('hex')
}
