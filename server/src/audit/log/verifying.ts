import type { Database } from '../../database/database.ts'
import * as queries from './queries.ts'
import { hashOf, merkleRoot, type SealStatement, textOf } from './seal.ts'
import type { SealJournal, SealSigner } from './sealing.ts'

/** Seals per query: some ten thousand entries. */
const batch = 10
/** Limits the list of faults: if a whole log was inserted, not every line is needed. */
const mostUnsealed = 1_000
/** Entries that one statement compares with their seals, so that its time does not grow with the log. */
const searchedAtOnce = 10_000
const mostWaiting = 10_000

export interface AuditFault {
  readonly kind:
    | 'entry changed'
    | 'entry removed'
    | 'entry not sealed'
    | 'seal missing'
    | 'seal altered'
    | 'seal of a strange key'
    | 'log set back'
  /** Id of the entry, or number of the seal. */
  readonly subject: string
}

export interface AuditVerification {
  readonly sealCount: number
  readonly entryCount: number
  /** Entries that are too recent to be sealed. */
  readonly waitingCount: number
  readonly faults: readonly AuditFault[]
}

/** Verifies the audit log against its seals, the chain of seals, and both against the external journal. */
export async function verifyAudit(parts: {
  database: Database
  signer: SealSigner
  journal: SealJournal
}): Promise<AuditVerification> {
  const { database, signer, journal } = parts
  // Before the seals: each of its lines is of a committed seal, and servers may seal meanwhile.
  const kept = await journal.read()
  const faults: AuditFault[] = []
  const hashes = new Map<number, string>()
  let entryCount = 0
  let before: queries.SealWithEntries | undefined
  for (;;) {
    const seals = await database.worker((tx) => queries.sealsAfter(tx, before?.no ?? 0, batch))
    for (const seal of seals) {
      faults.push(...sequenceFaults(before, seal), ...ownFaults(seal, signer), ...entryFaults(seal))
      hashes.set(seal.no, hashOf(seal))
      entryCount += seal.count
      before = seal
    }
    if (seals.length < batch) break
  }
  // Each seal vouches for the previous ones, so the last one has to be signed by a known key.
  if (before !== undefined && !signer.knows(before.publicKey))
    faults.push({ kind: 'seal of a strange key', subject: String(before.no) })
  for await (const seal of kept) faults.push(...journalFaults(seal, hashes))
  const unsealed = await entriesNeverSealed(database)
  const waiting = await database.worker((tx) => queries.unsealed(tx, mostWaiting))
  faults.push(...unsealed.map((id): AuditFault => ({ kind: 'entry not sealed', subject: id })))
  return { sealCount: hashes.size, entryCount, waitingCount: waiting.length, faults }
}

/** Hash of the last seal of the journal, when the database does not have it: it is an older one. */
export async function lostSeal({
  database,
  journal,
}: {
  database: Database
  journal: SealJournal
}): Promise<string | undefined> {
  const last = await journal.last()
  if (last === undefined) return undefined
  const [found] = await database.worker((tx) => queries.sealsAfter(tx, last.no - 1, 1))
  return found !== undefined && hashOf(found) === hashOf(last) ? undefined : hashOf(last)
}

/** Searches the whole log, from its beginning on. */
async function entriesNeverSealed(database: Database): Promise<readonly string[]> {
  const found: string[] = []
  let from: string | null = '00000000-0000-0000-0000-000000000000'
  while (from !== null && found.length < mostUnsealed) {
    const start: string = from
    const { ids, next } = await database.worker((tx) => queries.neverSealed(tx, start, searchedAtOnce))
    found.push(...ids)
    from = next
  }
  return found.slice(0, mostUnsealed)
}

function sequenceFaults(before: SealStatement | undefined, seal: SealStatement): AuditFault[] {
  const expected = (before?.no ?? 0) + 1
  const missing = Array.from({ length: Math.max(0, seal.no - expected) }, (_, at) => expected + at)
  const faults = missing.map((no): AuditFault => ({ kind: 'seal missing', subject: String(no) }))
  const isNext = seal.no === expected && seal.previous === (before === undefined ? '' : hashOf(before))
  // After a gap the reference to the previous seal cannot be checked.
  if (missing.length === 0 && !isNext) faults.push({ kind: 'seal altered', subject: String(seal.no) })
  return faults
}

function ownFaults(seal: queries.SealWithEntries, signer: SealSigner): AuditFault[] {
  const isWhole =
    merkleRoot(seal.leaves).toString('hex') === seal.root &&
    signer.verifies(textOf(seal), seal.signature, seal.publicKey)
  return isWhole ? [] : [{ kind: 'seal altered', subject: String(seal.no) }]
}

function entryFaults({ auditIds, leaves, currentLeaves }: queries.SealWithEntries): AuditFault[] {
  return auditIds.flatMap((id, place): AuditFault[] => {
    const current = currentLeaves[place] ?? null
    if (current === null) return [{ kind: 'entry removed', subject: id }]
    return current.equals(leaves[place] as Buffer) ? [] : [{ kind: 'entry changed', subject: id }]
  })
}

function journalFaults(kept: SealStatement, hashes: ReadonlyMap<number, string>): AuditFault[] {
  const hash = hashes.get(kept.no)
  if (hash === hashOf(kept)) return []
  return [{ kind: hash === undefined ? 'log set back' : 'seal altered', subject: String(kept.no) }]
}
