import type { LookupFunction } from 'node:net'
import type { Logger } from 'pino'
import type { AuthorityJournal } from '../audit/authority/journal.ts'
import type { SealJournal } from '../audit/log/sealing.ts'
import type { Config } from '../config.ts'
import type { Mailer } from '../identity/mails/mailer.ts'
import type { ReadBackupMarks } from '../platform/backups/marks.ts'
import type { Backups } from '../platform/backups/service.ts'
import type { Aggregator } from '../vas/sales/aggregator.ts'
import type { VasTimes } from '../vas/sales/times.ts'

export interface ComposeOptions {
  readonly config: Config
  readonly apiUrl: string
  readonly workerUrl: string
  /**
   * The worker's login at PostgreSQL itself, for live events and durable work. Given: the two others lead
   * through a pooler in transaction mode.
   */
  readonly directUrl?: string | undefined
  readonly keyEncryptionKey: Buffer
  /** Keys that open values sealed before the current key was introduced. */
  readonly oldKeys?: readonly Buffer[]
  /** The file that keeps the audit log's seals outside the database; absent: none, as in most tests. */
  readonly sealJournal?: SealJournal
  /** Where acts of authority are written outside the database; absent: nowhere, as in most tests. */
  readonly authorityJournal?: AuthorityJournal
  /** Makes the backups of the database; absent: somebody else does. */
  readonly backups?: Backups | undefined
  /** What is known of the backups that somebody else makes; absent: nothing is expected. */
  readonly backupMarks?: ReadBackupMarks | undefined
  /** Sends mail; absent: by SMTP if it is configured, otherwise not at all. */
  readonly mailer?: Mailer
  readonly logger: Logger
  /** How long a transaction waits for a connection before it is refused as overloaded. */
  readonly connectTimeoutMs?: number
  /** Undeclared problems return 500, and no request is shed under load: everywhere except in production. */
  readonly isStrict: boolean
  /** Replaced by tests. */
  readonly aggregators?: { readonly selling: Aggregator; readonly settling: readonly Aggregator[] }
  /** Resolves the hosts of webhooks, if a test provides one. */
  readonly lookup?: LookupFunction
  /**
   * `pauseScale` shortens the pauses of durable work between attempts; `workLeaseMs` is how long a process
   * may be silent before the others take over its work.
   */
  readonly times?: Partial<
    VasTimes & {
      pollMs: number
      sealMs: number
      workWatchMs: number
      balanceMs: number
      pauseScale: number
      workLeaseMs: number
    }
  >
}
