import type { Logger } from 'pino'
import { eraseUnshownPictures } from '../catalog/files/service.ts'
import type { Database } from '../database/database.ts'
import { eventPruningJob } from '../events/outbox/pruning.ts'
import { forgetAnswers } from '../idempotency/once.ts'
import { factorResetJob } from '../identity/accounts/factor-resetting.ts'
import { forgetTillSessions } from '../identity/accounts/signing-in.ts'
import type { Mailer } from '../identity/mails/mailer.ts'
import { forgetMails, sendMailJob } from '../identity/mails/sending.ts'
import { erasingJob, forgetWork } from '../jobs/erasing.ts'
import type { Job } from '../jobs/jobs.ts'
import { expireBankAccounts } from '../money/bank-accounts/service.ts'
import { ledgerCheckJob } from '../money/ledger/checking.ts'
import { type Backups, backupJob } from '../platform/backups/service.ts'
import { expiryJob, recomputeJob } from '../platform/verification/recompute.ts'
import { rollupJob } from '../reporting/reports/nightly.ts'
import { settlementRollup } from '../reporting/summaries/rollup.ts'
import type { connectionsService } from '../shop/connections/service.ts'
import { sharedIccidsJob } from '../stock/chip-incidents/service.ts'
import { chipImportJob, forgetFaults, stopOldImports } from '../stock/chips/large-import.ts'
import { stockCheckJob } from '../stock/levels/checking.ts'
import type { Aggregator } from '../vas/sales/aggregator.ts'
import { catalogSyncJob, type syncCatalog } from '../vas/sales/catalog-sync.ts'
import type { debtsService } from '../vas/sales/debts/service.ts'
import {
  lateOutcomesJob,
  lateSuccessesJob,
  recheckLateOutcomes,
  recheckLateSuccesses,
} from '../vas/sales/late-outcomes.ts'
import { reconciliationJob } from '../vas/sales/nightly-reconciliation.ts'

interface WorkParts {
  readonly database: Database
  readonly backups: Backups | undefined
  readonly logger: Logger
  readonly aggregators: { readonly selling: Aggregator; readonly settling: readonly Aggregator[] }
  readonly sync: () => ReturnType<typeof syncCatalog>
  readonly connections: ReturnType<typeof connectionsService>
  readonly debts: ReturnType<typeof debtsService>
  readonly openWorkbook: Parameters<typeof chipImportJob>[0]['openWorkbook']
  readonly sealer: Parameters<typeof chipImportJob>[0]['sealer'] & Parameters<typeof sendMailJob>[0]['sealer']
  readonly mailer: Mailer | undefined
  /** The public URL. */
  readonly publicUrl: () => string
}

/** Everything that runs as durable work: by a schedule, or queued by a transaction. */
export function durableWork({
  database,
  backups,
  logger,
  aggregators: { selling, settling: aggregators },
  sync,
  connections,
  debts,
  openWorkbook,
  sealer,
  mailer,
  publicUrl,
}: WorkParts): readonly Job<unknown, never>[] {
  return [
    catalogSyncJob(sync, selling),
    reconciliationJob({ database, connections, aggregators }, logger),
    ledgerCheckJob(database, logger),
    stockCheckJob(database, logger),
    lateOutcomesJob(() => recheckLateOutcomes({ database, logger, connections, aggregators })),
    lateSuccessesJob(() => recheckLateSuccesses({ database, logger, connections, aggregators })),
    eventPruningJob(database),
    sharedIccidsJob(database),
    chipImportJob({ database, openWorkbook, sealer }),
    erasingJob(
      {
        quotes: debts.forgetQuotes,
        credentials: connections.eraseCredentials,
        chipFiles: stopOldImports(database),
        chipFaults: forgetFaults(database),
        answers: forgetAnswers(database),
        mails: forgetMails(database),
        work: forgetWork(database),
        tillSessions: forgetTillSessions(database),
        pictures: eraseUnshownPictures(database),
      },
      logger,
    ),
    factorResetJob(database),
    sendMailJob({ database, sealer, mailer, publicUrl }),
    recomputeJob(database),
    expiryJob(() => expireBankAccounts(database)),
    settlementRollup(database, logger),
    rollupJob(database, logger),
    backupJob(backups, logger),
  ]
}
