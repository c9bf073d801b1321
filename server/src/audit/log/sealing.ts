import type { Logger } from 'pino'
import type { Clock } from '../../adapters/clock/clock.ts'
import type { Database } from '../../database/database.ts'
import * as queries from './queries.ts'
import { hashOf, merkleRoot, type SealStatement, textOf } from './seal.ts'

/** Maximum entries per seal. */
const batch = 1_000

/** Signs with a key that is not in the database. */
export interface SealSigner {
  /** Ed25519, in hex. */
  readonly publicKey: string
  sign(text: Buffer): Buffer
  /** Whether this is one of our keys, current or former. */
  knows(publicKey: string): boolean
  verifies(text: Buffer, signature: Buffer, publicKey: string): boolean
}

/** Seals kept outside the database, so that restoring an older database is detected. */
export interface SealJournal {
  append(seal: SealStatement): Promise<void>
  /** The last seal; undefined: there is none. @throws JournalFault naming the line that is not a seal */
  last(): Promise<SealStatement | undefined>
  /** The seals that it has now, which are read one after the other. @throws JournalFault as `last` */
  read(): Promise<AsyncIterable<SealStatement> | Iterable<SealStatement>>
}

export interface SealingParts {
  readonly database: Database
  readonly clock: Clock
  readonly signer: SealSigner
  /** Absent: seals are kept only in the database. */
  readonly journal: SealJournal | undefined
  readonly logger: Logger
}

export type AuditSealing = ReturnType<typeof auditSealing>

/**
 * Seals new entries of the audit log: each entry once, in seals that are chained. Entries are sealed after
 * their commit and not as they are written, because a chain through the writing transactions would serialize
 * them.
 */
export function auditSealing({ database, clock, signer, journal, logger }: SealingParts) {
  let isInDoubt = false
  /** Warns once of a commit in doubt, and again of the next one. While others seal, this process does not know of any. */
  const warnOfDoubt = (turn: queries.SealingTurn): void => {
    if (turn === 'OTHERS') return
    if (turn === 'IN_DOUBT' && !isInDoubt) logger.warn('audit seals wait for a commit in doubt')
    isInDoubt = turn === 'IN_DOUBT'
  }

  const sealOnce = (): Promise<SealStatement | undefined> =>
    database.worker(async (tx) => {
      const turn = await queries.beginSeal(tx)
      warnOfDoubt(turn)
      if (turn !== 'MINE') return undefined
      const [last, entries] = await Promise.all([queries.lastSeal(tx), queries.unsealed(tx, batch)])
      if (entries.length === 0) return undefined
      const leaves = entries.map(({ leaf }) => leaf)
      const seal: SealStatement = {
        no: last === undefined ? 1 : last.no + 1,
        at: clock.now().toISOString(),
        count: entries.length,
        root: merkleRoot(leaves).toString('hex'),
        previous: last === undefined ? '' : hashOf(last),
        publicKey: signer.publicKey,
      }
      const ids = entries.map(({ id }) => id)
      await queries.addSeal(tx, seal, { ids, leaves, signature: signer.sign(textOf(seal)) })
      return seal
    })

  /** Seals all unsealed entries; returns how many seals that took. */
  const seal = async (): Promise<number> => {
    for (let made = 0; ; made++) {
      const done = await sealOnce()
      if (done === undefined) return made
      logger.info({ seal: { no: done.no, count: done.count, hash: hashOf(done) } }, 'audit sealed')
      // The seal is valid without its line: the next one refers to it.
      await journal
        ?.append(done)
        .catch((error: unknown) =>
          logger.error({ err: error }, 'the journal of audit seals cannot be written'),
        )
    }
  }
  return { seal }
}

/**
 * Seals at the start, every `intervalMs` while the process runs, and once more at shutdown. The clock of a computer that has just
 * started may be wrong until it asks the network: what is written until then is sealed in its time (decision 101).
 */
export function startSealing({
  sealing,
  clock,
  logger,
  intervalMs,
}: {
  sealing: AuditSealing
  clock: Clock
  logger: Logger
  intervalMs: number
}) {
  const stopping = new AbortController()
  const attempt = () =>
    sealing.seal().catch((error: unknown) => logger.error({ err: error }, 'the audit log cannot be sealed'))
  const loop = async () => {
    await attempt()
    while (!stopping.signal.aborted) {
      await clock.sleep(intervalMs, stopping.signal)
      await attempt()
    }
  }
  const running = loop()
  return {
    async stop(): Promise<void> {
      stopping.abort()
      await running
    },
  }
}
