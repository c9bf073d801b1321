import type { Grant } from '../../authorization/grant.ts'
import type { Database } from '../../database/database.ts'
import * as queries from './queries.ts'
import type { Attestation, Resynced, Verification } from './schema.ts'

export type VerificationService = ReturnType<typeof verificationService>

/**
 * Whether a merchant is who it says, and can be paid. The status is derived from facts by one function of the
 * database and typed in by nobody; what is done here is to give facts, to take them back, or to derive anew.
 * A withdrawal has answered when nothing that relied on the verification can commit any more.
 * Owns platform.verifications, and the verification of platform.merchants.
 */
export function verificationService({ database }: { database: Database }) {
  /** The status as it stands, with the facts behind it. @throws Problem `not_found` */
  const verification = (grant: Grant<'platform:operator'>, merchantId: string): Promise<Verification> =>
    database.read(grant, (tx) => queries.verification(tx, merchantId))

  /** The business is what it says it is. @throws Problem `not_found` · `merchant_closed` */
  const confirmBusiness = (
    grant: Grant<'platform:operator'>,
    merchantId: string,
    evidence: string,
  ): Promise<Verification> =>
    database.write(grant, async (tx) => {
      await queries.confirmBusiness(tx, merchantId, evidence)
      return queries.verification(tx, merchantId)
    })

  /**
   * Vouches for a bank account. A revocation or a lock outweighs it.
   *
   * @throws Problem `not_found` · `forbidden` (one's own) · `already_verified` · `duplicate_value` · `merchant_closed`
   */
  const attest = (
    grant: Grant<'platform:admin'>,
    merchantId: string,
    attestation: Attestation,
  ): Promise<Verification> =>
    database.write(grant, async (tx) => {
      await queries.attest(tx, merchantId, attestation)
      return queries.verification(tx, merchantId)
    })

  /** Takes the verification and its facts back. @throws Problem `not_found` · `invalid_transition` · `merchant_closed` */
  const revoke = (
    grant: Grant<'platform:admin'>,
    merchantId: string,
    reason: string,
  ): Promise<Verification> =>
    database.write(grant, async (tx) => {
      await queries.revoke(tx, merchantId, reason)
      return queries.verification(tx, merchantId)
    })

  /** Lets verifying begin anew. @throws Problem `not_found` · `invalid_transition` · `merchant_closed` */
  const unlock = (
    grant: Grant<'platform:admin'>,
    merchantId: string,
    reason: string,
  ): Promise<Verification> =>
    database.write(grant, async (tx) => {
      await queries.unlock(tx, merchantId, reason)
      return queries.verification(tx, merchantId)
    })

  /** Derives the status now, whatever work is queued, running or failed. @throws Problem `not_found` */
  const resync = (grant: Grant<'platform:operator'>, merchantId: string): Promise<Resynced> =>
    database.write(grant, async (tx) => {
      const done = await queries.resync(tx, merchantId)
      return {
        before: { status: done.beforeStatus, isVerified: done.beforeIsVerified },
        after: { status: done.afterStatus, isVerified: done.afterIsVerified },
      }
    })

  return { verification, confirmBusiness, attest, revoke, unlock, resync }
}
