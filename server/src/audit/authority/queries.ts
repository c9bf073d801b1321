import { sql } from '../../database/sql.ts'
import type { Tx } from '../../database/tx.ts'
import type { AuthorityEvent, JournalPosition } from './journal.ts'

/** Acts that were committed some seconds ago and never reported as journaled. */
export async function unjournaled(
  tx: Tx<'worker'>,
  ageSeconds: number,
  limit: number,
): Promise<AuthorityEvent[]> {
  const rows = await tx.rows(sql<{ event: AuthorityEvent }>`
    select event from audit.unjournaled_since(${ageSeconds} * interval '1 second', ${limit}) event`)
  return rows.map(({ event }) => event)
}

export function noteJournaled(
  tx: Tx<'worker'>,
  ids: readonly string[],
  { file, lineCount, head }: JournalPosition,
): Promise<unknown> {
  return tx.rows(sql`select audit.note_journaled(${ids}::uuid[], ${file}, ${lineCount}, ${head})`)
}

/** Whose database this is, and which copy of it. */
export interface DatabaseFacts {
  readonly installationId: string
  readonly identity: string
}

export function databaseFacts(tx: Tx<'worker'>): Promise<DatabaseFacts> {
  return tx.one(sql<DatabaseFacts>`
    select installation_id as "installationId", identity from audit.database_facts()
     where installation_id is not null and identity is not null`)
}

/** Which of these entries the audit log does not have. */
export async function lacking(tx: Tx<'worker'>, ids: readonly string[]): Promise<Set<string>> {
  const rows = await tx.rows(sql<{ id: string }>`
    select id from audit.lacking(${ids}::uuid[]) id where id is not null`)
  return new Set(rows.map(({ id }) => id))
}

/** Notes that the database has every act of a file up to this position. */
export function noteCompared(tx: Tx<'worker'>, { file, lineCount, head }: JournalPosition): Promise<unknown> {
  return tx.rows(sql`select audit.note_compared(${file}, ${lineCount}, ${head})`)
}

/** A file as far as the database has seen it written. */
export interface KnownFile extends JournalPosition {
  /** Whether the database has every act of it up to there. */
  readonly hasAll: boolean
}

export function knownFiles(tx: Tx<'worker'>): Promise<KnownFile[]> {
  return tx.rows(sql<KnownFile>`
    select name as file, line_count as "lineCount", head, has_all as "hasAll" from audit.known_journal_files()`)
}
