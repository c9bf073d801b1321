import { pino } from 'pino'
import type { SandboxAggregator } from '../server/src/adapters/aggregator/sandbox.ts'
import { createKeyring } from '../server/src/adapters/keys/keyring.ts'
import { createSealSigner } from '../server/src/adapters/keys/seal-signer.ts'
import type { SealStatement } from '../server/src/audit/log/seal.ts'
import { auditSealing, type SealJournal } from '../server/src/audit/log/sealing.ts'
import { verifyAudit } from '../server/src/audit/log/verifying.ts'
import type { Database } from '../server/src/database/database.ts'
import { connectionsService } from '../server/src/shop/connections/service.ts'
import { pinsService } from '../server/src/vas/pins/service.ts'
import { recheckLateOutcomes } from '../server/src/vas/sales/late-outcomes.ts'
import { reconcileDay } from '../server/src/vas/sales/reconciliation.ts'
import { saleSettling } from '../server/src/vas/sales/settling.ts'
import type { DatabaseClock } from './database-clock.ts'

export const leaseMs = 20_000

export type Worker = ReturnType<typeof workerOf>

/** The work in the background, of the product's own parts, done when the simulation says so. */
export function workerOf(parts: {
  readonly database: Database
  readonly key: Buffer
  readonly provider: SandboxAggregator
  readonly clock: DatabaseClock
}) {
  const { database, key, provider, clock } = parts
  const logger = pino({ level: 'silent' })
  const sealer = createKeyring([key])
  const pins = pinsService({ database, sealer })
  const connections = connectionsService({ database, sealer, provider })
  const aggregators = [provider]
  const settlingOf = () =>
    saleSettling({ database, logger, pins, connections, selling: provider, settling: aggregators, leaseMs })
  const signer = createSealSigner([key])
  const journal = keptSeals()
  const sealing = auditSealing({ database, clock, logger, signer, journal })
  const [one, other] = [settlingOf(), settlingOf()]
  return {
    settleDue: () => one.settleDue(20),
    /** Another process, which knows nothing of what this one does. */
    settleDueElsewhere: () => other.settleDue(20),
    idle: () => Promise.all([one.idle(), other.idle()]),
    findLateOutcomes: () => recheckLateOutcomes({ database, logger, aggregators, connections }),
    reconcile: (day: string) => reconcileDay({ database, connections, aggregators }, day),
    async verifyAudit() {
      await sealing.seal()
      return verifyAudit({ database, signer, journal })
    },
  }
}

/** The seals outside the database. */
function keptSeals(): SealJournal {
  const seals: SealStatement[] = []
  return {
    async append(seal) {
      seals.push(seal)
    },
    last: async () => seals.at(-1),
    read: async () => [...seals],
  }
}
